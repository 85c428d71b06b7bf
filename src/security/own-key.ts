/** Finds which of this node's own keys a message names. */
import { distinguishedName, serialOf, subjectKeyIdentifier, thumbprintOf } from './certificate.js'
import type { KeyReference, OwnKey } from './keys.js'
import { matching } from './trust/names.js'
import { parseName } from './trust/parse-name.js'

export function keyNamed(reference: KeyReference, keys: readonly OwnKey[]): OwnKey | undefined {
  return keys.find((own) => isNamedBy(own, reference))
}

function isNamedBy({ certificate }: OwnKey, reference: KeyReference): boolean {
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

function isSameName(one: string, other: string): boolean {
  const [first, second] = [parseName(one), parseName(other)]
  return first !== undefined && second !== undefined && matching(first) === matching(second)
}
