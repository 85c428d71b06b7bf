/** `npm run bench -- tls`: an Add over HTTPS, beside bare node:https with the same certificate. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { certificates } from '../test/support/security/certificates.js'
import { issue } from '../test/support/security/issue.js'
import { measure, Targets } from './measure.js'
import type { BenchOptions } from './options.js'
import { print } from './print.js'
import { run } from './run.js'
import { BARE, serve, type Target, type TargetPlan } from './targets.js'
import { WORKLOADS } from './workloads.js'

const NODE = fileURLToPath(new URL('../src/main.js', import.meta.url))

/** The first is the baseline of the others. */
function plansIn(folder: string): readonly TargetPlan[] {
  const { authority } = certificates()
  const wanted = { subject: 'CN=bench', type: 'rsa', names: ['IP:127.0.0.1'] } as const
  const { chainPem, keyPem } = issue(wanted, authority)
  const certificate = join(folder, 'own.pem')
  const key = join(folder, 'own.key')
  writeFileSync(certificate, chainPem)
  writeFileSync(key, keyPem, { mode: 0o600 })
  const tls = ['log.level=warn', `http.tls.certificate=${certificate}`, `http.tls.key=${key}`]
  const ca = authority.pem
  return [
    { name: 'bare node:https', command: [BARE, certificate, key], ca },
    { name: 'node, validation off', command: serve(NODE, [...tls, 'soap.validate=false']), ca },
    { name: 'node, validation on', command: serve(NODE, tls), ca },
  ]
}

async function main(options: BenchOptions): Promise<void> {
  const processes = new Targets()
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  try {
    const targets: Target[] = []
    for (const plan of plansIn(folder)) targets.push(await processes.start(plan))
    print(await measure(targets, WORKLOADS.slice(0, 2), options), options)
  } finally {
    await processes.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await run(main)
