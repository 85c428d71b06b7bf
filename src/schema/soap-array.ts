/** What the array types of the SOAP encodings hold: types derived from `Array` say it beside the schema (WSDL 1.1 §2.2). */
import {
  attributeOf,
  childElements,
  clarkName,
  resolveQName,
  type XmlElement,
} from '../xml/tree.js'
import type { ComplexType, Particle, SchemaComponents, TypeDefinition } from './components.js'
import { isSoapEncoding } from './resolve/soap-encoding.js'

const WSDL_NAMESPACE = 'http://schemas.xmlsoap.org/wsdl/'

export interface SoapArray {
  /** Type of the items of the innermost arrays; undefined for any. */
  readonly item: TypeDefinition | undefined
  /** Dimensions of each array, the outermost first: `[2]` for `xs:int[,]`, `[1, 1]` for `xs:int[][]`. */
  readonly ranks: readonly number[]
}

/** @returns undefined for a type that is no array */
export function soapArrayOf(
  type: TypeDefinition,
  { types }: Pick<SchemaComponents, 'types'>,
): SoapArray | undefined {
  if (!isSoapArray(type)) return undefined
  for (let at: TypeDefinition = type; at.kind === 'complex' && at !== at.base; at = at.base) {
    const stated = at.source && arrayTypeIn(at.source.node)
    if (stated) {
      const name = resolveQName(stated.node.scope, stated.value.slice(0, stated.value.indexOf('[')))
      return { item: name && types.get(clarkName(name)), ranks: ranksOf(stated.value) }
    }
    const item = itemOf(at)
    if (item) return { item, ranks: [1] }
    if (isSoapEncoding(at.namespace)) break
  }
  return { item: undefined, ranks: [1] }
}

/** True for `Array` of an encoding, and for a type derived from it. */
function isSoapArray(type: TypeDefinition): type is ComplexType {
  for (let at = type; at.kind === 'complex' && at !== at.base; at = at.base) {
    if (at.local === 'Array' && isSoapEncoding(at.namespace)) return true
  }
  return false
}

/** `[,][]` of a name: SOAP 1.1 §5.4.2 writes the dimensions of the outermost array last. */
function ranksOf(arrayType: string): readonly number[] {
  const brackets = arrayType.match(/\[[^\]]*\]/g) ?? []
  return brackets.map((one) => one.split(',').length).reverse()
}

function arrayTypeIn(node: XmlElement): { node: XmlElement; value: string } | undefined {
  for (const child of childElements(node)) {
    const value = attributeOf(child, WSDL_NAMESPACE, 'arrayType')
    if (value?.includes('[')) return { node: child, value }
    const inside = child.local === 'element' ? undefined : arrayTypeIn(child)
    if (inside) return inside
  }
  return undefined
}

/** The type of the one element that an array is declared to hold. */
function itemOf({ content }: ComplexType): TypeDefinition | undefined {
  return 'particle' in content ? elementIn(content.particle) : undefined
}

function elementIn({ term }: Particle): TypeDefinition | undefined {
  if (term.kind === 'element') return term.type
  if (term.kind === 'any' || term.particles.length !== 1) return undefined
  const [only] = term.particles
  return only && elementIn(only)
}
