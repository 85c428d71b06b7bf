/** Which encoding holds at an element: encodingStyle is scoped, and what is inside may change it (SOAP 1.1 §4.1.1, SOAP 1.2 Part 1 §5.1.1). */
import { SoapFault } from '../../soap/fault.js'
import { attributeOf, type XmlElement } from '../../xml/tree.js'
import { DIALECTS, type Dialect } from './dialect.js'

/** `literal` where no encoding is claimed, `unknown` where none of the styles is one of these. */
export type StyleInForce = Dialect | 'literal' | 'unknown'

const NONE_12 = 'http://www.w3.org/2003/05/soap-envelope/encoding/none'

/**
 * What an element says about itself.
 *
 * @param envelope  namespace of the envelope it came in
 * @returns undefined if it says nothing, so that what holds around it holds here
 */
export function styleAt(element: XmlElement, envelope: string): StyleInForce | undefined {
  if (element.attributes.length === 0) return undefined
  const uri = attributeOf(element, envelope, 'encodingStyle')
  return uri === undefined ? undefined : styleOf(uri)
}

function styleOf(text: string): StyleInForce {
  let some = false
  // SOAP 1.1 §4.1.1: a list of URIs "in the order most specific to least specific".
  for (const [uri] of text.matchAll(/[^ \t\r\n]+/g)) {
    some = true
    // SOAP 1.1 §4.1.1: URIs beginning with that of the encoding "indicate conformance with the SOAP
    // encoding rules", with tighter rules added.
    if (uri.startsWith(DIALECTS['1.1'].uri)) return DIALECTS['1.1']
    if (uri === DIALECTS['1.2'].uri) return DIALECTS['1.2']
    if (uri === NONE_12) return 'literal'
  }
  // SOAP 1.1 §4.1.1: `""` "explicitly indicates that no claims are made".
  return some ? 'unknown' : 'literal'
}

/** SOAP 1.2 Part 1 §5.4.6. */
export function unknownEncoding(): SoapFault {
  return new SoapFault({
    code: 'DataEncodingUnknown',
    reason: 'The message uses a data encoding that this node does not know.',
  })
}
