/** Tells whether libxml2 checks by a schema in time that grows with the text only: no pattern that backtracks. */
import { attributeOf, childElements, type XmlElement, XSD_NAMESPACE } from '../xml/tree.js'
import { schemaDocuments } from './documents.js'

/** Identity constraints compare every value with every other one. */
const COMPARES: readonly string[] = ['key', 'keyref', 'unique']

/**
 * @param file  absolute path of a schema that the validator has accepted
 * @throws InvalidSchema if it cannot be read as XML
 */
export function isLinear(file: string): boolean {
  return schemaDocuments(file).every(({ root }) => isLinearBelow(root))
}

function isLinearBelow(node: XmlElement): boolean {
  if (node.namespace === XSD_NAMESPACE) {
    if (COMPARES.includes(node.local)) return false
    if (node.local === 'pattern' && !isPlain(attributeOf(node, '', 'value') ?? '')) return false
  }
  return childElements(node).every(isLinearBelow)
}

/** One character or class of characters, and how often it may stand there. */
const ATOM = /(?:\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^[\]\\])+\]|[^\\[\](){}|?*+])(\?|\*|\+|\{[\d,]+\})?/y

/** Ways to divide a text among the parts of a pattern, of which libxml2 tries each. */
const MAX_WAYS = 16

/** True for a pattern without groups and choices, in which at most one part may be of any length. */
export function isPlain(pattern: string): boolean {
  let [ways, endless, at] = [1, 0, 0]
  while (at < pattern.length) {
    ATOM.lastIndex = at
    const [part, times] = ATOM.exec(pattern) ?? []
    if (part === undefined) return false
    at += part.length
    const [least, most] = occurrences(times)
    if (most === Number.POSITIVE_INFINITY) endless += 1
    else ways *= most - least + 1
  }
  return endless <= 1 && ways <= MAX_WAYS
}

function occurrences(times: string | undefined): readonly [least: number, most: number] {
  switch (times) {
    case undefined:
      return [1, 1]
    case '?':
      return [0, 1]
    case '*':
    case '+':
      return [0, Number.POSITIVE_INFINITY]
    default: {
      const [least = '', most = least] = times.slice(1, -1).split(',')
      return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)]
    }
  }
}
