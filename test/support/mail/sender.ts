/** Senders and mailboxes of a mail transport as the tests configure them, and who closes them. */
import { SMTP_BOUNDS } from '../../../transports/smtp/bounds.js'
import type { MailboxOptions } from '../../../transports/smtp/mailbox/options.js'
import type { RelayOptions } from '../../../transports/smtp/relay.js'
import { SmtpSender } from '../../../transports/smtp/sender.js'

/** For everything but where the mailbox is and who reads it; quick to try again. */
export const READING = {
  done: 'Done',
  failed: 'Failed',
  maxMessage: 100_000,
  limits: SMTP_BOUNDS.receiving,
  concurrency: 4,
  checkInterval: 60_000,
  retryDelay: 5,
  reconnectDelay: 5,
  maxReconnectDelay: 20,
  connectTimeout: 20_000,
  silenceTimeout: 20_000,
} satisfies Partial<MailboxOptions>

/** Sends by a relay until the test is over. */
export function senderTo(
  t: { teardown(clean: () => Promise<void>): void },
  url: string,
  more: Partial<RelayOptions> = {},
): SmtpSender {
  const sender = new SmtpSender({
    url,
    from: 'node@bus.example',
    plusAddresses: true,
    connections: 2,
    mailsPerConnection: 100,
    connectTimeout: 20_000,
    silenceTimeout: 20_000,
    ...more,
  })
  t.teardown(() => sender.close())
  return sender
}
