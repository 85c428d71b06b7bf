/** Sends notices as mails to people, by the transport that can. */
import { WaybillError } from '../errors.js'
import type { Transport } from '../transport.js'
import type { Channel } from './outbox.js'

/** Milliseconds that the relay may take for all of them. */
const TIME = 30_000

/** @throws WaybillError if no transport sends texts to people */
export function mailChannel(to: readonly string[], transports: readonly Transport[]): Channel {
  const transport = transports.find(({ tell }) => tell !== undefined)
  if (!transport) {
    throw new WaybillError(
      'WAYBILL_CONFIG_INVALID',
      'alerts.mail: expected a mail transport with a relay, got none that sends mails',
    )
  }
  return {
    name: 'mail',
    timeout: TIME,
    async send({ subject, text }, signal) {
      // One after the other: what one mailbox refuses, the others get.
      const failures: unknown[] = []
      for (const mailbox of to) {
        const failure = await transport.tell?.({ to: mailbox, subject, text }, signal).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (failure !== undefined) failures.push(failure)
      }
      if (failures.length === to.length) throw failures[0]
    },
  }
}
