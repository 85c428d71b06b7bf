/** The first listener: writes each event as a log line. */
import { MemberWriter } from '../../base/json-text.js'
import type { Logger } from '../../base/log.js'
import type { BreakerChanged, KeySeen, NodeEvent, Observe } from './events.js'
import { keysText } from './keys.js'
import { OWN_FIELDS } from './own-fields.js'

/** Bytes of a text from a peer that a line may hold: the whole line stays below 1 KiB. */
const MAX_BYTES = 160
/** Bytes of all business keys that a line may hold. */
const MAX_KEY_BYTES = 320
/** Bytes of a UTF-16 unit in UTF-8, at most. */
const MAX_UNIT_BYTES = 3

export type EventLevel = 'debug' | 'info' | 'warn'

export function eventLog(log: Pick<Logger, 'writes' | 'line'>): Observe {
  const members = new MemberWriter()
  return (event) => {
    const level = levelOf(event)
    if (log.writes(level)) log.line(level, membersOf(event, members), sentenceOf(event))
  }
}

/** A line has no room for what a peer can send any number of. */
function membersOf<Event extends NodeEvent>(event: Event, members: MemberWriter): string {
  const keys = 'keys' in event ? event.keys : undefined
  let text = ''
  for (const name in event) {
    if (name === 'blocks') continue
    const value = name === 'keys' && keys ? textOfKeys(keys) : clip(event[name])
    text += isRepeated(name, value) ? members.likeBefore(name, value) : members.member(name, value)
  }
  return text
}

function isRepeated(name: string, value: unknown): value is string | number | boolean {
  return value !== undefined && typeof value !== 'object' && !OWN_FIELDS.has(name)
}

/** Nobody reads a hash: where there are no others, there is no field. */
function textOfKeys(keys: readonly KeySeen[]): unknown {
  return clip(keysText(keys), MAX_KEY_BYTES) || undefined
}

/** Failures are warnings; events that could flood the log have level `debug`. */
export function levelOf(event: NodeEvent): EventLevel {
  switch (event.event) {
    case 'exchange':
      if (event.again) return 'debug'
      return event.outcome === 'fault' || event.outcome === 'refused' ? 'warn' : 'info'
    case 'job':
      return JOB_LEVELS[event.outcome]
    case 'breaker':
      return event.outcome === 'open' ? 'warn' : 'info'
    case 'refused':
      return event.again ? 'debug' : 'warn'
    case 'connection':
      return 'debug'
    case 'opinion':
      return 'warn'
    case 'action':
      return event.outcome === 'done' ? 'info' : 'warn'
  }
}

function sentenceOf(event: NodeEvent): string {
  switch (event.event) {
    case 'exchange':
      return 'exchange'
    case 'job':
      return JOBS[event.outcome]
    case 'breaker':
      return breakerSentence(event)
    case 'refused':
      return 'refused'
    case 'connection':
      return 'connection closed'
    case 'opinion':
      return 'the second opinion on an element differs'
    case 'action':
      return `an operator asked for: ${event.action}`
  }
}

function breakerSentence({ outcome, to }: BreakerChanged): string {
  const where = to === undefined ? 'the destination' : 'this address of the destination'
  return outcome === 'open'
    ? `the circuit breaker has opened: nothing is sent to ${where} for a while`
    : `the circuit breaker has closed: ${where} answers again`
}

/** While a destination is down, each of its jobs is postponed again and again. */
const JOB_LEVELS = {
  done: 'info',
  suspended: 'info',
  postponed: 'debug',
  retry: 'warn',
  dead: 'warn',
} as const

const JOBS = {
  done: 'a job is done',
  suspended: 'a job waits for its answer',
  postponed: 'a job waits, because the circuit of its destination is open',
  retry: 'a job is tried again',
  dead: 'a job has become a dead letter',
} as const

function clip(value: unknown, most = MAX_BYTES): unknown {
  if (Array.isArray(value)) return value.slice(0, 10).map((one) => clip(one))
  if (typeof value !== 'string' || value.length * MAX_UNIT_BYTES <= most) return value
  if (Buffer.byteLength(value) <= most) return value
  const bytes = Buffer.from(value.slice(0, most)).subarray(0, most)
  // The last character may be cut in two.
  return `${bytes.toString('utf8').replace(/\ufffd+$/, '')}…`
}
