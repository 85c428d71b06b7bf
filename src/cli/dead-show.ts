/** `waybill dead show`: shows all of one job, with its history, its cause and its envelope. */
import { Command } from 'commander'
import { printableLines } from '../base/printable.js'
import { EXIT } from '../errors.js'
import type { JobDetail } from '../queue/admin.js'
import { decodeText } from '../xml/charset.js'
import { type ConfigOptions, withConfigOptions } from './config-options.js'
import { withAdmin } from './open-admin.js'
import { moment, note, printFields, printJson, printTable } from './print.js'

interface ShowFlags extends ConfigOptions {
  readonly envelope: boolean
  readonly raw: boolean
  readonly json: boolean
}

export function showCommand(): Command {
  return withConfigOptions(new Command('show'))
    .description('show a job: what it is, every failed attempt, why it failed')
    .argument('<id>', 'which')
    .option('--envelope', 'print the envelope too, made safe for a terminal', false)
    .option('--raw', 'print only the bytes of the envelope', false)
    .option('--json', 'print one JSON object; its envelope as body with --envelope', false)
    .action((id: string, flags: ShowFlags) =>
      withAdmin(flags, async (admin) => {
        const job = await admin.show(id)
        if (job) return show(job, flags)
        note(`there is no job ${id}`)
        process.exitCode = EXIT.dataError
      }),
    )
}

function show(job: JobDetail, { envelope, raw, json }: ShowFlags): void {
  const { body, charset, ...rest } = job
  if (raw) {
    process.stdout.write(body)
    return
  }
  if (json) {
    printJson(envelope ? { ...rest, charset, body: textOf(job) } : rest)
    return
  }
  printFields([
    ['id', job.id],
    ['kind', job.kind],
    ['state', job.state],
    ['operation', job.operation],
    ['to', job.to],
    ['sender', job.sender],
    ['message id', job.messageId],
    ['accepted', moment(job.accepted)],
    ['ended', job.ended === undefined ? undefined : moment(job.ended)],
    ['attempts', String(job.attempts)],
    ['cause', job.cause],
    ['replaces', job.replaces],
    ['replaced by', job.replacedBy],
    ['envelope', `${body.length} bytes${charset === undefined ? '' : `, ${charset}`}`],
  ])
  if (job.history.length > 0) {
    process.stdout.write('\n')
    printTable(
      ['ATTEMPT', 'FAILED AT', 'NODE', 'CAUSE'],
      job.history.map(({ attempt, at, node, cause }) => [String(attempt), moment(at), node, cause]),
    )
  }
  if (envelope) process.stdout.write(`\n${printableLines(textOf(job))}\n`)
}

/** For people: a text that cannot be decoded is shown as UTF-8, as far as it is valid. */
function textOf({ body, charset }: JobDetail): string {
  try {
    return decodeText(body, charset)
  } catch {
    return Buffer.from(body).toString('utf8')
  }
}
