/** `waybill find`: tells what happened to a message, by an id or a business key of it, and what cannot be known of it here. */
import type { Config } from '../../config/schema.js'
import { EXIT } from '../../errors.js'
import { keysText } from '../../message/events/keys.js'
import { idsFrom } from '../../store/ids.js'
import { keyQueryFrom, keysMeant } from '../../store/journal/keys/query.js'
import { hashingIn } from '../../store/journal/open.js'
import type { JobResult } from '../../store/queue/job.js'
import { type JobSummary, readLimit } from '../../store/queue/listing.js'
import type { JobState } from '../../store/queue/queue.js'
import type { KeptMessage } from '../../transport.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { argument } from '../command/job-filters.js'
import { JOB_KEYS, whatOf } from '../command/list-jobs.js'
import { withAdminOf } from '../command/open-admin.js'
import { moment, note, printFields, printJson, span } from '../command/print.js'
import { readConfig } from '../command/read-config.js'
import { ENTRY_KEYS } from './entries.js'
import { showFromJournal } from './find-conversations.js'

interface FindFlags extends ConfigOptions {
  readonly most: number
  readonly json: boolean
}

/** Jobs that are shown: they fill a screen. */
const SHOWN = 10
const MAX_JOBS = 100_000

export function findCommand(): CliCommand {
  return withConfigOptions(new CliCommand('find'))
    .argument(
      '<text>',
      'id of its exchange or its trace, wsa:MessageID, Message-ID of a mail, or a business key: VALUE or mrn=VALUE',
    )
    .option(
      '--most <number>',
      'look through so many jobs, newest first',
      argument(readLimit),
      MAX_JOBS,
    )
    .withJson('one object a line for each entry of the journal, each job, and each refused mail', {
      found: 'entry: then key, at, node and event; job; or refused: then file, at and cause',
      ...ENTRY_KEYS,
      ...JOB_KEYS,
      result: 'what came of it; null if it has not ended',
      file: 'where a refused mail is kept',
    })
    .withExits({ 65: 'nothing is known by that id or key' })
    .withExamples(
      "waybill find '<order-42@partner.example>'",
      'waybill find 24DE123456789',
      'waybill find 01a2039e-63e5-7d3e-950e-6acc69d6a90d --json',
    )
    .action(find)
}

async function find(text: string, flags: FindFlags): Promise<void> {
  const { config, transports } = await readConfig(sourcesOf(flags))
  const ids = idsFrom(text)
  const kept: KeptMessage[] = []
  for (const { module } of transports.all) {
    kept.push(...((await module.findKept?.(ids, config.stateDir)) ?? []))
  }
  for (const one of kept) showKept(one, flags.json)
  const keys = keysMeant(keyQueryFrom(text), await hashingIn(config)())
  const entries = await showFromJournal(config, text, flags.json)
  await withAdminOf(config, async (admin, queue) => {
    const { jobs, looked, all } = await admin.find(text, flags.most, keys)
    for (const job of jobs.slice(0, SHOWN)) {
      showJob(job, job.state === 'done' ? await queue.find(job.id) : undefined, flags.json)
    }
    if (jobs.length > SHOWN) note(`only the newest ${SHOWN} of ${jobs.length} jobs are shown`)
    if (jobs.length + kept.length + entries === 0) {
      note(`nothing was found by ${text}`)
      process.exitCode = EXIT.dataError
    }
    const some = `the newest ${looked} jobs were looked through; --most looks further back`
    note(all ? `all ${looked} jobs were looked through` : some)
    note(limitsOf(config))
  })
}

/** What cannot be found, so that nobody takes it for what did not happen. */
function limitsOf({ journal, queue }: Config): string {
  const jobs = `of jobs, what ended more than ${span(queue.retention)} ago or was trimmed`
  const others = 'nodes with a journal of their own that journal.nodes does not name'
  return journal.enabled
    ? `not known here: what came more than ${span(journal.retention)} ago; ${jobs}; ${others}`
    : `not known here: messages that were answered at once or refused, as journal.enabled is false; ${jobs}`
}

function showJob(job: JobSummary, ended: JobState | undefined, json: boolean): void {
  const result = ended?.state === 'done' ? ended.result : undefined
  if (json) {
    printJson({ found: 'job', ...job, result: result && { ...result, message: undefined } })
    return
  }
  printFields([
    ['job', job.id],
    ['what', `${job.kind}: ${whatOf(job)}`],
    ['state', job.state],
    ['result', result && resultOf(result)],
    ['accepted', moment(job.accepted)],
    ['ended', job.ended === undefined ? undefined : moment(job.ended)],
    ['attempts', String(job.attempts)],
    ['sender', job.sender],
    ['message id', job.messageId],
    ['keys', keysText(job.keys) || undefined],
    ['cause', job.cause],
    ['more', `waybill ${job.state === 'dead' ? 'dead' : 'queue'} show ${job.id}`],
  ])
  process.stdout.write('\n')
}

function resultOf(result: JobResult): string {
  switch (result.kind) {
    case 'accepted':
      return 'it had its effect; there is no answer, or the answer went elsewhere'
    case 'reply':
      return 'it was answered with a reply'
    case 'fault':
      return `it was answered with a fault (${result.code})`
    case 'undelivered':
      return `a report came that it was not delivered: ${result.report.status} ${result.report.text}`
    case 'replaced':
      return `it was edited; ${result.by} took its place`
  }
}

function showKept({ file, at, cause }: KeptMessage, json: boolean): void {
  if (json) {
    printJson({ found: 'refused', file, at, cause })
    return
  }
  printFields([
    ['refused', moment(at)],
    ['cause', cause],
    ['kept in', file],
  ])
  process.stdout.write('\n')
}
