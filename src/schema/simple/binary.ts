/** `hexBinary` and `base64Binary`: octets, as digits and as letters. */

const HEX = /[^0-9A-Fa-f]/

/** §3.2.15.1: "each binary octet is encoded as a character tuple, consisting of two hexadecimal digits". */
export function isHex(text: string): boolean {
  return text.length % 2 === 0 && !HEX.test(text)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** What six bits each character stands for; -1 if it stands for none. */
const BITS = new Int8Array(128).fill(-1)
for (let bits = 0; bits < 64; bits += 1) BITS[ALPHABET.charCodeAt(bits)] = bits

const SPACE = 0x20
const EQUALS = 0x3d

/**
 * §3.2.16: `Base64Binary`, of text whose white space is collapsed, so that a space is between two others.
 * The bits that are left over at the end are zero: `B16`, `B04`.
 */
export function isBase64(text: string): boolean {
  let characters = 0
  let last = 0
  let at = 0
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === SPACE) continue
    const bits = code < 128 ? (BITS[code] ?? -1) : -1
    if (bits === -1) break
    characters += 1
    last = bits
  }
  switch (characters % 4) {
    case 0:
      return at === text.length
    case 2:
      return (last & 15) === 0 && /^= ?=$/.test(text.slice(at, at + 4))
    case 3:
      return (last & 3) === 0 && text.length === at + 1 && text.charCodeAt(at) === EQUALS
    default:
      return false
  }
}

/** How many octets a valid text stands for. */
export function octetsIn(text: string): number {
  let characters = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== SPACE && code !== EQUALS) characters += 1
  }
  return Math.floor((characters * 3) / 4)
}
