/** Tells whether a reference in a message is to a certificate that is at hand. */
import type { X509Certificate } from 'node:crypto'
import { distinguishedName, serialOf, subjectKeyIdentifier, thumbprintOf } from './certificate.js'
import type { KeyReference } from './keys.js'
import { matching } from './trust/names.js'
import { parseName } from './trust/parse-name.js'

export function isReferred(reference: KeyReference, certificate: X509Certificate): boolean {
  switch (reference.by) {
    case 'thumbprint':
      return thumbprintOf(certificate).equals(reference.sha1)
    case 'key-identifier':
      return subjectKeyIdentifier(certificate)?.equals(reference.id) ?? false
    case 'issuer-serial':
      return (
        serialOf(certificate) === reference.serial &&
        isSameName(distinguishedName(certificate.issuer), reference.issuer)
      )
  }
}

/** Programs write one name in many ways. */
function isSameName(one: string, other: string): boolean {
  const [left, right] = [parseName(one), parseName(other)]
  return left !== undefined && right !== undefined && matching(left) === matching(right)
}
