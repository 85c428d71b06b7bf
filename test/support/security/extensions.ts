/** Extensions of certificates (RFC 5280 §4.2) that an authority writes, in DER. */
import * as der from '../../../src/security/der/write.js'
import { extension } from '../../../src/security/issue/extensions.js'
import { keyIdentifier } from '../../../src/security/key-identifier.js'

export function basicConstraints(ca: boolean, pathLength?: number): Buffer {
  const most = pathLength === undefined ? [] : [der.integer(pathLength)]
  return extension('2.5.29.19', true, der.sequence(...(ca ? [der.boolean(true), ...most] : [])))
}

const PURPOSES = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const

export function extendedKeyUsage(...purposes: readonly (keyof typeof PURPOSES)[]): Buffer {
  const ids = purposes.map((purpose) => der.identifier(PURPOSES[purpose]))
  return extension('2.5.29.37', false, der.sequence(...ids))
}

export function authorityKeyIdentifier(publicKeyInfo: Buffer): Buffer {
  return extension('2.5.29.35', false, der.sequence(der.implicit(0, keyIdentifier(publicKeyInfo))))
}
