/** `waybill keys trust`: tells step by step whose a certificate is, and what to configure to make it a peer's. */
import type { X509Certificate } from 'node:crypto'
import { printable } from '../../base/printable.js'
import { wallTime } from '../../base/time.js'
import { certificateList } from '../../config/pem.js'
import { EXIT } from '../../errors.js'
import { NotDer } from '../../security/der/read.js'
import { factsOf } from '../../security/trust/certificate-facts.js'
import { readTrust } from '../../security/trust/read.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { printFields, printJson } from '../command/print.js'
import { readConfig } from '../command/read-config.js'
import { WrongUsage } from '../command/wrong-usage.js'

interface Flags extends ConfigOptions {
  readonly json: boolean
  readonly peer: string
}

export function trustCommand(): CliCommand {
  return withConfigOptions(new CliCommand('trust'))
    .description('show whose signatures a certificate makes, and what makes it a peer’s')
    .argument('<file>', 'the certificate in PEM; others in it may link its chain')
    .requiredOption('--peer <name>', 'whose it should be, as in security.peers')
    .withExits({ 1: 'its signatures are not those of the peer' })
    .withExamples('waybill keys trust partner.pem --peer partner --config waybill.yaml')
    .withJson('one object', {
      trusted: 'true if its signatures are those of the peer',
      peer: 'whose they are; null if nobody’s',
      why: 'why it is nobody’s',
      steps: 'sentence and ok of each step',
      certificate: 'subject, issuer, serial, until, names and fingerprint',
    })
    .action(trust)
}

async function trust(file: string, flags: Flags): Promise<void> {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(flags.peer)) {
    throw new WrongUsage('--peer: expected a letter, then letters, digits, _ and -')
  }
  const [certificate, ...others] = certificateList({ file, key: 'keys trust' })
  const described = describe(certificate, file)
  if (!flags.json) printFields(described.map(([name, value]) => [name, fieldOf(value)]))
  const steps: { readonly sentence: string; readonly ok: boolean }[] = []
  const { config } = await readConfig(sourcesOf(flags))
  const decision = readTrust(config.security).explain(
    certificate,
    others,
    wallTime(),
    (sentence, ok) => {
      steps.push({ sentence, ok })
      if (!flags.json) print(`${ok ? 'yes' : 'no '}  ${sentence}`)
    },
  )
  if (flags.json) {
    const found = decision.trusted ? { peer: decision.peer } : { why: decision.why }
    const trusted = decision.trusted && decision.peer === flags.peer
    printJson({
      ...{ trusted, peer: undefined, why: undefined, ...found },
      steps,
      certificate: Object.fromEntries(described),
    })
    if (!trusted) process.exitCode = EXIT.invalid
    return
  }
  if (decision.trusted && decision.peer === flags.peer) {
    print(`Its signatures are those of the peer ${flags.peer}.`)
    return
  }
  process.exitCode = EXIT.invalid
  if (decision.trusted) {
    print(`Its signatures are those of the peer ${decision.peer}, not of ${flags.peer}.`)
    return
  }
  print(`It is nobody’s: ${decision.why}.`)
  print(
    `If ${flags.peer} has confirmed this fingerprint in another way than the file was sent, put this into the configuration:\n`,
  )
  process.stdout.write(
    `security:\n  peers:\n    ${flags.peer}:\n      signs:\n        certificates: [${JSON.stringify(file)}]\n`,
  )
}

type Field = readonly [name: string, value: string | readonly string[] | undefined]

function fieldOf(value: Field[1]): string | undefined {
  if (typeof value === 'string' || value === undefined) return value
  return value.length === 0 ? undefined : value.join(', ')
}

function describe(certificate: X509Certificate, file: string): readonly Field[] {
  try {
    const { subject, issuer, serial, fingerprint, names } = factsOf(certificate)
    return [
      ['subject', subject],
      ['issuer', issuer],
      ['serial', serial],
      ['until', new Date(certificate.validTo).toISOString()],
      ['names', names],
      ['fingerprint', fingerprint],
    ]
  } catch (error) {
    if (error instanceof NotDer) throw new WrongUsage(`${file}: ${error.message}`)
    throw error
  }
}

function print(sentence: string): void {
  process.stdout.write(`${printable(sentence)}\n`)
}
