/** Sends over the transport that has a URL's scheme, by the rules of its destination. */
import { limited } from '../../base/deadline.js'
import { type Guard, type Transport, Undeliverable } from '../../transport.js'
import type { Send, Sends } from '../parts/parts.js'
import type { Breakers } from './breakers.js'
import type { Destinations } from './destinations.js'

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
    const send = (until: AbortSignal) =>
      transport.send(message, to, until, guarded ? guard : undefined, destination?.access, spool)
    const attempt = () => limited(destination?.timeout, signal, send)
    const breaker = breakers.of(to, destination, guarded)
    return breaker ? breaker.through(attempt, urgent) : attempt()
  }
  const leavesAlone = (to: URL, name: string | undefined) =>
    breakers.of(to, destinations.find(name, to), false)?.refuses ?? false
  return { send, leavesAlone, declares: destinations.declares, carries, tracesIn }
}
