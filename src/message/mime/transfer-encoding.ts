/** Encodes bytes so that mail does not change them: as quoted-printable or base64, whichever is shorter. */

export interface TransferEncoded {
  readonly encoding: 'quoted-printable' | 'base64'
  /** ASCII lines of at most 76 characters, each with CRLF at its end. */
  readonly lines: Buffer
}

const LINE = 76
const EQUALS = 0x3d
const CR = 0x0d
const LF = 0x0a
const HEX = Buffer.from('0123456789ABCDEF')

/** Decoding gives the same bytes back: line ends are content too. */
export function transferEncode(bytes: Buffer): TransferEncoded {
  const escaped = countEscaped(bytes)
  // An escaped byte takes three; base64 takes four for three, whatever they are.
  return 2 * escaped * 3 > bytes.length
    ? { encoding: 'base64', lines: base64(bytes) }
    : { encoding: 'quoted-printable', lines: quotedPrintable(bytes, escaped) }
}

function base64(bytes: Buffer): Buffer {
  const lines = bytes.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

/**
 * RFC 2045 §6.7, in the form for binary data: CR and LF are escaped, because relays may change line
 * ends. No line ends in a space, or begins with what a relay might change (`.` and `From `).
 */
function quotedPrintable(bytes: Buffer, escaped: number): Buffer {
  const length = bytes.length + 2 * escaped
  // No line is shorter than 70 characters but the last, and those that end with a line feed.
  const lines = Math.ceil(length / 70) + escaped + 1
  const out = Buffer.allocUnsafe(length + 6 * lines)
  let at = 0
  let column = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number
    if (column > LINE - 4) {
      at = softBreak(out, at)
      column = 0
    }
    if (isPlain(byte) && !(column === 0 && (byte === 0x2e || byte === 0x46))) {
      out[at] = byte
      at += 1
      column += 1
      continue
    }
    out[at] = EQUALS
    out[at + 1] = HEX[byte >> 4] as number
    out[at + 2] = HEX[byte & 0x0f] as number
    at += 3
    column += 3
    if (byte === LF && index < bytes.length - 1) {
      at = softBreak(out, at)
      column = 0
    }
  }
  // The decoded text must not have a line end that the text did not have.
  return out.subarray(0, softBreak(out, at))
}

function softBreak(out: Buffer, at: number): number {
  out[at] = EQUALS
  out[at + 1] = CR
  out[at + 2] = LF
  return at + 3
}

function countEscaped(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (!isPlain(byte)) count += 1
  return count
}

/** Printable ASCII without the equals sign. */
function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7e && byte !== EQUALS
}
