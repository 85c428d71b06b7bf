/** The W3C's traceparent and tracestate: one trace id for a conversation, across nodes of any make. */
import { randomBytes } from 'node:crypto'

/** Which trace a message belongs to, in a form that is safe to write into any header. */
export interface Trace {
  /** The value of traceparent, in the form of version 00. */
  readonly parent: string
  /** The value of tracestate; passed on as it came. */
  readonly state?: string
}

/** §3.2.2: version, trace-id, parent-id, trace-flags; later versions may go on after another dash. */
const PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NOTHING = /^0+$/

/** §3.3.1.5: as many characters as everybody should pass on. */
const LONGEST_STATE = 512

/**
 * @returns undefined for what is no traceparent: "the vendor MUST NOT use" the rest then, and the
 *   message is as good as without
 */
export function readTrace(
  traceparent: string | undefined,
  tracestate: string | undefined,
): Trace | undefined {
  const [, version, id = '', parentId = '', flags, more] =
    PARENT.exec(traceparent?.trim() ?? '') ?? []
  if (version === undefined || version === 'ff' || NOTHING.test(id) || NOTHING.test(parentId)) {
    return undefined
  }
  if (version === '00' && more !== undefined) return undefined
  const parent = `00-${id}-${parentId}-${flags}`
  const state = tracestate?.trim() ?? ''
  const safe = state !== '' && state.length <= LONGEST_STATE && /^[ -~]+$/.test(state)
  return safe ? { parent, state } : { parent }
}

export function traceIdOf(trace: Trace | undefined): string | undefined {
  return trace?.parent.split('-')[1]
}

/**
 * What the next node gets: the trace of the message, or one that begins here and has the exchange's id
 * without its dashes; always with a parent of its own.
 *
 * @param exchange  the exchange's id
 */
export function traceOnward(received: Trace | undefined, exchange: string): Trace {
  const own = idFrom(exchange)
  // As much of the exchange's id as there is room for: what is logged under the one is found by the other.
  const parentId = own.slice(16)
  const [, id, , flags] = received?.parent.split('-') ?? []
  // §3.2.2.5: not sampled, as nobody has asked for it.
  const parent = `00-${id ?? own}-${parentId}-${flags ?? '00'}`
  return received?.state === undefined ? { parent } : { parent, state: received.state }
}

/** The trace id that belongs to an exchange. */
export function idFrom(exchange: string): string {
  const plain = exchange.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(plain) ? plain : randomBytes(16).toString('hex')
}
