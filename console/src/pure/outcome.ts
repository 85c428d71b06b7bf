/** How an event of a node ended, as one word and one of four tones: what is wrong is distinguished from what is not. */
import type { NodeEvent } from '../../../src/message/events/events.js'

export type Tone = 'good' | 'bad' | 'warn' | 'calm'

const BAD: ReadonlySet<string> = new Set(['fault', 'refused', 'dead', 'open', 'failed'])
const WARN: ReadonlySet<string> = new Set(['retry', 'postponed', 'missed'])
const CALM: ReadonlySet<string> = new Set([
  'accepted',
  'pending',
  'suspended',
  'waiting',
  'delayed',
])

export function toneOf(event: NodeEvent): Tone {
  if (event.event === 'refused' || event.event === 'connection') return 'bad'
  if (event.event === 'opinion') return 'warn'
  if (event.event === 'breaker') return event.outcome === 'open' ? 'bad' : 'good'
  return toneOfWord(event.outcome)
}

export function toneOfWord(outcome: string): Tone {
  if (BAD.has(outcome)) return 'bad'
  if (WARN.has(outcome)) return 'warn'
  return CALM.has(outcome) ? 'calm' : 'good'
}

/** The word for people: `fault Client` says more than `fault`. */
export function wordOf(event: NodeEvent): string {
  if (event.event === 'exchange' && event.code !== undefined) return `fault ${event.code}`
  if (event.event === 'breaker') return `circuit ${event.outcome}`
  if (event.event === 'refused') return `refused ${event.outcome}`
  if (event.event === 'job' && event.outcome === 'dead') return 'dead letter'
  return event.event === 'action' ? `${event.action} ${event.outcome}` : event.outcome
}

/** Outcomes that a search offers, in the order in which they are asked for. */
export const OUTCOMES: readonly string[] = [
  'fault',
  'refused',
  'dead',
  'retry',
  'reply',
  'accepted',
  'pending',
  'done',
  'suspended',
  'postponed',
  'document',
]
