/** Extensions of certificates (RFC 5280 §4.2), in DER. */
import { isIP } from 'node:net'
import * as der from '../der/write.js'
import { keyIdentifier } from '../key-identifier.js'

export function extension(id: string, critical: boolean, content: Uint8Array): Buffer {
  const marks = critical ? [der.boolean(true)] : []
  return der.sequence(der.identifier(id), ...marks, der.octets(content))
}

/** Basic constraints (§4.2.1.9) of who is no authority: "cA" is false where it is left out. */
export function noAuthority(): Buffer {
  return extension('2.5.29.19', true, der.sequence())
}

/** Numbers of the bits of RFC 5280 §4.2.1.3. */
const USAGE = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyEncipherment: 2,
  dataEncipherment: 3,
  keyAgreement: 4,
  keyCertSign: 5,
  cRLSign: 6,
} as const

export type Usage = keyof typeof USAGE

export function keyUsage(...usages: readonly Usage[]): Buffer {
  return extension('2.5.29.15', true, der.namedBits(usages.map((usage) => USAGE[usage])))
}

export function subjectKeyIdentifier(publicKeyInfo: Buffer): Buffer {
  return extension('2.5.29.14', false, der.octets(keyIdentifier(publicKeyInfo)))
}

/** Kinds of names and their numbers in GeneralName (RFC 5280 §4.2.1.6). */
const KINDS: Readonly<Record<string, number>> = { email: 1, DNS: 2, URI: 6, IP: 7 }

/**
 * @param names  such as `DNS:bank.example`, `IP:192.0.2.1`, `URI:urn:bank` and `email:a@bank.example`
 * @throws TypeError for other names
 */
export function alternativeNames(names: readonly string[]): Buffer {
  return extension('2.5.29.17', false, der.sequence(...names.map(generalName)))
}

function generalName(name: string): Buffer {
  const at = name.indexOf(':')
  const [kind, text] = [name.slice(0, at), name.slice(at + 1)]
  const number = KINDS[kind]
  if (number === undefined || text === '' || !/^[\x21-\x7e]+$/.test(text)) {
    throw new TypeError(`expected DNS:, IP:, URI: or email: and a name in ASCII, got ${name}`)
  }
  return der.implicit(number, kind === 'IP' ? addressOctets(text) : Buffer.from(text, 'latin1'))
}

/** RFC 5280 §4.2.1.6: "four octets" of version 4, "sixteen octets" of version 6. */
function addressOctets(address: string): Buffer {
  switch (isIP(address)) {
    case 4:
      return Buffer.from(address.split('.').map(Number))
    case 6: {
      // The standard's own form has no address of version 4 in it.
      const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
      const [before = [], after] = plain.split('::').map(groups)
      const zeros = after ? 8 - before.length - after.length : 0
      const all = [...before, ...Array<number>(zeros).fill(0), ...(after ?? [])]
      return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]))
    }
    default:
      throw new TypeError(`expected an IP address, got ${address}`)
  }
}

function groups(half: string): readonly number[] {
  return half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))
}
