/** Reads the addressing blocks for this node, and finds what is wrong with them. */
import {
  attributeOf,
  childElements,
  elementText,
  trimXml,
  type XmlElement,
} from '../../xml/tree.js'
import { SoapFault } from '../fault.js'
import type { SoapVersion } from '../version.js'
import {
  ADDRESSING_NAMESPACE,
  type Addressing,
  type AddressingBlock,
  ANONYMOUS_ENDPOINT,
  type Endpoint,
  REPLY,
  type Relation,
} from './addressing.js'
import { blockRequired, invalidBlock, problemIri } from './faults.js'
import { isAbsoluteIri, isIriReference } from './iri.js'
import { readEndpoint } from './read-endpoint.js'

export interface Reading {
  /**
   * What the valid blocks say: enough to address the fault. An endpoint for answers that cannot be
   * read counts as the anonymous one, so that the sender gets the fault.
   */
  readonly addressing: Addressing
  /** The first thing wrong with the blocks; undefined if they are valid. */
  readonly fault: SoapFault | undefined
  /** What else is wrong where Action is no absolute IRI: that is right if it is its operation's; undefined if it is one. */
  readonly relative?: { readonly otherwise: SoapFault | undefined } | undefined
}

/**
 * WS-Addressing 1.0 Core §3.2 and SOAP Binding §3.2.2 and §6.4. Depends on its arguments alone: the
 * same envelope always gives the same result.
 *
 * @param blocks   all header blocks for this node, without those for other actors
 * @param version  of the envelope
 * @returns undefined if none of them is an addressing block
 */
export function readAddressing(
  blocks: readonly XmlElement[],
  version: SoapVersion,
): Reading | undefined {
  const own = blocks.filter(({ namespace }) => namespace === ADDRESSING_NAMESPACE)
  if (own.length === 0) return undefined
  const faults: SoapFault[] = []
  const only = <Value>(block: AddressingBlock, read: (found: XmlElement) => Value) =>
    attempt(faults, () => single(own, block, read))
  const endpoint = (block: AddressingBlock) =>
    only(block, (found) => readEndpoint(found, block, version))

  const action = only('Action', readAction)
  const { relative } = usable(action) ?? {}
  if (relative) faults.push(relative)
  const messageId = only('MessageID', (found) => readIri(found, 'MessageID'))
  const to = only('To', (found) => readIri(found, 'To', 'InvalidAddress'))
  const from = endpoint('From')
  const replyTo = endpoint('ReplyTo')
  const faultTo = endpoint('FaultTo')
  const relatesTo = named(own, 'RelatesTo').map((found) =>
    attempt(faults, () => readRelation(found)),
  )
  // Core §3.2: wsa:Action is the one block that is always required.
  if (action === undefined) faults.push(blockRequired('Action'))
  return {
    addressing: {
      messageId: usable(messageId),
      action: usable(action)?.text ?? '',
      to: usable(to),
      from: usable(from),
      replyTo: answersTo(replyTo) ?? ANONYMOUS_ENDPOINT,
      faultTo: answersTo(faultTo),
      relatesTo: relatesTo.flatMap((relation) => usable(relation) ?? []),
    },
    fault: faults[0],
    relative: relative && { otherwise: faults.find((fault) => fault !== relative) },
  }
}

/** A block that was read, what is wrong with it, or that it is absent. */
type Attempt<Value> = Value | SoapFault | undefined

function attempt<Value>(faults: SoapFault[], read: () => Value): Attempt<Value> {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SoapFault)) throw error
    faults.push(error)
    return error
  }
}

function usable<Value>(attempted: Attempt<Value>): Value | undefined {
  return attempted instanceof SoapFault ? undefined : attempted
}

function answersTo(attempted: Attempt<Endpoint | undefined>): Endpoint | undefined {
  return attempted instanceof SoapFault ? ANONYMOUS_ENDPOINT : attempted
}

/**
 * SOAP Binding §3.2.2: "A message MUST NOT contain more than one wsa:To, wsa:ReplyTo, wsa:FaultTo,
 * wsa:Action, or wsa:MessageID header targeted at a recipient; headers with an incorrect cardinality
 * MUST NOT be used to populate the corresponding abstract properties." Core §3.1 has no more than one
 * source endpoint either.
 */
function single<Value>(
  own: readonly XmlElement[],
  block: AddressingBlock,
  read: (found: XmlElement) => Value,
): Value | undefined {
  const [found, ...more] = named(own, block)
  if (more.length > 0) throw invalidBlock(block, 'InvalidCardinality')
  return found && read(found)
}

function named(own: readonly XmlElement[], block: AddressingBlock): readonly XmlElement[] {
  return own.filter(({ local }) => local === block)
}

function readIri(element: XmlElement, block: AddressingBlock, how?: 'InvalidAddress'): string {
  const iri = trimXml(elementText(element))
  if (childElements(element).length === 0 && isAbsoluteIri(iri)) return iri
  throw invalidBlock(block, how, how && [problemIri(iri)])
}

interface ReadAction {
  readonly text: string
  readonly relative: SoapFault | undefined
}

/** Contracts have soapActions such as `sayHi`, and clients write what they have. */
function readAction(element: XmlElement): ReadAction {
  const text = trimXml(elementText(element))
  if (childElements(element).length > 0 || !isIriReference(text)) {
    throw invalidBlock('Action', undefined)
  }
  return { text, relative: isAbsoluteIri(text) ? undefined : invalidBlock('Action', undefined) }
}

function readRelation(element: XmlElement): Relation {
  const relationship = trimXml(attributeOf(element, '', 'RelationshipType') ?? REPLY)
  if (!isAbsoluteIri(relationship)) throw invalidBlock('RelatesTo', undefined)
  return { messageId: readIri(element, 'RelatesTo'), relationship }
}
