/** The options that choose entries of the journal, the same for every command about them. */
import type { Command } from 'commander'
import { EVENTS } from '../../message/events/describe.js'
import type { NodeEvent } from '../../message/events/events.js'
import type { JournalQuery } from '../../store/journal/journal.js'
import { keyQueryFrom } from '../../store/journal/keys/query.js'
import { readMoment } from '../../store/queue/listing.js'
import { argument } from '../command/job-filters.js'
import { WrongUsage } from '../command/wrong-usage.js'

type EventName = NodeEvent['event']

const NAMES = Object.keys(EVENTS).join(', ')

export function withJournalFilters<Of extends Command>(command: Of): Of {
  return command
    .option('--id <id>', 'id of the exchange, trace or job, wsa:MessageID, Message-ID of a mail')
    .option(
      '--key <key>',
      'a business key of its message: mrn=VALUE, or VALUE for the key of any name',
      argument(keyQueryFrom),
    )
    .option('--operation <name>', 'its operation: {namespace}Name, or Name in any namespace')
    .option('--peer <text>', 'part of the address, the mailbox or the name of its sender')
    .option(
      '--outcome <word>',
      'how it ended, such as fault, refused or dead; may be repeated',
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option('--transport <name>', 'the transport that it came over')
    .option('--to <text>', 'part of the destination, or of the address that it goes to')
    .option('--cause <text>', 'part of the cause')
    .option(
      '--since <time>',
      'ended then or later: 2026-11-21T18:00Z, or 2h for so long ago',
      argument(readMoment),
    )
    .option('--until <time>', 'ended before then', argument(readMoment))
    .option(
      '--event <event>',
      `what happened: ${NAMES}; may be repeated`,
      (text: string, before: readonly EventName[] = []) => [...before, argument(readEvent)(text)],
    )
    .option('--node <uri>', 'at this node')
}

/**
 * What a command says of entries.
 *
 * @param events  those that are meant if neither an event nor an id is said. Default: all
 */
export function journalQuery(filters: JournalQuery, events?: readonly EventName[]): JournalQuery {
  const { id, key, event, node, transport, operation, peer, outcome, to, cause, since, until } =
    filters
  if (since !== undefined && until !== undefined && since >= until) {
    throw new WrongUsage('--since is not before --until')
  }
  return {
    id,
    key,
    event: event ?? (id === undefined ? events : undefined),
    node,
    transport,
    operation,
    peer,
    outcome,
    to,
    cause,
    since,
    until,
  }
}

function readEvent(text: string): EventName {
  if (!isEvent(text)) throw new RangeError(`expected one of ${NAMES}`)
  return text
}

function isEvent(text: string): text is EventName {
  return Object.hasOwn(EVENTS, text)
}
