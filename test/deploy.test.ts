/** What is delivered to run a node with leaves it no rights, and nothing to write but its state. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('the unit of systemd has no rights, and may write its state alone', (t) => {
  const lines = text('deploy/waybill.service').split('\n')
  for (const line of [
    'User=waybill',
    'StateDirectory=waybill',
    'NoNewPrivileges=true',
    'CapabilityBoundingSet=',
    'AmbientCapabilities=',
    'ProtectSystem=strict',
    'ProtectHome=true',
    'PrivateTmp=true',
    'PrivateDevices=true',
    'ProtectProc=invisible',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged',
  ]) {
    t.true(lines.includes(line), line)
  }
  t.false(lines.some((line) => /^(ReadWritePaths|MemoryDenyWriteExecute)=/.test(line)))
})

test('every node of docker-compose.yml runs read-only, without capabilities', (t) => {
  const { services } = parse(text('docker-compose.yml'), { merge: true })
  const nodes = Object.entries<Record<string, unknown>>(services).filter(([, { build }]) => build)
  t.deepEqual(
    nodes.map(([name]) => name),
    ['waybill', 'gateway', 'auditor', 'ledger'],
  )
  for (const [name, node] of nodes) {
    t.like(
      node,
      {
        read_only: true,
        tmpfs: '/tmp',
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      },
      name,
    )
  }
})

test('the image runs as a user without rights, and has the list of what is in it', (t) => {
  const lines = text('deploy/Dockerfile').split('\n')
  t.true(lines.indexOf('USER node') > lines.indexOf('VOLUME /state'))
  t.true(lines.some((line) => line.startsWith('COPY') && line.includes('waybill.cdx.json')))
  t.true(lines.some((line) => line.startsWith('RUN') && line.includes('npm run sbom')))
})
