/** Alternative names of a certificate (RFC 5280 §4.2.1.6): read, and compared with what is configured. */
import { isIP, SocketAddress } from 'node:net'
import { type DerValue, identifierOf, readDer } from '../der/read.js'
import { TAG } from '../der/tags.js'
import { readName, writeName } from './names.js'

/** @throws NotDer */
export function generalNames(list: DerValue): readonly string[] {
  return [...list.as(TAG.sequence).members()].flatMap((name) => {
    const text = () => name.content.toString('latin1')
    switch (name.tag) {
      case 0x81:
        return [`email:${text()}`]
      case 0x82:
        return [`DNS:${text()}`]
      case 0x86:
        return [`URI:${text()}`]
      case 0x87:
        return addressOf(name.content)
      case 0xa4:
        return [...name.members()].map((one) => `DirName:${writeName(readName(one))}`)
      case 0xa0:
        return principalName(name)
      default:
        return []
    }
  })
}

function addressOf(octets: Buffer): readonly string[] {
  if (octets.length === 4) return [`IP:${octets.join('.')}`]
  if (octets.length !== 16) return []
  const groups = Array.from({ length: 8 }, (_, at) => octets.readUInt16BE(at * 2).toString(16))
  return [`IP:${new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address}`]
}

/** The name by which Windows knows who logs on. */
function principalName(name: DerValue): readonly string[] {
  const [id, tagged] = name.members()
  if (!id || !tagged || identifierOf(id) !== '1.3.6.1.4.1.311.20.2.3') return []
  const value = readDer(tagged.content)
  return value.tag === TAG.utf8String ? [`UPN:${value.content.toString('utf8')}`] : []
}

/** Kinds of names that the configuration may have, in the form of `generalNames`. */
export const KINDS = ['DNS', 'email', 'IP', 'URI', 'UPN'] as const

/** The same text for names that match; undefined for what is no alternative name. */
export function matchingName(name: string): string | undefined {
  const at = name.indexOf(':')
  const kind = KINDS.find((one) => one.toLowerCase() === name.slice(0, at).toLowerCase())
  const value = name.slice(at + 1)
  switch (kind) {
    case undefined:
      return undefined
    // RFC 5280 §7.2: "a case-insensitive exact match".
    case 'DNS':
    case 'UPN':
      return `${kind}:${value.toLowerCase()}`
    // RFC 5280 §7.5: the host case-insensitive, the local part as it is.
    case 'email':
      return `${kind}:${value.replace(/@[^@]*$/, (host) => host.toLowerCase())}`
    // RFC 5280 §7.4: "a case-sensitive exact match" after the scheme and host are normal.
    case 'URI':
      return `${kind}:${value}`
    case 'IP':
      return isIP(value) === 6
        ? `${kind}:${new SocketAddress({ address: value, family: 'ipv6' }).address}`
        : `${kind}:${value}`
  }
}
