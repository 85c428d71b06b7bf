/** Reads the attributes that SOAP gives a header block: actor, mustUnderstand, relay. */
import { attributeOf, type ClarkName, clarkName, trimXml, type XmlElement } from '../xml/tree.js'
import { SoapFault } from './fault.js'
import type { SoapVersion } from './version.js'

/** A header block with what its attributes say; they count on a direct child of Header only. */
export interface HeaderBlock {
  readonly element: XmlElement
  readonly name: ClarkName
  /** URI of the actor the block is addressed to; undefined for the ultimate receiver. */
  readonly actor: string | undefined
  readonly mustUnderstand: boolean
  /** SOAP 1.2 Part 1 §5.2.4: forward the block if this node did not process it. */
  readonly relay: boolean
}

/** The URI of the actor a block is for; undefined where the block is for the ultimate receiver. */
export function actorOf(element: XmlElement, version: SoapVersion): string | undefined {
  const value = attributeOf(element, version.namespace, version.actorAttribute)
  if (value === undefined) return undefined
  const actor = trimXml(value)
  // SOAP 1.2 Part 1 §5.2.2: an empty role is what none is; SOAP 1.1 §4.2.2 gives an empty URI no other meaning.
  return actor === '' || version.ultimateReceiver.includes(actor) ? undefined : actor
}

/** @throws SoapFault Client if mustUnderstand or relay is not one of the version's truth values */
export function readHeaderBlock(element: XmlElement, version: SoapVersion): HeaderBlock {
  return {
    element,
    name: clarkName(element),
    actor: actorOf(element, version),
    mustUnderstand: truth(element, version, 'mustUnderstand'),
    relay: version.relays && truth(element, version, 'relay'),
  }
}

function truth(element: XmlElement, version: SoapVersion, local: string): boolean {
  const value = attributeOf(element, version.namespace, local)
  // SOAP 1.1 §4.2.3: "The absence of the SOAP mustUnderstand attribute is semantically equivalent
  // to its presence with the value "0"."
  if (value === undefined) return false
  const text = version.booleans.get(trimXml(value))
  if (text !== undefined) return text
  const allowed = [...version.booleans.keys()].join(', ')
  throw new SoapFault({
    code: 'Client',
    reason: `The ${local} attribute of a header block must be one of: ${allowed}.`,
    scope: 'header',
  })
}
