/** What an event says of a problem: that it was seen, or that it is over. */
import { printable } from '../../base/printable.js'
import type { BreakerChanged, JobSettled, NodeEvent } from '../../message/events/events.js'
import type { Sighting } from './problem.js'

export type Seen =
  | { readonly seen: Sighting }
  /** Key of what is over. */
  | { readonly over: string }

/** @returns undefined for an event that is no problem */
export function sightingIn(event: NodeEvent): Seen | undefined {
  switch (event.event) {
    case 'job':
      return event.outcome === 'dead' ? { seen: deadLetter(event) } : undefined
    case 'breaker':
      return event.outcome === 'open' ? { seen: breaker(event) } : { over: breakerKey(event) }
    default:
      return undefined
  }
}

/** Keys of dead letters begin with it. */
export const DEAD = 'dead-letter '

function deadLetter({ operation, to, cause = '', job, exchange }: JobSettled): Sighting {
  const what = shown(operation ?? 'messages')
  const goes = to === undefined ? '' : ` to ${shown(withoutUser(to))}`
  return {
    kind: 'dead-letter',
    key: `${DEAD}${operation ?? ''}\n${goes}\n${alike(cause)}`,
    title: `Dead letters: ${what}${goes}`,
    example: `${shown(job)} (exchange ${shown(exchange)}): ${shown(cause)}`,
    page: '#/dead',
  }
}

function breaker(event: BreakerChanged): Sighting {
  const { destination, to, cause = '', failures } = event
  const address = to === undefined ? '' : ` at ${shown(to)}`
  const times = failures === undefined ? '' : ` after ${failures} failures in a row`
  return {
    kind: 'breaker',
    key: breakerKey(event),
    title: `The circuit breaker of ${shown(destination)}${address} is open`,
    example: `opened${times}: ${shown(cause)}`,
    page: '#/topology',
  }
}

function breakerKey({ destination, to }: BreakerChanged): string {
  return to === undefined ? `breaker ${destination}` : `breaker ${destination} at ${to}`
}

/** Causes that differ in numbers and in what they quote are the same. */
function alike(cause: string): string {
  return cause
    .slice(0, 500)
    .replace(/"[^"]*"|'[^']*'/g, '…')
    .replace(/[\w.-]*\d[\w.-]*/g, '#')
    .slice(0, 120)
}

const MAX_EXAMPLE_LENGTH = 200

/** A peer may have written it. */
export function shown(text: string): string {
  const short = text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}…` : text
  return printable(short.replace(/\s+/g, ' '))
}

/** A URL may have a password in it. */
function withoutUser(to: string): string {
  return to.replace(/\/\/[^/@]*@/, '//')
}
