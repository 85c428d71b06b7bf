/** `waybill keys trust`: tells step by step whose a certificate is, and what to configure to make it a peer's. */
import type { X509Certificate } from 'node:crypto'
import { printable } from '../base/printable.js'
import { certificateList } from '../config/pem.js'
import { EXIT } from '../errors.js'
import { NotDer } from '../security/der/read.js'
import { factsOf } from '../security/trust/facts.js'
import { readTrust } from '../security/trust/read.js'
import { CliCommand } from './command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'
import { printFields } from './print.js'
import { readConfig } from './read-config.js'
import { WrongUsage } from './wrong-usage.js'

interface Flags extends ConfigOptions {
  readonly peer: string
}

export function trustCommand(): CliCommand {
  return withConfigOptions(new CliCommand('trust'))
    .description('tell whose signatures a certificate makes, and what makes it a peer’s')
    .argument('<file>', 'the certificate in PEM; others in it may link its chain')
    .requiredOption('--peer <name>', 'whose it should be, as in security.peers')
    .withExits({ 1: 'its signatures are not those of the peer' })
    .withExamples('waybill keys trust partner.pem --peer partner --config waybill.yaml')
    .action(trust)
}

async function trust(file: string, flags: Flags): Promise<void> {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(flags.peer)) {
    throw new WrongUsage('--peer: expected a letter, then letters, digits, _ and -')
  }
  const [certificate, ...others] = certificateList({ file, key: 'keys trust' })
  describe(certificate, file)
  const { config } = await readConfig(sourcesOf(flags))
  const decision = readTrust(config.security).explain(
    certificate,
    others,
    Date.now(),
    (sentence, ok) => print(`${ok ? 'yes' : 'no '}  ${sentence}`),
  )
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
    `If ${flags.peer} has told you this fingerprint by another way than it sent you the file, put this into the configuration:\n`,
  )
  process.stdout.write(
    `security:\n  peers:\n    ${flags.peer}:\n      signs:\n        certificates: [${JSON.stringify(file)}]\n`,
  )
}

function describe(certificate: X509Certificate, file: string): void {
  try {
    const { subject, issuer, serial, fingerprint, names } = factsOf(certificate)
    printFields([
      ['subject', subject],
      ['issuer', issuer],
      ['serial', serial],
      ['until', new Date(certificate.validTo).toISOString()],
      ['names', names.length === 0 ? undefined : names.join(', ')],
      ['fingerprint', fingerprint],
    ])
  } catch (error) {
    if (error instanceof NotDer) throw new WrongUsage(`${file}: ${error.message}`)
    throw error
  }
}

function print(sentence: string): void {
  process.stdout.write(`${printable(sentence)}\n`)
}
