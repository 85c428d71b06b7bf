/** Mails that are in memory, read as those that have come. */
import test from 'ava'
import { MailReader, type MimeLimits, type Part } from '../../../src/message/mime/index.js'
import { type Spool, Spools } from '../../../src/message/spool/index.js'
import { HeldBinary } from '../../../src/xml/binary.js'
import { SMTP_BOUNDS } from '../../../transports/smtp/bounds.js'
import type { ArrivedMail } from '../../../transports/smtp/incoming-mail.js'

const USUAL = SMTP_BOUNDS.receiving

/** Those of the mails that were read: files that nobody closes end the process of newer Node.js. */
const spools: Spool[] = []
test.after.always(() => Promise.all(spools.map((spool) => spool.close())))

/** @param pieceOf  how many bytes come at once, by where they begin. Default: all of them */
export function readMail(
  bytes: Uint8Array,
  limits: MimeLimits = USUAL,
  pieceOf = (_at: number) => bytes.length,
): Part {
  const reader = new MailReader(limits)
  for (let at = 0; at < bytes.length; ) {
    const end = at + Math.max(1, pieceOf(at))
    // As a socket's buffer, it is used again.
    const piece = Uint8Array.from(bytes.subarray(at, end))
    reader.write(piece)
    piece.fill(0)
    at = end
  }
  const spool = new Spools().open()
  spools.push(spool)
  return reader.end(new HeldBinary(bytes), spool)
}

export function arrivedMail(bytes: Uint8Array, limits?: MimeLimits): ArrivedMail {
  return { bytes: new HeldBinary(bytes), read: () => readMail(bytes, limits) }
}
