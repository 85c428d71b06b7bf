/** Checks what the keys of each peer say together, and that no two peers are known by the same. */
import type { PeerConfig, Security } from './security.js'

/** Complains about a key below the one that is looked at. */
export type Complain = (path: readonly PropertyKey[], sentence: string) => void

/** @param transports  names of those that are loaded */
export function checkPeers(
  { peers, tokens }: Security,
  transports: readonly string[],
  complain: Complain,
): void {
  const users = new Map<string, string>()
  const keys = new Map<string, string>()
  for (const [name, peer] of Object.entries(peers)) {
    const at: Complain = (path, sentence) => complain([name, ...path], sentence)
    checkSigns(peer, at)
    checkSharedKey(peer, at)
    checkOver(peer, transports, at)
    const { user = name, apiKey, token } = peer
    if (hasUser(peer) && taken(users, user, name)) {
      at([], `expected a user of its own, as ${users.get(user)} is known by ${quoted(user)}`)
    }
    if (apiKey !== undefined && taken(keys, apiKey, name)) {
      at(['apiKey'], `expected a key of its own, as ${keys.get(apiKey)} has the same`)
    }
    if (token && !Object.hasOwn(tokens, token.issuer)) {
      at(['token', 'issuer'], expectedOneOf('security.tokens', tokens, token.issuer))
    }
  }
}

/** True if the name in `user` counts for something. */
function hasUser({ password, digestPassword, sharedKey }: PeerConfig): boolean {
  return [password, digestPassword, sharedKey].some((secret) => secret !== undefined)
}

function taken(owners: Map<string, string>, value: string, name: string): boolean {
  const is = owners.has(value)
  if (!is) owners.set(value, name)
  return is
}

const SUBJECT =
  /^(?:(?:DNS|URI|email|IP|UPN):.|(?:[A-Za-z][A-Za-z0-9-]*|[0-9.]+|OID\.[0-9.]+)\s*=)/i

function checkSigns({ signs }: PeerConfig, at: Complain): void {
  if (!signs) return
  const { certificates = [], ca, subjects } = signs
  if (certificates.length === 0 && ca === undefined) {
    at(['signs'], 'expected certificates, or ca')
  }
  if (subjects && ca === undefined) {
    at(['signs', 'subjects'], 'expected ca with it: its own certificates need no subjects')
  }
  if (subjects?.length === 0) at(['signs', 'subjects'], 'expected one or more')
  for (const [index, subject] of (subjects ?? []).entries()) {
    if (SUBJECT.test(subject)) continue
    const expected = 'expected a subject such as CN=bank,O=Example,C=NL, or DNS:, URI:, email:'
    at(['signs', 'subjects', index], `${expected}, IP: or UPN: and a name, got ${quoted(subject)}`)
  }
}

/** RFC 2104 §3: "less than L bytes is strongly discouraged"; below 16 bytes a key can be guessed. */
const MIN_KEY_BYTES = 16

function checkSharedKey({ sharedKey }: PeerConfig, at: Complain): void {
  if (sharedKey === undefined) return
  const bytes = Buffer.from(sharedKey, 'base64')
  const plain = (text: string) => text.replace(/=+$/, '')
  if (plain(bytes.toString('base64')) !== plain(sharedKey)) at(['sharedKey'], 'expected base64')
  else if (bytes.length < MIN_KEY_BYTES) {
    at(['sharedKey'], `expected ${MIN_KEY_BYTES} bytes or more, got ${bytes.length}`)
  }
}

function checkOver({ over }: PeerConfig, transports: readonly string[], at: Complain): void {
  for (const [index, transport] of (over ?? []).entries()) {
    if (transports.includes(transport)) continue
    at(['over', index], `expected one of ${transports.join(', ')}, got ${quoted(transport)}`)
  }
}

/** @param known  sections by their names */
export function expectedOneOf(what: string, values: object, got: string): string {
  const names = Object.keys(values)
  return `expected a name in ${what}, got ${quoted(got)}; ${
    names.length === 0 ? 'there is none' : `there are ${names.join(', ')}`
  }`
}

export function quoted(text: string): string {
  return JSON.stringify(text)
}
