/** What a simple type says of a text: normalised, wrong or right, which value. */
import type { NamespaceScope } from '../../xml/tree.js'
import type { SimpleType } from '../components.js'
import type { Rule } from '../finding.js'
import { keyIn } from './nature.js'
import { made } from './type.js'
import { withSpace } from './white-space.js'

/**
 * Text after the white space of a type is normalised. That of a union whose members differ is left as it
 * is: the member normalises it, see `memberOf`.
 */
export function normalise(type: SimpleType, text: string): string {
  return withSpace(type.facets.whiteSpace, text)
}

/**
 * cvc-simple-type, of a text that is normalised already.
 *
 * @param scope  for prefixes of QNames and NOTATIONs
 * @returns the rule that is broken; undefined if the text is of the type
 */
export function mismatch(type: SimpleType, text: string, scope: NamespaceScope): Rule | undefined {
  return made(type).check(text, scope)
}

/** Two texts of a type with the same key are the same value (Part 2 §4.2.1); those of types of different primitives never are. For valid texts. */
export function keyOf(type: SimpleType, text: string, scope: NamespaceScope): string {
  return keyIn(made(type).nature, text, scope)
}
