/** The alternatives of the policies that stand at definitions (WS-Policy 1.5 §4.3, WS-PolicyAttachment 1.5 §4). */
import {
  attributeOf,
  childElements,
  trimXml,
  XML_NAMESPACE,
  type XmlElement,
} from '../../xml/tree.js'
import { type Definitions, valueIn, type WsdlSource } from './definitions.js'
import { POLICY_NAMESPACES, WSDL_NAMESPACE, WSU_NAMESPACE } from './vocabulary.js'

export interface Assertion {
  readonly source: WsdlSource
  /** True for `wsp:Optional`: whoever meets the policy may leave it aside. */
  readonly optional: boolean
}

/** Assertions that must be met together. */
export type Alternative = readonly Assertion[]

export interface EffectivePolicy {
  /** None: the policy cannot be met. Without a policy there is one, which asks for nothing. */
  readonly alternatives: readonly Alternative[]
  /** References that lead to no policy in these documents. */
  readonly missing: readonly WsdlSource[]
  /** True if there are more alternatives, or references, than are looked at. */
  readonly more: boolean
}

const MAX_ALTERNATIVES = 64
/** Followed for one policy, each time again: policies that refer twice to the next one double with each. */
const MAX_REFERENCES = 256

/** @param at  definitions with policies: in a child, or by a reference in a child or an attribute */
export function effectivePolicy(
  at: readonly (WsdlSource | undefined)[],
  definitions: Definitions,
): EffectivePolicy {
  const reading = new Reading(definitions)
  const alternatives = reading.product(
    at.flatMap((source) => (source ? reading.attached(source) : [])),
  )
  return { alternatives, missing: reading.missing, more: reading.more }
}

type Alternatives = readonly Alternative[]

class Reading {
  readonly missing: WsdlSource[] = []
  more = false
  readonly #definitions: Definitions
  /** Policies whose references are being followed. */
  readonly #open: XmlElement[] = []
  #followed = 0

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  attached({ document, node }: WsdlSource): readonly Alternatives[] {
    const uris = node.attributes
      .filter(
        ({ namespace, local }) => POLICY_NAMESPACES.includes(namespace) && local === 'PolicyURIs',
      )
      .flatMap(({ value }) => trimXml(value).split(/[ \t\r\n]+/))
    const children = childElements(node).filter((child) => isOf(child, 'Policy', 'PolicyReference'))
    return [
      ...uris.map((uri) => this.#referred(uri, { document, node })),
      ...children.map((child) => this.#normal({ document, node: child })),
    ]
  }

  /** Each of one with each of the others. */
  product(all: readonly Alternatives[]): Alternatives {
    return all.reduce<Alternatives>(
      (before, one) =>
        this.#bounded(before.flatMap((first) => one.map((second) => [...first, ...second]))),
      [[]],
    )
  }

  #normal(source: WsdlSource): Alternatives {
    const { document, node } = source
    if (isOf(node, 'PolicyReference')) return this.#referred(valueIn(node, 'URI') ?? '', source)
    const children = () =>
      childElements(node).map((child) => this.#normal({ document, node: child }))
    if (isOf(node, 'ExactlyOne')) return this.#bounded(children().flat())
    if (isOf(node, 'Policy', 'All')) return this.product(children())
    return [[{ source, optional: isOptional(node) }]]
  }

  #referred(uri: string, from: WsdlSource): Alternatives {
    const policy = this.#named(uri, from)
    if (!policy || this.#open.includes(policy.node)) {
      this.missing.push(from)
      return [[]]
    }
    if (this.#followed === MAX_REFERENCES) {
      this.more = true
      return [[]]
    }
    this.#followed += 1
    this.#open.push(policy.node)
    const found = this.#normal(policy)
    this.#open.pop()
    return found
  }

  /** WS-PolicyAttachment 1.5 §3.4: an id of this document, or the Name of a policy. */
  #named(uri: string, { document }: WsdlSource): WsdlSource | undefined {
    const { documents } = this.#definitions
    const id = uri.startsWith('#') ? uri.slice(1) : undefined
    // What was split into several documents goes on naming what stands in another one.
    for (const one of [document, ...documents]) {
      for (const node of policiesIn(one.root)) {
        const is = id === undefined ? valueIn(node, 'Name') === uri : idOf(node) === id
        if (is) return { document: one, node }
      }
    }
    return undefined
  }

  #bounded(alternatives: Alternatives): Alternatives {
    if (alternatives.length > MAX_ALTERNATIVES) this.more = true
    return alternatives.slice(0, MAX_ALTERNATIVES)
  }
}

function isOf(node: XmlElement, ...locals: readonly string[]): boolean {
  return POLICY_NAMESPACES.includes(node.namespace) && locals.includes(node.local)
}

function isOptional(node: XmlElement): boolean {
  return POLICY_NAMESPACES.some((namespace) =>
    /^(?:true|1)$/.test(trimXml(attributeOf(node, namespace, 'Optional') ?? '')),
  )
}

function idOf(node: XmlElement): string | undefined {
  return attributeOf(node, WSU_NAMESPACE, 'Id') ?? attributeOf(node, XML_NAMESPACE, 'id')
}

/** Those of the document, wherever they stand; schemas have none. */
function* policiesIn(parent: XmlElement): Generator<XmlElement> {
  for (const node of childElements(parent)) {
    if (node.namespace === WSDL_NAMESPACE && node.local === 'types') continue
    if (isOf(node, 'Policy')) yield node
    else yield* policiesIn(node)
  }
}

/** The content of an assertion: what its nested policy asks for, and elements that are its parameters. */
export function nestedIn({ document, node }: WsdlSource): readonly WsdlSource[] {
  return childElements(node).flatMap((child) =>
    isOf(child, 'Policy', 'All', 'ExactlyOne')
      ? nestedIn({ document, node: child })
      : [{ document, node: child }],
  )
}
