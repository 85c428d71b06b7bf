/** What the tests of simple types make them of. */
import type { SimpleType, Source } from '../../../src/schema/components.js'
import {
  builtInType,
  type FacetSource,
  mismatch,
  type Naming,
  normalise,
  restrict,
} from '../../../src/schema/simple/index.js'
import { element, type NamespaceScope, rootScope } from '../../../src/xml/tree.js'

/** `p` stands for `urn:p`, and so does `q`. */
export const SCOPE: NamespaceScope = {
  declarations: [
    { prefix: 'p', namespace: 'urn:p' },
    { prefix: 'q', namespace: 'urn:p' },
  ],
  parent: rootScope(),
}

const NODE = { ...element({ name: 'facet' }), scope: SCOPE }

export const SOURCE: Source = {
  document: { file: '/schema.xsd', text: '', root: NODE, namespace: '', brings: new Map() },
  node: NODE,
}

export const NAMELESS: Naming = { local: '', namespace: '', final: new Set(), source: undefined }

export function builtIn(local: string): SimpleType {
  const type = builtInType(local)
  if (!type) throw new Error(`${local} is no built-in type`)
  return type
}

export function facet(kind: string, value: string, fixed = false): FacetSource {
  return { kind, value, fixed, source: SOURCE }
}

/** `restricted('int', ['minInclusive', '1'])`. */
export function restricted(
  base: SimpleType | string,
  ...facets: readonly (readonly [kind: string, value: string])[]
): SimpleType {
  const type = typeof base === 'string' ? builtIn(base) : base
  return restrict(
    type,
    facets.map(([kind, value]) => facet(kind, value)),
    NAMELESS,
  )
}

/** The clause that a text breaks, as it stands in a document; undefined if it is of the type. */
export function broken(type: SimpleType, text: string): string | undefined {
  return mismatch(type, normalise(type, text), SCOPE)?.clause
}
