/** Makes the elements of a sample, from the outside in. */
import {
  attribute,
  inScope,
  type NamespaceScope,
  rootScope,
  XML_NAMESPACE,
  type XmlAttribute,
  type XmlElement,
  XSI_NAMESPACE,
} from '../../xml/tree.js'
import type {
  ComplexType,
  ElementDeclaration,
  SchemaComponents,
  SimpleType,
  TypeDefinition,
  ValueConstraint,
} from '../components.js'
import { isDerivedFrom } from '../resolve/index.js'
import { Heights } from './heights.js'
import { NoSample } from './no-sample.js'
import { childrenOf, type Nesting } from './particle-sample.js'
import { SimpleSamples } from './simple-sample.js'

export interface SampleForm {
  /** True to put in what may be left out, as far as it does not repeat itself. */
  readonly optional: boolean
  /** True if no two texts are to be the same. */
  readonly distinct: boolean
  /** How many elements it may have. */
  readonly most: number
}

export class Sampling {
  readonly #schema: SchemaComponents
  readonly #optional: boolean
  readonly #most: number
  readonly #heights: Heights
  readonly #prefixes: Prefixes
  readonly #simple: SimpleSamples
  /** The types of the elements around. */
  readonly #around: TypeDefinition[] = []
  #elements = 0

  constructor(schema: SchemaComponents, { optional, distinct, most }: SampleForm) {
    this.#schema = schema
    this.#optional = optional
    this.#most = most
    this.#heights = new Heights(schema)
    this.#prefixes = prefixesOf(schema)
    this.#simple = new SimpleSamples(scopeOf(this.#prefixes), distinct)
  }

  root(declaration: ElementDeclaration): XmlElement {
    const root = this.#element(declaration)
    return { ...root, scope: scopeOf(usedIn(root, this.#prefixes)) }
  }

  #element(declared: ElementDeclaration): XmlElement {
    this.#elements += 1
    if (this.#elements > this.#most) {
      throw new NoSample(`a sample of it has more than ${this.#most} elements`)
    }
    const { local, namespace } = declared
    const type = this.#concrete(declared)
    const attributes = type.kind === 'complex' ? this.#attributes(type) : []
    if (type !== declared.type) {
      attributes.push(attribute(`{${XSI_NAMESPACE}}type`, this.#qName(type), 'xsi'))
    }
    this.#around.push(type)
    const children = this.#children(declared, type)
    this.#around.pop()
    const prefix = this.#prefixOf(namespace)
    const scope: NamespaceScope = { declarations: [], parent: undefined }
    return { prefix, local, namespace, attributes, scope, children, start: -1, end: -1 }
  }

  /** cvc-type.2: no element is of an abstract type; one that is derived from it is named. */
  #concrete({ type, local, block }: ElementDeclaration): TypeDefinition {
    if (type.kind === 'simple' || !type.abstract) return type
    const without = new Set([...block, ...type.block])
    for (const derived of this.#schema.types.values()) {
      const concrete = derived.kind === 'simple' || !derived.abstract
      if (concrete && derived !== type && isDerivedFrom(derived, type, without)) return derived
    }
    throw new NoSample(`the type of ${local} is abstract, and none is derived from it`)
  }

  #attributes({ attributes }: ComplexType): XmlAttribute[] {
    const made: XmlAttribute[] = []
    for (const { required, declaration, constraint } of attributes.values()) {
      if (!required && !this.#optional) continue
      const { name, namespace, local, type } = declaration
      const text = constraint?.text ?? this.#simple.text(type)
      if (text === undefined && !required) continue
      made.push(attribute(name, text ?? noText(`@${local}`, type), this.#prefixOf(namespace)))
    }
    return made
  }

  #children(declared: ElementDeclaration, type: TypeDefinition): XmlElement['children'] {
    const { constraint, local } = declared
    if (type.kind === 'simple') return [this.#text(local, type, constraint)]
    const { content } = type
    switch (content.kind) {
      case 'empty':
        return []
      case 'simple':
        return [this.#text(local, content.type, constraint)]
      case 'mixed':
        // cvc-elt.5.2.2.1: with a fixed value, there is nothing else in it.
        if (constraint) return [constraint.text]
        return ['text', ...childrenOf(content.particle, this.#nesting())]
      case 'element-only':
        return indented(childrenOf(content.particle, this.#nesting()), this.#around.length)
    }
  }

  #nesting(): Nesting {
    return {
      schema: this.#schema,
      heights: this.#heights,
      optional: this.#optional,
      around: this.#around,
      element: (declared) => this.#element(declared),
    }
  }

  #text(local: string, type: SimpleType, constraint: ValueConstraint | undefined): string {
    return constraint?.text ?? this.#simple.text(type) ?? noText(local, type)
  }

  #qName({ local, namespace }: TypeDefinition): string {
    const prefix = this.#prefixOf(namespace)
    return prefix === '' ? local : `${prefix}:${local}`
  }

  #prefixOf(namespace: string): string {
    if (namespace === '') return ''
    if (namespace === XML_NAMESPACE) return 'xml'
    for (const [prefix, bound] of this.#prefixes) if (bound === namespace) return prefix
    throw new NoSample(`no document of the schema is of the namespace ${namespace}`)
  }
}

function scopeOf(prefixes: Prefixes): NamespaceScope {
  const declarations = [...prefixes].map(([prefix, namespace]) => ({ prefix, namespace }))
  return { declarations, parent: rootScope() }
}

function noText(location: string, { local }: SimpleType): never {
  throw new NoSample(
    `no text was found for ${location}${local && `, which is of the type ${local}`}`,
  )
}

/** Each element on a line of its own. */
function indented(children: readonly XmlElement[], depth: number): XmlElement['children'] {
  if (children.length === 0) return []
  const space = `\n${'  '.repeat(depth)}`
  return [...children.flatMap((child) => [space, child]), space.slice(0, -2)]
}

/** The namespace of each prefix. */
type Prefixes = ReadonlyMap<string, string>

function prefixesOf({ documents }: SchemaComponents): Prefixes {
  const prefixes = new Map([['xsi', XSI_NAMESPACE]])
  for (const { root } of documents) {
    for (const [prefix, namespace] of inScope(root.scope)) {
      if (prefix !== '' && namespace !== '' && !prefixes.has(prefix))
        prefixes.set(prefix, namespace)
    }
  }
  const taken = new Set([...prefixes.values(), XML_NAMESPACE, ''])
  for (const { namespace } of documents) {
    if (taken.has(namespace)) continue
    taken.add(namespace)
    let prefix = 'm'
    for (let n = 2; prefixes.has(prefix); n += 1) prefix = `m${n}`
    prefixes.set(prefix, namespace)
  }
  return prefixes
}

/** Those that a tree refers to, in names or in values. */
function usedIn(root: XmlElement, prefixes: Prefixes): Prefixes {
  const used = new Set<string>()
  const texts: string[] = []
  const open: XmlElement[] = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    used.add(element.prefix)
    for (const { prefix, value } of element.attributes) {
      used.add(prefix)
      texts.push(value)
    }
    for (const child of element.children) {
      if (typeof child === 'string') texts.push(child)
      else open.push(child)
    }
  }
  for (const text of texts) {
    for (const [, prefix = ''] of text.matchAll(/(?:^|\s)([^\s:]+):/g)) used.add(prefix)
  }
  return new Map([...prefixes].filter(([prefix]) => used.has(prefix)))
}
