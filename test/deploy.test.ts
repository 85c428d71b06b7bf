/** What is delivered to run a node with leaves it no rights, and nothing to write but its state. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { parse } from 'yaml'
import { cli } from './support/nodes/cli.js'
import { BOUNDS_OF_MEMORY } from './support/nodes/daemon.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const UNITS = ['deploy/waybill.service', 'deploy/waybill@.service']

for (const unit of UNITS) {
  test(`${unit} has no rights, and may write its state alone`, (t) => {
    const lines = text(unit).split('\n')
    for (const line of [
      'User=waybill',
      'NoNewPrivileges=true',
      'CapabilityBoundingSet=',
      'AmbientCapabilities=',
      'ProtectSystem=strict',
      'ProtectHome=true',
      'PrivateTmp=true',
      'PrivateDevices=true',
      'PrivateMounts=true',
      'ProtectProc=invisible',
      'SystemCallFilter=@system-service',
      'SystemCallFilter=~@privileged',
    ]) {
      t.true(lines.includes(line), line)
    }
    t.true(lines.some((line) => line.startsWith('StateDirectory=waybill')))
    t.false(lines.some((line) => /^(ReadWritePaths|MemoryDenyWriteExecute)=/.test(line)))
  })

  test(`${unit} is told by the node how it does`, (t) => {
    const lines = text(unit).split('\n')
    for (const line of ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=30']) {
      t.true(lines.includes(line), line)
    }
  })
}

test('units and image bound the memory of the process as it is measured', (t) => {
  const bounds = Object.entries(BOUNDS_OF_MEMORY).map(([name, value]) => `${name}=${value}`)
  for (const bound of bounds) {
    for (const unit of UNITS) t.true(text(unit).split('\n').includes(`Environment=${bound}`), unit)
    t.true(text('deploy/Dockerfile').split('\n').includes(`ENV ${bound}`), bound)
  }
})

test('units, image and npm start keep the compiled code of a node that has nothing to do', (t) => {
  const starts = [...UNITS.map(text), text('deploy/Dockerfile'), text('package.json')]
  for (const start of starts) t.regex(start, /--no-memory-reducer[", ]+\S*dist\/src\/main\.js/)
})

test('the unit of one of several nodes is that of a single one, but for its places', (t) => {
  const [one = [], several = []] = UNITS.map((unit) =>
    text(unit)
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.replace(/ %i$/, '').replaceAll('/%i', '').replace('%i.', 'waybill.')),
  )
  t.deepEqual(
    several.filter((line) => !one.includes(line)),
    [
      'ExecStart=/usr/bin/node --no-memory-reducer /opt/waybill/dist/src/main.js serve --config /etc/waybill.yaml',
      'EnvironmentFile=-/etc/waybill.env',
    ],
  )
})

interface Service {
  readonly command?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly build?: { readonly dockerfile: string }
}

const COMPOSE = parse(text('docker-compose.yml'), { merge: true })
const SERVICES = Object.entries<Service>(COMPOSE.services)
const NODES = SERVICES.filter(([, { build }]) => build)

test('every container of docker-compose.yml runs read-only, without capabilities', (t) => {
  t.deepEqual(
    NODES.map(([name]) => name),
    ['waybill', 'gateway', 'auditor', 'ledger'],
  )
  for (const [name, service] of SERVICES) {
    t.like(
      service,
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

test('docker-compose.yml opens ports to this machine only, each once', (t) => {
  const ports = SERVICES.flatMap(([, service]) => service.ports ?? [])
  t.true(ports.every((port) => port.startsWith('127.0.0.1:')))
  const outside = ports.map((port) => port.split(':')[1])
  t.is(new Set(outside).size, outside.length)
})

test('the volumes of docker-compose.yml are named, and the files of this project are there', (t) => {
  const sources = SERVICES.flatMap(([, { volumes = [] }]) => volumes).map(
    (one) => one.split(':')[0],
  )
  const own = sources.filter((one = '') => one.startsWith('./'))
  t.deepEqual(
    own.filter((path = '') => !existsSync(join(ROOT, path))),
    [],
  )
  t.deepEqual(
    sources.filter((one) => !own.includes(one)).sort(),
    Object.keys(COMPOSE.volumes).sort(),
  )
})

test('what docker-compose.yml has Prometheus read is there', (t) => {
  const { scrape_configs: jobs } = parse(text('deploy/compose/prometheus.yml'))
  t.deepEqual(
    jobs[0].static_configs[0].targets,
    NODES.map(([name]) => `${name}:8081`),
  )
})

for (const [name, { command = 'serve', environment = {} }] of NODES) {
  test(`${name} of docker-compose.yml takes its configuration`, async (t) => {
    const words = command.split(' ').slice(1)
    const values = Object.entries(environment).map(([key, value]) => {
      return [key, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]
    })
    const { code, err } = await cli(['config', 'check', ...words], {
      folder: ROOT,
      environment: Object.fromEntries(values),
    })
    t.is(code, 0, err)
  })
}

test('the image runs as a user without rights, and has the list of what is in it', (t) => {
  const [build = '', image = ''] = text('deploy/Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  t.regex(image, /^node:\S+-slim\n/)
  t.regex(image, /^USER 1000:1000$/m)
  t.regex(image, /^VOLUME \/state$/m)
  t.deepEqual(image.match(/^COPY .*$/gm), ['COPY --from=build /waybill ./'])
  t.regex(build, /npm run sbom [\s\S]*mv node_modules waybill\.cdx\.json \/waybill/)
})

test('the image says the version of the package', (t) => {
  const { version } = JSON.parse(text('package.json'))
  t.true(text('deploy/Dockerfile').includes(`org.opencontainers.image.version="${version}"`))
})
