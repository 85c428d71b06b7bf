/** `waybill evidence verify` and `export`: whether all is as it was kept, and a folder that shows others the same. */
import { resolve } from 'node:path'
import { printable } from '../../base/printable.js'
import type { Config } from '../../config/schema.js'
import { EXIT } from '../../errors.js'
import { exportEvidence, isTaken } from '../../evidence/export.js'
import { evidenceFolder } from '../../evidence/for-node.js'
import { type Verified, verifyEvidence } from '../../evidence/verify.js'
import type { HeadStore } from '../../security/evidence.js'
import type { OwnKey } from '../../security/keys.js'
import { readOwnKeys } from '../../security/trust/read.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { withAdminOf } from '../command/open-admin.js'
import { note, printJson } from '../command/print.js'
import { Progress } from '../command/progress.js'
import { readConfig } from '../command/read-config.js'
import { WrongUsage } from '../command/wrong-usage.js'

interface VerifyFlags extends ConfigOptions {
  readonly queue: boolean
  readonly partial: boolean
  readonly json: boolean
}

export function verifyCommand(): CliCommand {
  return withConfigOptions(new CliCommand('verify'))
    .description(
      'check that nothing is altered, cut, reordered or unsigned, and name the first place of each chain; exits with 65 if there is one',
    )
    .option('--no-queue', 'do not ask the queue where the chains end')
    .option('--partial', 'the first files of a chain may be kept elsewhere', false)
    .withJson('one object', {
      lines: 'lines that are as they were written',
      files: 'files that were read',
      chains: 'chains that were walked',
      faults: 'file, line and what of the first fault of each chain',
      notes: 'what is no fault, and should be known',
    })
    .withExits({ 65: 'something is not as it was kept' })
    .withExamples(
      'waybill evidence verify --config waybill.yaml',
      'waybill evidence verify --config waybill.yaml --no-queue --partial',
    )
    .action(async (flags: VerifyFlags) => {
      const { config } = await readConfig(sourcesOf(flags))
      const verify = (heads?: HeadStore) => report(config, flags, heads)
      if (flags.queue) await withAdminOf(config, (_, queue) => verify(queue))
      else await verify()
    })
}

async function report(config: Config, flags: VerifyFlags, heads?: HeadStore): Promise<void> {
  const progress = new Progress({ what: 'verified', quiet: flags.json })
  let verified: Verified
  try {
    verified = await verifyEvidence({
      folder: evidenceFolder(config),
      node: config.node.uri,
      certificates: keysOf(config).map(({ certificate }) => certificate),
      heads,
      partial: flags.partial,
      walked: (lines) => progress.step(lines),
    })
  } finally {
    progress.close()
  }
  if (flags.json) printJson(verified)
  else printReport(verified)
  if (verified.faults.length > 0) process.exitCode = EXIT.dataError
}

function printReport({ lines, files, chains, faults, notes }: Verified): void {
  for (const { file, line, what } of faults) {
    const location = line === undefined ? file : `${file}:${line}`
    process.stdout.write(`${printable(`${location}: ${what}`)}\n`)
  }
  for (const one of notes) note(one)
  const all = `${lines} lines in ${files} files of ${chains} chains`
  note(faults.length === 0 ? `all is intact: ${all}` : `${faults.length} faults; intact are ${all}`)
}

interface ExportFlags extends ConfigOptions {
  readonly json: boolean
  readonly to?: string
}

export function exportCommand(): CliCommand {
  return withConfigOptions(new CliCommand('export'))
    .description(
      'write the messages of an exchange with their signatures, certificates and the proof of the chain, to be checked by openssl, sha256sum and xmlsec1',
    )
    .argument('<exchange>', 'id of the exchange')
    .option('--to <folder>', 'a folder that is not there yet; default: evidence-EXCHANGE')
    .withJson('one object', {
      exchange: 'id of the exchange',
      folder: 'where it is written',
      messages: 'how many messages are in it',
    })
    .withExits({ 65: 'there is no evidence of the exchange' })
    .withExamples(
      'waybill evidence export 01a2039e-63e5-7d3e-950e-6acc69d6a90d --config waybill.yaml --to for-the-auditor',
    )
    .action(async (exchange: string, flags: ExportFlags) => {
      const { config } = await readConfig(sourcesOf(flags))
      const to = resolve(flags.to ?? `evidence-${exchange.replace(/[^\w-]/g, '_')}`)
      if (isTaken(to)) throw new WrongUsage(`${to} is there already: say another folder by --to`)
      const [key] = keysOf(config)
      const written = await exportEvidence({ folder: evidenceFolder(config), exchange, to, key })
      if (written.length === 0) {
        note(`there is no evidence of the exchange ${exchange}`)
        process.exitCode = EXIT.dataError
        return
      }
      const messages = written.length
      if (flags.json) printJson({ exchange, folder: to, messages })
      else note(`written: ${messages} messages in ${to}; README.md there says how to check them`)
    })
}

/** The one that signs first, then former ones. */
function keysOf({ security }: Config): readonly OwnKey[] {
  return readOwnKeys(security)
}
