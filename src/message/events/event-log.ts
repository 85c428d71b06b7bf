/** The first listener: writes each event as a log line. */
import type { Log } from '../../base/log.js'
import type { BreakerChanged, KeySeen, NodeEvent, Observe } from './events.js'

/** Bytes of a text from a peer that a line may hold: the whole line stays below 1 KiB. */
const MAX_BYTES = 160

export type Level = 'debug' | 'info' | 'warn'

export function eventLog(log: Pick<Log, Level>): Observe {
  return (emitted) => {
    const event = shortened(emitted)
    const fields = hasLong(event)
      ? Object.fromEntries(Object.entries(event).map(([key, value]) => [key, clip(value)]))
      : event
    log[levelOf(event)](fields, sentenceOf(event))
  }
}

/** A line has no room for what a peer can send any number of. */
function shortened(event: NodeEvent): NodeEvent {
  switch (event.event) {
    case 'exchange': {
      if (!event.blocks) return withShownKeys(event)
      const { blocks: _, ...rest } = event
      return withShownKeys(rest)
    }
    case 'job':
    case 'refused':
      return withShownKeys(event)
    case 'breaker':
    case 'connection':
    case 'opinion':
    case 'action':
      return event
  }
}

/** Bytes of all business keys that a line may hold. */
const MAX_KEY_BYTES = 320

/** Nobody reads a hash: it is left out, and so are the last of many keys. */
function withShownKeys<Event extends { readonly keys?: readonly KeySeen[] | undefined }>(
  event: Event,
): Event {
  const { keys } = event
  if (!keys) return event
  const shown = shownOf(keys)
  return shown.length === keys.length
    ? event
    : { ...event, keys: shown.length > 0 ? shown : undefined }
}

function shownOf(keys: readonly KeySeen[]): readonly KeySeen[] {
  let left = MAX_KEY_BYTES
  return keys.filter((one) => {
    if (!('value' in one)) return false
    left -= Buffer.byteLength(one.name) + Buffer.byteLength(one.value) + KEY_AROUND
    return left >= 0
  })
}

/** Bytes around a key: `{"name":"","value":""},`. */
const KEY_AROUND = 23

/** Failures are warnings; events that could flood the log have level `debug`. */
export function levelOf(event: NodeEvent): Level {
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

/** Keys have a bound of their own. */
function hasLong(event: NodeEvent): boolean {
  const keys = 'keys' in event ? event.keys : undefined
  return Object.values(event).some((value) => value !== keys && isLong(value))
}

function isLong(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'string' && value.length * 3 > MAX_BYTES)
}

function clip(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 10).map(clip)
  if (typeof value !== 'string' || Buffer.byteLength(value) <= MAX_BYTES) return value
  const bytes = Buffer.from(value.slice(0, MAX_BYTES)).subarray(0, MAX_BYTES)
  // The last character may be cut in two.
  return `${bytes.toString('utf8').replace(/\ufffd+$/, '')}…`
}
