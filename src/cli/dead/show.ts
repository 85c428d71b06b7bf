/** `waybill dead show` and `waybill queue show`: all of one job, with its history, its cause and its envelope. */
import { pipeline } from 'node:stream/promises'
import { InvalidArgumentError } from 'commander'
import { printableLines } from '../../base/printable.js'
import { EXIT } from '../../errors.js'
import type { Attachment } from '../../message/message.js'
import type { JobDetail } from '../../store/queue/admin.js'
import { decodeText } from '../../xml/charset.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { JOB_KEYS } from '../command/list-jobs.js'
import { withAdmin } from '../command/open-admin.js'
import { moment, note, printFields, printJson, printTable } from '../command/print.js'

interface ShowFlags extends ConfigOptions {
  readonly envelope: boolean
  readonly raw: boolean
  readonly json: boolean
  readonly attachment?: number
}

/** @param of  the command that it is part of */
export function showCommand(of: 'dead' | 'queue'): CliCommand {
  return withConfigOptions(new CliCommand('show'))
    .description('show a job in any state: what it is, every failed attempt, why it failed')
    .argument('<id>', 'which')
    .option('--envelope', 'print the envelope too, made safe for a terminal', false)
    .option('--raw', 'print only the bytes of the envelope', false)
    .option(
      '--attachment <n>',
      'print only the bytes of this attachment, the first being 1',
      numberOf,
    )
    .withJson('one object', {
      ...JOB_KEYS,
      plugin: 'plugin whose operation it runs, or the path that it was sent to',
      replaces: 'id of the dead letter that it stands for, edited',
      replacedBy: 'id of the job that stands for it, edited',
      history: 'failed attempts: attempt, at, node, cause',
      attachments: 'contentType, name, id and bytes of each',
      charset: 'charset that was said of the envelope; only with --envelope',
      body: 'the envelope; only with --envelope',
    })
    .withExits({ 65: 'there is no such job' })
    .withExamples(
      `waybill ${of} show 01a2039e-63e5-7d3e-950e-6acc69d6a90d`,
      `waybill ${of} show 01a2039e-63e5-7d3e-950e-6acc69d6a90d --raw > envelope.xml`,
    )
    .action((id: string, flags: ShowFlags) =>
      withAdmin(flags, async (admin) => {
        const job = await admin.show(id)
        if (!job) return missing(`there is no job ${id}`)
        if (flags.attachment === undefined) return show(job, flags)
        const one = job.attachments[flags.attachment - 1]
        if (!one) return missing(`job ${id} has ${job.attachments.length} attachments`)
        return pipeline(one.content.stream(), process.stdout, { end: false })
      }),
    )
}

function missing(what: string): void {
  note(what)
  process.exitCode = EXIT.dataError
}

function numberOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('expected 1, 2, …')
}

function show(job: JobDetail, { envelope, raw, json }: ShowFlags): void {
  const { body, charset, attachments, arrival: _, ...more } = job
  const rest = { ...more, attachments: attachments.map(reported) }
  if (raw) {
    process.stdout.write(body)
    return
  }
  if (json) {
    printJson(envelope ? { ...rest, charset, body: bodyText(job) } : rest)
    return
  }
  printFields([
    ['id', job.id],
    ['kind', job.kind],
    ['state', job.state],
    ['operation', job.operation],
    ['plugin', job.plugin],
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
  if (attachments.length > 0) {
    process.stdout.write('\n')
    printTable(
      ['ATTACHMENT', 'BYTES', 'TYPE', 'NAME', 'ID'],
      attachments.map(({ content, contentType, name = '', id = '' }, index) => [
        String(index + 1),
        String(content.size),
        contentType,
        name,
        id,
      ]),
    )
  }
  if (job.history.length > 0) {
    process.stdout.write('\n')
    printTable(
      ['ATTEMPT', 'FAILED AT', 'NODE', 'CAUSE'],
      job.history.map(({ attempt, at, node, cause }) => [String(attempt), moment(at), node, cause]),
    )
  }
  if (envelope) process.stdout.write(`\n${printableLines(bodyText(job))}\n`)
}

const reported = ({ content, contentType, name, id }: Attachment) => ({
  contentType,
  name,
  id,
  bytes: content.size,
})

/** For people: a text that cannot be decoded is shown as UTF-8, as far as it is valid. */
function bodyText({ body, charset }: JobDetail): string {
  try {
    return decodeText(body, charset)
  } catch {
    return Buffer.from(body).toString('utf8')
  }
}
