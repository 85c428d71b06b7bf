/** Tells whether two definitions say the same: in the same words, whatever the prefixes, the white space and what they tell people. */
import { resolveQName, type XmlElement } from '../../xml/tree.js'
import type { Source } from '../components.js'
import { itemsOf, partsOf, valueIn } from '../read/values.js'

/** What a schema says for all that is in it. */
const FOR_ALL = ['elementFormDefault', 'attributeFormDefault', 'blockDefault', 'finalDefault']

/** What names other components. */
const NAMES: readonly string[] = [
  ...['type', 'ref', 'base', 'itemType', 'memberTypes'],
  ...['substitutionGroup', 'refer'],
]

export function sayTheSame(one: Source, other: Source): boolean {
  const [first, second] = [one.document, other.document]
  const forAll = FOR_ALL.every((name) => valueIn(first.root, name) === valueIn(second.root, name))
  return forAll && formOf(one.node) === formOf(other.node)
}

function formOf(node: XmlElement): string {
  const attributes = node.attributes
    .filter(({ local }) => local !== 'id')
    .map(({ namespace, local, value }) => [namespace, local, meant(node, local, value)])
    .map((attribute) => JSON.stringify(attribute))
    .toSorted()
  return JSON.stringify([node.local, attributes, partsOf(node).map(formOf)])
}

/** Names stand for what their prefixes mean there; so do those in a path. */
function meant(node: XmlElement, local: string, value: string): string {
  if (NAMES.includes(local)) {
    const names = itemsOf(value).map((qname) => resolveQName(node.scope, qname) ?? qname)
    return JSON.stringify(names)
  }
  if (local !== 'xpath') return value.trim()
  return value.replace(/([\w.-]+):(?!:)/g, (_, prefix: string) => {
    const name = resolveQName(node.scope, `${prefix}:x`)
    return `{${name?.namespace ?? prefix}}`
  })
}
