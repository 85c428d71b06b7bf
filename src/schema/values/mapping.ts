/** How the parts of a complex type stand in a plain value: the one description that reading, writing and types go by. */
import { clarkName, XSD_NAMESPACE } from '../../xml/tree.js'
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Particle,
  SimpleType,
  Wildcard,
} from '../components.js'
import { ANY, attributeKey, elementKeys } from './keys.js'
import { occurrencesOf } from './occurrence.js'
import { type Group, type Order, orderOf } from './order.js'

export interface AttributeField {
  readonly key: string
  readonly use: AttributeUse
}

/** The elements of a name, or what wildcards let in. */
export interface ElementField {
  readonly key: string
  /** undefined for wildcards: their elements stand in an array, as they are. */
  readonly declaration: ElementDeclaration | undefined
  /** True if every valid element has one. */
  readonly required: boolean
  /** True if there may be more than one: the value is an array. */
  readonly repeats: boolean
  /** The group that repeats in which it stands: then it is under `$content`, with the others of it. */
  readonly group: Group | undefined
}

export type ContentMapping =
  | { readonly kind: 'empty' }
  /** `bare` if the value is that of the text alone, as there are no attributes. */
  | { readonly kind: 'simple'; readonly type: SimpleType; readonly bare: boolean }
  /** Of `xs:anyType`: text, or the element as it is. */
  | { readonly kind: 'open' }
  | ElementContent

export interface ElementContent {
  readonly kind: 'elements'
  /**
   * `named` if each field stands under its key. `grouped` if those of groups that repeat stand under `$content`, in
   * their order, and the others under their keys. `ordered` if names do not tell the order, or text stands between
   * elements: all stands under `$content`, in its order.
   */
  readonly form: 'named' | 'grouped' | 'ordered'
  readonly mixed: boolean
  readonly particle: Particle
  /** In the order in which they are written. */
  readonly fields: readonly ElementField[]
}

export interface ComplexMapping {
  readonly type: ComplexType
  readonly attributes: readonly AttributeField[]
  readonly anyAttribute: Wildcard | undefined
  readonly content: ContentMapping
}

export function mappingOf(type: ComplexType): ComplexMapping {
  const attributes = [...type.attributes.values()].map((use) => ({
    key: attributeKey(use.declaration),
    use,
  }))
  return { type, attributes, anyAttribute: type.anyAttribute, content: contentOf(type) }
}

function contentOf({
  content,
  local,
  namespace,
  attributes,
  anyAttribute,
}: ComplexType): ContentMapping {
  if (local === 'anyType' && namespace === XSD_NAMESPACE) return { kind: 'open' }
  switch (content.kind) {
    case 'empty':
      return { kind: 'empty' }
    case 'simple': {
      const bare = attributes.size === 0 && !anyAttribute
      return { kind: 'simple', type: content.type, bare }
    }
    case 'element-only':
    case 'mixed':
      return elementsOf(content.particle, content.kind === 'mixed')
  }
}

function elementsOf(particle: Particle, mixed: boolean): ElementContent {
  const occurrences = occurrencesOf(particle)
  const order = orderOf(particle)
  const keys = elementKeys([...occurrences.keys()].filter((kind) => kind !== ANY))
  const fields = (order?.kinds ?? [...occurrences.keys()]).map((kind) => {
    const { min = 0, max = 0, declaration } = occurrences.get(kind) ?? {}
    return {
      key: declaration ? (keys.get(clarkName(declaration)) ?? kind) : ANY,
      declaration,
      required: min > 0,
      repeats: max > 1 || !declaration,
      group: order?.groups.get(kind),
    }
  })
  return { kind: 'elements', form: formOf(fields, !mixed && order), mixed, particle, fields }
}

function formOf(
  fields: readonly ElementField[],
  order: Order | undefined | false,
): ElementContent['form'] {
  if (!order || (fields.length > 0 && fields.every(({ group }) => group))) return 'ordered'
  return order.groups.size > 0 ? 'grouped' : 'named'
}
