/** Decodes the transfer encoding of a part: 7bit, 8bit, base64 and quoted-printable (RFC 2045 §6). */
import { MalformedMime } from './malformed.js'

/**
 * @param encoding  Content-Transfer-Encoding, or undefined if nothing names one
 * @throws MalformedMime for an encoding this node does not read, or bytes that are not in it
 */
export function decodeTransfer(bytes: Buffer, encoding: string | undefined): Uint8Array {
  switch ((encoding ?? '7bit').toLowerCase()) {
    case '7bit':
    case '8bit':
    case 'binary':
      return bytes
    case 'base64':
      return base64(bytes)
    case 'quoted-printable':
      return quotedPrintable(bytes)
    default:
      throw new MalformedMime('an unknown transfer encoding')
  }
}

/** node:buffer skips characters that are not base64, and another reader may not: so they are refused here. */
function base64(bytes: Buffer): Uint8Array {
  const text = bytes.toString('latin1').replace(/[\r\n\t ]+/g, '')
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw garbled()
  return Buffer.from(text, 'base64')
}

const EQUALS = 0x3d
const CR = 0x0d
const LF = 0x0a
const SPACE = 0x20
const TAB = 0x09

/** RFC 2045 §6.7; spaces at the end of a line are not part of it. */
export function quotedPrintable(bytes: Buffer): Uint8Array {
  const out = Buffer.allocUnsafe(bytes.length)
  let length = 0
  let blanks = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === CR || byte === LF) length -= blanks
    blanks = byte === SPACE || byte === TAB ? blanks + 1 : 0
    if (byte !== EQUALS) {
      out[length] = byte
      length += 1
      continue
    }
    const softBreak = endOfLine(bytes, at + 1)
    if (softBreak !== -1) {
      at = softBreak
      continue
    }
    const [high, low] = [digit(bytes[at + 1]), digit(bytes[at + 2])]
    if (high === NO_DIGIT || low === NO_DIGIT) throw garbled()
    out[length] = high * 16 + low
    length += 1
    at += 2
  }
  return out.subarray(0, length - blanks)
}

/** @returns where the line ends that goes on with blanks only, -1 if it has something else */
function endOfLine(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === SPACE || bytes[at] === TAB) at += 1
  if (bytes[at] === CR) at += 1
  return at >= bytes.length || bytes[at] === LF ? at : -1
}

const NO_DIGIT = 0xff
/** The value of each hexadecimal digit, by its byte. */
const DIGITS = new Uint8Array(256).fill(NO_DIGIT)
for (const digit of '0123456789abcdefABCDEF') {
  DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16)
}

function digit(byte: number | undefined): number {
  return DIGITS[byte ?? NO_DIGIT] ?? NO_DIGIT
}

export function garbled(): MalformedMime {
  return new MalformedMime('not in the transfer encoding it names')
}
