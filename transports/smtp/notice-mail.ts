/** The mail that tells people something of this node, such as an alert. */
import { type Note, Undeliverable } from '#transport'
import { foldedText, transferEncode } from '#transport/mime'
import { randomId, wallTime } from '#transport/time'
import { readAddress } from './address.js'
import { type Mail, messageId, type Sending } from './encode.js'

/**
 * Its return path is empty: nobody waits for a report about it, and no automaton answers it.
 *
 * @throws Undeliverable for good, for what is no mailbox
 */
export function encodeNote(
  { to, subject, text }: Note,
  { from }: Sending,
  now = new Date(wallTime()),
): Mail {
  const mailbox = readAddress(to)
  if (mailbox === undefined) throw new Undeliverable(`${to} is no mailbox`, { permanent: true })
  const { encoding, lines } = transferEncode(Buffer.from(`${text}\n`, 'utf8'))
  const header = [
    ['Date', now.toUTCString().replace('GMT', '+0000')],
    ['From', from],
    ['To', mailbox],
    ['Subject', foldedText(subject)],
    ['Message-ID', messageId(randomId(), from)],
    // RFC 3834 §5
    ['Auto-Submitted', 'auto-generated'],
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Transfer-Encoding', encoding],
  ]
  const head = header.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return {
    returnPath: '',
    to: mailbox,
    content: Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), lines]),
  }
}
