/** A kind of hostile message of WS-Security, as the table in docs/security.md has it. */
import type { Sealing } from '../../../../src/security/seal.js'
import { letter, ownKey, sealed, WITH_KEY } from '../../security/blocks.js'
import { certificates } from '../../security/certificates.js'

/** What a message may cost before anybody is known. */
export interface Cost {
  /** With the node's own keys. */
  readonly privateOperations: number
  readonly decipherings: number
  /** Of signatures of messages and of certificates. */
  readonly verifications: number
  /** Certificates that are read. */
  readonly certificates: number
}

export interface Row {
  /** @param urls  which nobody may open */
  readonly messages: (urls: readonly string[]) => readonly string[]
  /** At most, of each. Default: nothing at all. */
  readonly cost?: Partial<Cost>
}

/** Rows by their ids, such as `W01`. */
export type Rows = Readonly<Record<string, Row>>

export const ECHO = '<e:Echo xmlns:e="urn:example:echo"><e:text>hello</e:text></e:Echo>'

/** As alice does, whom the node knows. */
export function signed(wanted: Partial<Sealing> = {}, blocks: readonly string[] = []): string {
  return sealed(letter({ body: ECHO, blocks }), { at: Date.now(), ...wanted }).text
}

/** As somebody does whom nobody knows: names and serial number are alice's, the authority is another one. */
export function forged(wanted: Partial<Sealing> = {}): string {
  return signed({ key: WITH_KEY(ownKey(certificates().sameSubject)), ...wanted })
}

/** @throws Error if it is not there: an attack that changes nothing is none */
export function changed(text: string, found: string | RegExp, by: string): string {
  // A function: text may have a dollar sign, which patterns of replacement know.
  const after = text.replace(found, () => by)
  if (after === text) throw new Error(`${found} is not in the message`)
  return after
}

export function times(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join('')
}

/** What a pattern finds. */
export function found(text: string, pattern: RegExp): string {
  const [piece] = pattern.exec(text) ?? []
  if (piece === undefined) throw new Error(`${pattern} is not in the message`)
  return piece
}

export const REFERENCE = /<ds:Reference .*?<\/ds:Reference>/
export const TRANSFORM = /<ds:Transform .*?<\/ds:Transform>/
export const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/
export const KEY_INFO = /<ds:KeyInfo.*?<\/ds:KeyInfo>/
export const TOKEN = /<wsse:BinarySecurityToken .*?<\/wsse:BinarySecurityToken>/
