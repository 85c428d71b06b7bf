/** `waybill evidence`: lists what is kept under non-repudiation, shows it, verifies it, and exports it for others. */
import { resolve } from 'node:path'
import { printable, printableLines } from '../../base/printable.js'
import type { Config } from '../../config/schema.js'
import { EXIT } from '../../errors.js'
import { entriesIn, entryName, type FoundEntry } from '../../evidence/entries.js'
import { evidenceFolder } from '../../evidence/for-node.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { note, printFields, printJson, printTable } from '../command/print.js'
import { readConfig } from '../command/read-config.js'
import { exportCommand, verifyCommand } from './check.js'

export function evidenceCommand(): CliCommand {
  return new CliCommand('evidence')
    .withExamples('waybill evidence verify --config waybill.yaml')
    .addCommand(lsCommand())
    .addCommand(showCommand())
    .addCommand(verifyCommand())
    .addCommand(exportCommand())
}

interface ListFlags extends ConfigOptions {
  readonly json: boolean
}

/** What the JSON of an entry has. */
const ENTRY_KEYS = {
  entry: 'its name, such as 1/42',
  file: 'file that it is in',
  number: 'its number in its chain',
  time: 'when it was kept, by ISO 8601',
  direction: 'received or sent',
  exchange: 'id of the exchange',
  policy: 'policy that asked for it',
  contentType: 'of the message',
  packed:
    'contentType, hash (SHA-256) and length of the XOP root that it came or went as; null for another message',
  transport: 'that it came or went over',
  messageId: 'id that its sender gave it',
  peer: 'who was at the other end',
  signatures: 'kind, form, peer, algorithm, value and covers of each',
  sha256: 'hash of the message',
  previous: 'hash of the line before it in its chain',
  kind: 'entry',
  verdict: 'accepted for what was received; null for what was sent',
  length: 'bytes of the message',
} as const

/** The same without a value: a log has only what is known. */
const EMPTY_ENTRY = Object.fromEntries(Object.keys(ENTRY_KEYS).map((key) => [key, undefined]))

/** Rows of one table: more are printed below headings of their own. */
const ROWS = 500

function lsCommand(): CliCommand {
  return withConfigOptions(new CliCommand('ls'))
    .description('list what is kept, oldest first')
    .argument('[exchange]', 'only messages of this exchange')
    .withJson('one object a line for each entry', ENTRY_KEYS)
    .withExamples(
      'waybill evidence ls --config waybill.yaml',
      'waybill evidence ls 01a2039e-63e5-7d3e-950e-6acc69d6a90d --config waybill.yaml --json',
    )
    .action(async (exchange: string | undefined, flags: ListFlags) => {
      const { config } = await readConfig(sourcesOf(flags))
      const rows: (readonly string[])[] = []
      let count = 0
      for await (const found of entriesIn(evidenceFolder(config), exchange)) {
        count += 1
        if (flags.json) printJson({ ...EMPTY_ENTRY, ...summaryOf(found) })
        else rows.push(rowOf(found))
        if (rows.length === ROWS) print(rows.splice(0))
      }
      if (rows.length > 0) print(rows)
      if (count === 0 && !flags.json) note('none')
    })
}

function print(rows: readonly (readonly string[])[]): void {
  printTable(['ENTRY', 'TIME', 'DIRECTION', 'EXCHANGE', 'POLICY', 'PEER', 'BYTES'], rows)
}

function rowOf(found: FoundEntry): readonly string[] {
  const { time, direction, exchange, policy, length } = found.entry
  const signer = found.entry.signatures[0]?.peer ?? found.entry.peer?.name ?? '-'
  return [entryName(found), time, direction, exchange, policy, signer, String(length)]
}

/** All but the bytes, and the certificates. */
function summaryOf(found: FoundEntry): object {
  const { bytes: _, signatures, ...rest } = found.entry
  const shown = signatures.map(({ chain: __, ...signature }) => signature)
  return { entry: entryName(found), file: found.file.path, ...rest, signatures: shown }
}

interface ShowFlags extends ConfigOptions {
  readonly envelope: boolean
  readonly raw: boolean
  readonly json: boolean
}

function showCommand(): CliCommand {
  return withConfigOptions(new CliCommand('show'))
    .description('show one entry: who sent it, and which signatures of it were accepted')
    .argument('<entry>', 'which, as evidence ls has it, such as 1/42')
    .option('--envelope', 'print the message too, made safe for a terminal', false)
    .option('--raw', 'print only the bytes of the message', false)
    .withJson('one object', ENTRY_KEYS)
    .withExamples('waybill evidence show 1/42 --config waybill.yaml --envelope')
    .action(async (name: string, flags: ShowFlags) => {
      const { config } = await readConfig(sourcesOf(flags))
      const found = await findEntry(name, config)
      if (found) return show(found, flags)
      note(`there is no entry ${name}`)
      process.exitCode = EXIT.dataError
    })
}

async function findEntry(name: string, config: Config): Promise<FoundEntry | undefined> {
  for await (const found of entriesIn(evidenceFolder(config))) {
    if (entryName(found) === name) return found
  }
  return undefined
}

function show(found: FoundEntry, { envelope, raw, json }: ShowFlags): void {
  const { entry, message, file } = found
  if (raw) {
    process.stdout.write(message)
    return
  }
  if (json) {
    printJson({ ...EMPTY_ENTRY, ...summaryOf(found) })
    return
  }
  const { peer } = entry
  printFields([
    ['entry', entryName(found)],
    ['file', resolve(file.path)],
    ['time', entry.time],
    ['direction', entry.direction],
    ['exchange', entry.exchange],
    ['policy', entry.policy],
    ['message id', entry.messageId],
    ['transport', entry.transport],
    ['peer', peer && JSON.stringify(peer)],
    ...entry.signatures.flatMap(({ kind, peer: signer, algorithm, covers }) => [
      [kind, `${signer}, by ${algorithm}, over ${covers.join(', ')}`] as const,
    ]),
    ['sha-256', entry.sha256],
    ['message', `${entry.length} bytes, ${printable(entry.contentType)}`],
    ['packed as', entry.packed && `${entry.packed.length} bytes, SHA-256 ${entry.packed.hash}`],
  ])
  if (envelope) process.stdout.write(`\n${printableLines(message.toString('utf8'))}\n`)
}
