/** `waybill status`: asks the node that runs what it is, how its queue is, and what is wrong. */
import { printable } from '../../base/printable.js'
import { wallTime } from '../../base/time.js'
import { EXIT } from '../../errors.js'
import { type Status, statusOf } from '../../operate/running/status.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { moment, note, printFields, printJson, span } from '../command/print.js'
import { readConfig } from '../command/read-config.js'
import { toned, toneOf } from '../command/style.js'
import { urlOption } from './url-option.js'

interface Flags extends ConfigOptions {
  readonly url?: string
  readonly json: boolean
}

export function statusCommand(): CliCommand {
  return withConfigOptions(new CliCommand('status'))
    .addOption(urlOption())
    .withJson('one object', {
      url: 'where its admin listener is',
      uri: 'URI of the node',
      version: 'its version',
      role: '`all`, `listener` or `worker`',
      started: 'when it started, in milliseconds since 1970',
      listening: 'what it listens on: transport and urls of each',
      ready: '`true` if it accepts messages',
      queue: 'its queue, as in `waybill queue stats`; null if it does not answer',
      at: 'when it looked for problems last, in milliseconds since 1970',
      problems:
        'what is wrong, the worst first, each with name, subject, severity, stopsAcceptance, shared, summary, remedy, since, waiting, oldest, page and node',
    })
    .withExits({ 1: 'there is a problem that is an error', 69: 'no node runs' })
    .withExamples(
      'waybill status --config waybill.yaml',
      'waybill status --url http://127.0.0.1:8081 --json',
    )
    .action(status)
}

async function status({ url, json, ...options }: Flags): Promise<void> {
  const { config } = await readConfig(sourcesOf(options))
  const found = await statusOf(config, url)
  if (found.problems.some(({ severity }) => severity === 'error')) process.exitCode = EXIT.invalid
  if (json) {
    printJson(found)
    return
  }
  printNode(found)
  const page = config.alerts.console ?? found.url
  for (const problem of found.problems) printProblem(problem, page, found.at)
  const count = found.problems.length
  note(
    count === 0
      ? `nothing is wrong, as of ${moment(found.at)}`
      : `problems: ${count}, as of ${moment(found.at)}`,
  )
}

function printNode({ uri, version, role, started, listening, ready, queue }: Status): void {
  printFields([
    ['node', uri],
    ['version', `${version}, ${role}`],
    ['runs', `for ${span(wallTime() - started)}, since ${moment(started)}`],
    ['ready', ready ? 'yes' : 'no: it accepts no message'],
    ...listening.flatMap(({ transport, urls }) => urls.map((one) => [transport, one] as const)),
    ['queue', queueText(queue)],
    [
      'oldest',
      queue?.oldestUndelivered == null ? undefined : `${span(queue.oldestUndelivered)} undelivered`,
    ],
  ])
}

function queueText(queue: Status['queue']): string {
  if (!queue) return 'it does not answer'
  const { paused, waiting, delayed, suspended, running, dead } = queue
  const counts = `${waiting} waiting, ${delayed} delayed, ${suspended} suspended, ${running} running, ${dead} dead`
  return paused ? `paused: ${counts}` : counts
}

function printProblem(
  {
    name,
    subject,
    severity,
    since,
    waiting,
    oldest,
    summary,
    remedy,
    page,
  }: Status['problems'][number],
  console: string,
  at: number,
): void {
  const title = subject === undefined ? name : `${name}: ${subject}`
  const facts = [
    `since ${moment(since)} (${span(Math.max(0, at - since))})`,
    ...(waiting === undefined ? [] : [`${waiting} waiting`]),
    ...(oldest === undefined ? [] : [`the oldest for ${span(oldest)}`]),
  ]
  const indented = [summary, remedy, `${console.replace(/\/$/, '')}/${page}`]
  process.stdout.write(
    `\n${toned(severity.padEnd(7), toneOf(severity))}  ${printable(title)}  ${facts.join(', ')}\n`,
  )
  for (const line of indented) process.stdout.write(`         ${printable(line)}\n`)
}
