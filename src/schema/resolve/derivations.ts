/** What a schema element says of derivations and substitutions: its `final` and `block`, with the schema's defaults. */
import type { Derivation, Source } from '../components.js'
import { itemsOf, valueIn } from '../read/values.js'

const NONE: ReadonlySet<Derivation> = new Set()
const BLOCKABLE = ['extension', 'restriction', 'substitution'] as const
const COMPLEX = ['extension', 'restriction'] as const
const SIMPLE = ['list', 'union', 'restriction'] as const

/** Disallowed substitutions of an element (§3.3.2). */
export function blockOfElement(source: Source): ReadonlySet<Derivation> {
  return derivations(source, 'block', BLOCKABLE)
}

/** Prohibited substitutions of a complex type (§3.4.2). */
export function blockOfType(source: Source): ReadonlySet<Derivation> {
  return derivations(source, 'block', COMPLEX)
}

/** Of an element or a complex type. */
export function finalOf(source: Source): ReadonlySet<Derivation> {
  return derivations(source, 'final', COMPLEX)
}

export function finalOfSimpleType(source: Source): ReadonlySet<Derivation> {
  return derivations(source, 'final', SIMPLE)
}

function derivations(
  { document, node }: Source,
  attribute: 'block' | 'final',
  allowed: readonly Derivation[],
): ReadonlySet<Derivation> {
  const text = valueIn(node, attribute) ?? valueIn(document.root, `${attribute}Default`) ?? ''
  if (text === '') return NONE
  if (text === '#all') return new Set(allowed)
  // What the default lists, and this component does not know, is ignored.
  const items = itemsOf(text)
  return new Set(allowed.filter((derivation) => items.includes(derivation)))
}
