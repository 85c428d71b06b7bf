/** The traceparent and tracestate of W3C: one trace id for a conversation, across nodes of any kind. */
import { randomBytes } from 'node:crypto'

/** The trace that a message belongs to, in a form that is safe in any header. */
export interface Traceparent {
  /** The value of traceparent, in the form of version 00. */
  readonly parent: string
  /** The value of tracestate, as it came. */
  readonly state?: string
  /** True if the parent is a span of this node, and not what came. */
  readonly own?: true
}

/** §3.2.2: version, trace-id, parent-id, trace-flags; later versions may go on after another dash. */
const PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const ALL_ZEROS = /^0+$/

/** §3.3.1.5: the characters that every node should propagate. */
const MAX_STATE_LENGTH = 512

/**
 * @returns undefined for an invalid traceparent: then "the vendor MUST NOT use" tracestate either
 */
export function readTraceparent(
  traceparent: string | undefined,
  tracestate: string | undefined,
): Traceparent | undefined {
  const [, version, id = '', parentId = '', flags, more] =
    PARENT.exec(traceparent?.trim() ?? '') ?? []
  if (version === undefined || version === 'ff' || ALL_ZEROS.test(id) || ALL_ZEROS.test(parentId)) {
    return undefined
  }
  if (version === '00' && more !== undefined) return undefined
  const parent = `00-${id}-${parentId}-${flags}`
  const state = tracestate?.trim() ?? ''
  const safe = state !== '' && state.length <= MAX_STATE_LENGTH && /^[ -~]+$/.test(state)
  return safe ? { parent, state } : { parent }
}

export function traceIdOf(trace: Traceparent | undefined): string | undefined {
  return trace?.parent.split('-')[1]
}

/**
 * The trace for the next node: that of the message, or a new one whose id is that of the exchange
 * without dashes; always with a new parent id, unless a span of this node is the parent already.
 *
 * @param exchange  the exchange's id
 */
export function traceparentOnward(
  received: Traceparent | undefined,
  exchange: string,
): Traceparent {
  if (received?.own) return received
  const own = idFrom(exchange)
  // The exchange's id, as far as there is room, so that a log search for one finds the other.
  const parentId = own.slice(16)
  const [, id, , flags] = received?.parent.split('-') ?? []
  // §3.2.2.5: not sampled, as the caller has not asked for it.
  const parent = `00-${id ?? own}-${parentId}-${flags ?? '00'}`
  return received?.state === undefined ? { parent } : { parent, state: received.state }
}

/** The trace id that belongs to an exchange. */
export function idFrom(exchange: string): string {
  const plain = exchange.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(plain) ? plain : randomBytes(16).toString('hex')
}
