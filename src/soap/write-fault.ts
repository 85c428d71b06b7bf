/** Writes a fault as the body entry that each SOAP version defines. */
import {
  attribute,
  type ClarkName,
  element,
  parseClarkName,
  XML_NAMESPACE,
  type XmlElement,
} from '../xml/tree.js'
import type { SoapFault } from './fault.js'
import type { SoapVersion } from './version.js'

/** The node that found the fault, if it is not the ultimate receiver. */
export interface FaultingNode {
  /** URI that identifies this node. */
  readonly node: string
  /** Actor it was acting as. */
  readonly actor: string
}

/** @param by  the node, if it acted as an intermediary; undefined at the ultimate receiver */
export function writeFault(
  fault: SoapFault,
  version: SoapVersion,
  by: FaultingNode | undefined,
): XmlElement {
  return version.name === '1.1' ? fault11(fault, version, by) : fault12(fault, version, by)
}

/** SOAP 1.1 §4.4, with BP 1.1 R1000 and R1001: four unqualified children and no others. */
function fault11(fault: SoapFault, version: SoapVersion, by: FaultingNode | undefined): XmlElement {
  const children = [faultcode(fault, version), text('faultstring', fault.message)]
  // "Applications that do not act as the ultimate destination of the SOAP message MUST include the
  // faultactor element in a SOAP Fault element."
  if (by) children.push(text('faultactor', by.node))
  // The detail element "MUST be present if the contents of the Body element could not be
  // successfully processed. It MUST NOT be used to carry information about error information
  // belonging to header entries."
  if (fault.scope === 'body') children.push(element({ name: 'detail', children: fault.detail }))
  return inEnvelope(version, 'Fault', children, true)
}

/** BP 1.1 R1004: one of SOAP's own codes, or a code from a namespace that its specification controls. */
function faultcode(fault: SoapFault, version: SoapVersion): XmlElement {
  const code = fault.faultcode ?? version.codes[fault.code]
  const { namespace, local } = parseClarkName(code)
  if (namespace === '') return text('faultcode', `${version.prefix}:${code}`)
  const prefix = fault.binding?.prefix ?? 'code'
  const children = [`${prefix}:${local}`]
  return element({ name: 'faultcode', declarations: [{ prefix, namespace }], children })
}

/** SOAP 1.2 Part 1 §5.4. */
function fault12(fault: SoapFault, version: SoapVersion, by: FaultingNode | undefined): XmlElement {
  const value = `${version.prefix}:${version.codes[fault.code]}`
  const code = inEnvelope(version, 'Code', [
    inEnvelope(version, 'Value', [value]),
    ...subcode(fault.subcodes, version),
  ])
  const reason = inEnvelope(version, 'Reason', [
    element({
      name: `{${version.namespace}}Text`,
      prefix: version.prefix,
      // §5.4.2.1: the xml:lang attribute is mandatory.
      attributes: [attribute(`{${XML_NAMESPACE}}lang`, 'en', 'xml')],
      children: [fault.message],
    }),
  ])
  const children = [code, reason]
  // §5.4.3: "SOAP nodes that do not act as the ultimate SOAP receiver MUST include this element
  // information item."
  if (by) {
    children.push(inEnvelope(version, 'Node', [by.node]), inEnvelope(version, 'Role', [by.actor]))
  }
  // §5.4.5: Detail is application-specific and may be left out; that it is about the
  // Body only is SOAP 1.1's rule, kept in both versions unless another specification says so.
  const detail = fault.binding?.details ?? (fault.scope === 'body' ? fault.detail : [])
  if (detail.length > 0) children.push(inEnvelope(version, 'Detail', detail))
  return inEnvelope(version, 'Fault', children, true)
}

function subcode(subcodes: readonly ClarkName[], version: SoapVersion): readonly XmlElement[] {
  const [first, ...rest] = subcodes
  if (first === undefined) return []
  const { namespace, local } = parseClarkName(first)
  const value = element({
    name: `{${version.namespace}}Value`,
    prefix: version.prefix,
    declarations: [{ prefix: 'code', namespace }],
    children: [`code:${local}`],
  })
  return [inEnvelope(version, 'Subcode', [value, ...subcode(rest, version)])]
}

function inEnvelope(
  version: SoapVersion,
  local: string,
  children: readonly (XmlElement | string)[],
  declared = false,
): XmlElement {
  const { namespace, prefix } = version
  return element({
    name: `{${namespace}}${local}`,
    prefix,
    // Codes are QNames in content: their prefix must be bound wherever the entry is put.
    declarations: declared ? [{ prefix, namespace }] : [],
    children,
  })
}

function text(local: string, content: string): XmlElement {
  return element({ name: local, children: [content] })
}
