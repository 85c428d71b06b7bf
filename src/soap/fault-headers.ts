/** The header blocks of a fault: NotUnderstood, Upgrade, and the details of other header blocks. */
import {
  attribute,
  type ClarkName,
  element,
  parseClarkName,
  XML_NAMESPACE,
  type XmlElement,
} from '../xml/tree.js'
import type { SoapFault } from './fault.js'
import { SOAP_12, type SoapVersion } from './version.js'

/**
 * All header blocks of a fault.
 *
 * @param served  the envelopes that this node serves, for a VersionMismatch
 */
export function headersOf(
  { code, headers, binding }: SoapFault,
  version: SoapVersion,
  served: readonly SoapVersion[],
): readonly XmlElement[] {
  const blocks = code === 'VersionMismatch' ? [upgrade(version, served), ...headers] : headers
  // In SOAP 1.2 these stand in Detail; SOAP 1.1 §4.4 keeps them out of its own.
  if (!binding || version.name === '1.2' || binding.details.length === 0) return blocks
  const { block: name, prefix, details: children } = binding
  return [...blocks, element({ name, prefix, children })]
}

/**
 * SOAP 1.2 Part 1 §5.4.8: names one block that was not understood. In an answer to SOAP 1.1, whose
 * header details belong into header entries too (§4.4), it keeps its own namespace.
 */
export function notUnderstood(name: ClarkName, version: SoapVersion): XmlElement {
  const { namespace, prefix } = version.name === '1.2' ? version : SOAP_12
  return element({
    name: `{${namespace}}NotUnderstood`,
    prefix,
    ...qnameAttribute(name, 'block'),
  })
}

/**
 * SOAP 1.2 Part 1 §5.4.7 and Appendix A: names the envelopes that this node serves, the preferred
 * first, in the namespace of the envelope that carries it.
 */
export function upgrade(version: SoapVersion, served: readonly SoapVersion[]): XmlElement {
  const { namespace, prefix } = version
  return element({
    name: `{${namespace}}Upgrade`,
    prefix,
    children: served.map((row, index) =>
      element({
        name: `{${namespace}}SupportedEnvelope`,
        prefix,
        ...qnameAttribute(`{${row.namespace}}Envelope`, `ns${index + 1}`),
      }),
    ),
  })
}

/** The unqualified `qname` attribute with the declaration its prefix needs. */
function qnameAttribute(name: ClarkName, prefix: string) {
  const { namespace, local } = parseClarkName(name)
  // Namespaces in XML §3: no other prefix may be bound to this namespace, and `xml` always is.
  if (namespace === XML_NAMESPACE) return { attributes: [attribute('qname', `xml:${local}`)] }
  return {
    attributes: [attribute('qname', `${prefix}:${local}`)],
    declarations: [{ prefix, namespace }],
  }
}
