/** Sends notices as mails to people, by the transport that can. */
import type { Log } from '../../base/log.js'
import { WaybillError } from '../../errors.js'
import type { Transport } from '../../transport.js'
import type { Channel } from './outbox.js'

/** Milliseconds that the relay may take for all of them. */
const TIME = 30_000

/**
 * @param log  told once of a mailbox that gets none while others do
 * @throws WaybillError if no transport sends texts to people
 */
export function mailChannel(
  to: readonly string[],
  transports: readonly Transport[],
  log: Pick<Log, 'warn'>,
): Channel {
  const transport = transports.find(({ notify }) => notify !== undefined)
  if (!transport) {
    throw new WaybillError(
      'WAYBILL_CONFIG_INVALID',
      'alerts.mail: expected a mail transport with a relay, got none that sends mails',
    )
  }
  const refused = new Set<string>()
  const complain = (mailbox: string, err: unknown) => {
    if (refused.has(mailbox)) return
    refused.add(mailbox)
    log.warn({ mailbox, err }, 'a mailbox gets no alerts, while others do; this is logged once')
  }
  return {
    name: 'mail',
    timeout: TIME,
    async send({ subject, text }, signal) {
      // One after the other: what one mailbox refuses, the others get.
      const failures: { readonly mailbox: string; readonly error: unknown }[] = []
      for (const mailbox of to) {
        try {
          await transport.notify?.({ to: mailbox, subject, text }, signal)
          refused.delete(mailbox)
        } catch (error) {
          failures.push({ mailbox, error })
        }
      }
      if (failures.length === to.length) throw failures[0]?.error
      for (const { mailbox, error } of failures) complain(mailbox, error)
    },
  }
}
