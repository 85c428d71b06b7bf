/** What a kind of value knows of its texts, before any facet: each primitive type, each built-in one, each list and union. */
import type { NamespaceScope } from '../../xml/tree.js'
import type { Rule } from '../finding.js'
import { BrokenRule } from './broken.js'
import type { FacetKind } from './facet-kinds.js'
import type { Ordering } from './order.js'

/** Of a text whose white space is normalised: the rule that is broken. */
export type Check = (text: string, scope: NamespaceScope) => Rule | undefined

export type Key = (text: string, scope: NamespaceScope) => string

export interface Nature {
  /** cvc-datatype-valid.1, without facets. */
  readonly check: Check
  /** Stands before every key, so that values of different primitive types never have the same. */
  readonly tag: string
  /** The same for two texts if, and only if, they are the same value. */
  readonly value: Key
  /** Facets that hold for it (cos-applicable-facets). */
  readonly facets: ReadonlySet<FacetKind>
  /** For the facets about length; undefined where they say nothing. */
  readonly length?: Length | undefined
  /** For the facets about bounds, if it is ordered. */
  readonly ordering?: Ordering | undefined
  /** For `totalDigits`. */
  readonly totalDigits?: ((text: string) => number) | undefined
  /** For `fractionDigits`, unless there never are any. */
  readonly fractionDigits?: ((text: string) => number) | undefined
  /** What patterns look at, if it is not the text: of a union, the text as its member normalises it. */
  readonly literal?: ((text: string, scope: NamespaceScope) => string) | undefined
}

export interface Length {
  readonly unit: 'character' | 'octet' | 'item'
  readonly of: (text: string) => number
}

/** cvc-datatype-valid.1.2.1: the text is in the lexical space. */
export function lexical(expected: string, is: (text: string) => boolean): Check {
  return (text) => (is(text) ? undefined : new BrokenRule('cvc-datatype-valid.1', expected, text))
}

export function keyIn({ tag, value }: Nature, text: string, scope: NamespaceScope): string {
  return tag + value(text, scope)
}
