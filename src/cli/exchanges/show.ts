/** `waybill exchanges show`: shows one conversation as a path over nodes, with all that each of them describes it. */
import { printable, printableLines } from '../../base/printable.js'
import { EXIT } from '../../errors.js'
import type { BlockSeen, ExchangeEnded, SecuritySeen } from '../../message/events/events.js'
import { outcomeOf } from '../../store/journal/conversation/entry-text.js'
import { conversationOf, type Hop } from '../../store/journal/conversation/hops.js'
import { lasting, whatBecame } from '../../store/journal/conversation/outcome-sentence.js'
import type { Captured, JournalReader } from '../../store/journal/journal.js'
import { shownKeys } from '../../store/journal/keys/query.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { note, printFields, printJson } from '../command/print.js'
import { ENTRY_KEYS } from './entries.js'
import { withJournal } from './open-journal.js'
import { exchangeTree } from './tree.js'

interface ShowFlags extends ConfigOptions {
  readonly envelopes: boolean
  readonly json: boolean
}

export function showCommand(): CliCommand {
  return withConfigOptions(new CliCommand('show'))
    .description('show one conversation: its path over nodes, and what each of them did')
    .argument('<id>', 'id of its exchange, trace or job, wsa:MessageID, or Message-ID of a mail')
    .option('--envelopes', 'print the envelopes that were kept, made safe for a terminal', false)
    .withJson('one object', {
      path: `entries of the journal, oldest first, each with ${Object.keys(ENTRY_KEYS).join(', ')}`,
      envelopes: 'those that were kept; null without --envelopes',
    })
    .withExits({ 65: 'nothing is known by that id' })
    .withExamples(
      "waybill exchanges show '<order-42@partner.example>'",
      'waybill exchanges show 01a2039e-63e5-7d3e-950e-6acc69d6a90d --envelopes',
    )
    .action((id: string, flags: ShowFlags) =>
      withJournal(flags, (journal) => show(journal, id, flags)),
    )
}

async function show(journal: JournalReader, id: string, flags: ShowFlags): Promise<void> {
  const path = await journal.path(id)
  if (path.length === 0) {
    note(`the journal has nothing that is known by ${id}`)
    process.exitCode = EXIT.dataError
    return
  }
  const conversation = conversationOf(path)
  const envelopes = flags.envelopes ? await envelopesOf(journal, conversation.hops) : undefined
  if (flags.json) return printJson({ path, envelopes })
  const { hops } = conversation
  for (const sentence of whatBecame(conversation)) process.stdout.write(`${printable(sentence)}\n`)
  if (hops.length > 0) process.stdout.write(`\npath\n${exchangeTree(hops)}`)
  for (const hop of hops) showHop(hop)
  if (!envelopes) return
  for (const envelope of envelopes) showEnvelope(envelope)
  if (envelopes.length === 0) note('no envelope of it was kept; see journal.capture')
}

async function envelopesOf(
  journal: JournalReader,
  hops: readonly Hop[],
): Promise<readonly Captured[]> {
  const all = await Promise.all(hops.map(({ exchange }) => journal.envelopes(exchange)))
  return all.flat().toSorted((one, two) => one.at - two.at)
}

function showHop(hop: Hop): void {
  const { node, exchange, ended, jobs, returned, from } = hop
  const [{ event }] = ended
  process.stdout.write('\n')
  const who = [event.peer, event.from, event.sender && `proven to be ${event.sender}`]
  printFields([
    ['node', node],
    ['exchange', exchange],
    ['came', `${new Date(from).toISOString()} over ${event.transport}`],
    ['from', who.filter(Boolean).join(', ') || undefined],
    ['message id', event.messageId],
    ['trace', event.traceId],
    ['keys', shownKeys(event.keys)],
    ['operation', event.operation],
    ['role', event.role],
    ['size', sizeOf(event)],
    ['security', event.security && securityOf(event.security)],
    ...(event.blocks ?? []).map((block) => ['header block', blockOf(block)] as const),
    ...ended.map(
      (one) =>
        [
          'outcome',
          `${new Date(one.at).toISOString()}  ${outcomeOf(one.event)}${and(one.event.cause)}`,
        ] as const,
    ),
    ...jobs.map(
      ({ at, node: ran, event: job }) =>
        [
          'job',
          `${new Date(at).toISOString()}  ${job.kind} ${job.outcome}, attempt ${job.attempt ?? '-'}, ` +
            `${lasting(job.ms)}${ran === node ? '' : `, at ${ran}`}${and(job.cause)}`,
        ] as const,
    ),
    ...returned.map(
      (one) =>
        [
          'answer came',
          `${new Date(one.at).toISOString()}  over ${one.event.transport}, exchange ${one.event.exchange}` +
            and(one.event.cause),
        ] as const,
    ),
    ['answer', event.answerTo && `goes to ${event.answerTo}`],
  ])
}

function sizeOf({ bytes, attachments, answerLength }: ExchangeEnded): string | undefined {
  const parts = [
    bytes === undefined ? undefined : `${bytes} bytes`,
    attachments === undefined ? undefined : `${attachments} attachments`,
    answerLength === undefined ? undefined : `answer of ${answerLength} bytes`,
  ]
  return parts.filter(Boolean).join(', ') || undefined
}

function securityOf({ verdict, peers = [], encrypted, code }: SecuritySeen): string {
  const by = peers.length > 0 ? `, by ${peers.join(', ')}` : ''
  return `${verdict}${by}${encrypted ? ', encrypted' : ''}${code === undefined ? '' : `, ${code}`}`
}

function blockOf({ name, actor, mustUnderstand, did }: BlockSeen): string {
  const whose = actor === undefined ? '' : `, for ${actor}`
  return `${name}: ${did}${mustUnderstand ? ', mandatory' : ''}${whose}`
}

function and(cause: string | undefined): string {
  return cause === undefined ? '' : `: ${cause}`
}

function showEnvelope({ node, at, direction, exchange, envelope }: Captured): void {
  process.stdout.write('\n')
  printFields([[direction, `${new Date(at).toISOString()} at ${node}, exchange ${exchange}`]])
  process.stdout.write(`${printableLines(envelope)}\n`)
}
