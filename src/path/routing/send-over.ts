/** Sends over the transport that has a URL's scheme, by the rules of its destination. */
import { limited, waitFor } from '../../base/deadline.js'
import { wallTime } from '../../base/time.js'
import {
  type EnvelopeMessage,
  type Guard,
  type OutboundMessage,
  type Transport,
  Undeliverable,
} from '../../transport.js'
import { NotTried, OutOfTurn } from '../deferred/not-tried.js'
import { Refused } from '../facts/refused.js'
import type { Send, Sends, SendWay } from '../parts/parts.js'
import type { Breakers } from './breakers.js'
import { type Destination, type Destinations, urlsOf } from './destinations.js'

export interface Sending {
  /** The first one that has the scheme is taken. */
  readonly transports: readonly Transport[]
  readonly destinations: Destinations
  readonly breakers: Breakers
  /** For messages whose way a peer has named: the policy of replies. */
  readonly guard: Guard
}

export function sendOver({ transports, destinations, breakers, guard }: Sending): Sends {
  const carries = (what: string) =>
    transports.some(
      ({ name, schemes, carriesAttachments = false }) =>
        carriesAttachments && (name === what || schemes.includes(what)),
    )
  const tracesIn = ({ protocol }: URL) =>
    transports.find(({ schemes }) => schemes.includes(protocol.slice(0, -1)))?.carriesTrace ===
    false
      ? 'blocks'
      : 'fields'
  /** One with several addresses goes to these, wherever a message was stored for; else a message goes where it says. */
  const addresses = (to: URL, destination: Destination | undefined) => {
    const urls = destination ? urlsOf(destination) : []
    return urls.length > 1 ? urls : [to]
  }
  const refuses = (to: URL, destination: Destination | undefined, guarded: boolean) =>
    addresses(to, destination).every(
      (url) => breakers.of(url, destination, guarded)?.refuses ?? false,
    )
  const send: Send = async (message, to, signal, way = {}) => {
    const { guarded = false, destination: name, urgent, spool } = way
    const transport = transports.find(({ schemes }) => schemes.includes(to.protocol.slice(0, -1)))
    if (!transport) throw new Undeliverable(`no transport sends to ${to.protocol}`)
    const { attachments = [] } = message
    if (attachments.length > 0 && !transport.carriesAttachments) {
      throw new Undeliverable(`${transport.name} takes no attachments`, { unsent: true })
    }
    // What a peer names is never told the credentials of a destination, though it may be the same.
    const destination = guarded ? undefined : destinations.find(name, to)
    // No turn is lost to a message that is not sent.
    if (destination && (urgent || !refuses(to, destination, guarded))) {
      await haveTurn(message, destination, signal, way)
    }
    return firstThatTakes(addresses(to, destination), signal, way, (url) => {
      const sendTo = (until: AbortSignal) =>
        transport.send(message, url, until, guarded ? guard : undefined, destination?.access, spool)
      const attempt = () => limited(destination?.timeout, signal, sendTo)
      const breaker = breakers.of(url, destination, guarded)
      return breaker ? breaker.through(attempt, urgent) : attempt()
    })
  }
  const leavesAlone = (to: URL, name: string | undefined) =>
    refuses(to, destinations.find(name, to), false)
  return { send, leavesAlone, declares: destinations.declares, carries, tracesIn }
}

type Answer = EnvelopeMessage | undefined

/**
 * Sends to one address after the other, until one has taken the message, or may have.
 *
 * @throws Undeliverable of the last one that was tried
 * @throws NotTried if none was, because the circuit of each is open
 */
async function firstThatTakes(
  addresses: readonly URL[],
  signal: AbortSignal,
  { passedOver }: SendWay,
  sendTo: (address: URL) => Promise<Answer>,
): Promise<Answer> {
  let failure: Undeliverable | undefined
  for (const [index, address] of addresses.entries()) {
    try {
      return await sendTo(address)
    } catch (error) {
      if (!(error instanceof Undeliverable && error.notTaken) || signal.aborted) throw error
      if (!(error instanceof NotTried) && index < addresses.length - 1) passedOver?.(address, error)
      failure = failure ? worse(failure, error) : error
    }
  }
  throw failure ?? new Undeliverable('there is no address to send to')
}

/** What was tried says more than what was not; of what was not, the first that may be. */
function worse(one: Undeliverable, other: Undeliverable): Undeliverable {
  if (!(other instanceof NotTried)) return other
  if (!(one instanceof NotTried)) return one
  return other.until < one.until ? other : one
}

/**
 * @throws OutOfTurn for a message that is to come back for its turn
 * @throws Refused for one whose sender cannot wait for it
 */
async function haveTurn(
  { id = '' }: OutboundMessage,
  { name, line }: Destination,
  signal: AbortSignal,
  { patience }: SendWay,
): Promise<void> {
  if (!line) return
  if (patience === undefined) {
    const wait = line.take(id)
    if (wait > 0) throw new OutOfTurn(name, wait, wallTime())
    return
  }
  const { wait, reserved } = line.reserve(patience)
  if (!reserved) {
    const sentence = `the turn at destination ${name} is too late for who waits: perSecond bounds them`
    throw new Refused('busy', sentence, { retryAfter: Math.ceil(wait / 1_000) })
  }
  if (wait > 0) await waitFor(wait, signal)
}
