/** How much XML a peer may send: the reader enforces it as it goes. */

export interface XmlLimits {
  /** Levels of elements, the root being the first. */
  readonly depth: number
  /** Attributes of one element, namespace declarations not counted. */
  readonly attributes: number
  /** Namespace declarations on one element. */
  readonly namespaces: number
  /** Namespace declarations in scope at one element: its own, and those of the elements around it. */
  readonly namespacesInScope: number
  /** Elements in one message. */
  readonly elements: number
  /** Characters of an element's or attribute's name, prefix included. */
  readonly name: number
  /** Characters of one attribute's value. */
  readonly attributeValue: number
}

export const DEFAULT_XML_LIMITS: XmlLimits = {
  depth: 100,
  attributes: 256,
  namespaces: 64,
  namespacesInScope: 256,
  elements: 100_000,
  name: 1024,
  attributeValue: 64 * 1024,
}

/** For a text of one's own, and for one that was read within limits before. */
export const NO_XML_LIMITS: XmlLimits = {
  depth: Number.POSITIVE_INFINITY,
  attributes: Number.POSITIVE_INFINITY,
  namespaces: Number.POSITIVE_INFINITY,
  namespacesInScope: Number.POSITIVE_INFINITY,
  elements: Number.POSITIVE_INFINITY,
  name: Number.POSITIVE_INFINITY,
  attributeValue: Number.POSITIVE_INFINITY,
}

/** What happens to processing instructions: no message may have any, a document of one's own may. */
export type Instructions = 'refused' | 'ignored'
