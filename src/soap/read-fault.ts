/** Reads a body entry that is a fault, of either version. */
import {
  attributeOf,
  type ClarkName,
  childElements,
  clarkName,
  elementText,
  isNamed,
  readQName,
  trimXml,
  XML_NAMESPACE,
  type XmlElement,
} from '../xml/tree.js'
import type { Envelope } from './envelope.js'
import type { FaultCode, SoapVersion } from './version.js'

export interface ReceivedFault {
  /** SOAP's own code, by its name in SOAP 1.1; undefined for a code that SOAP does not define. */
  readonly code: FaultCode | undefined
  /** The code as it came, then the subcodes of SOAP 1.2, in Clark notation. */
  readonly codes: readonly ClarkName[]
  readonly reason: string
  /** URI of the node that found the fault: faultactor, or Node. */
  readonly actor: string | undefined
  /** URI of the role in which it was found: SOAP 1.2's Role. */
  readonly role: string | undefined
  /** Entries of detail; undefined if there is none, as for an error of the header. */
  readonly detail: readonly XmlElement[] | undefined
}

/** @returns undefined if the Body holds no Fault (BP 1.1 R1107: the status does not matter) */
export function readFault({ entries, version }: Envelope): ReceivedFault | undefined {
  const [entry] = entries
  if (!entry || !isNamed(entry, version.namespace, 'Fault')) return undefined
  return isOf11(entry, version) ? fault11(entry, version) : fault12(entry, version)
}

/** node-soap writes the children of SOAP 1.2 into a fault of 1.1: what they say is read anyway. */
function isOf11(fault: XmlElement, { name, namespace }: SoapVersion): boolean {
  const isCode = (child: XmlElement) => isNamed(child, namespace, 'Code')
  const isFaultcode = (child: XmlElement) => child.local === 'faultcode'
  const children = childElements(fault)
  return name === '1.1' && (children.some(isFaultcode) || !children.some(isCode))
}

function fault11(fault: XmlElement, version: SoapVersion): ReceivedFault {
  const child = (local: string) => childElements(fault).find((element) => element.local === local)
  const code = child('faultcode')
  const detail = child('detail')
  const actor = child('faultactor')
  const codes = code ? [qname(code)] : []
  return {
    code: standardCode(codes[0], version),
    codes,
    reason: elementText(child('faultstring') ?? fault).trim(),
    actor: actor && trimXml(elementText(actor)),
    role: undefined,
    detail: detail && childElements(detail),
  }
}

function fault12(fault: XmlElement, version: SoapVersion): ReceivedFault {
  const child = (parent: XmlElement | undefined, local: string) =>
    parent && childElements(parent).find((element) => isNamed(element, version.namespace, local))
  const codes: ClarkName[] = []
  for (let at = child(fault, 'Code'); at; at = child(at, 'Subcode')) {
    const value = child(at, 'Value')
    if (value) codes.push(qname(value))
  }
  const reason = child(fault, 'Reason')
  const texts = reason ? childElements(reason) : []
  const english = texts.find((text) => attributeOf(text, XML_NAMESPACE, 'lang')?.startsWith('en'))
  const text = english ?? texts[0]
  const node = child(fault, 'Node')
  const role = child(fault, 'Role')
  const detail = child(fault, 'Detail')
  return {
    code: standardCode(codes[0], version),
    codes,
    reason: text ? elementText(text).trim() : '',
    actor: node && trimXml(elementText(node)),
    role: role && trimXml(elementText(role)),
    detail: detail && childElements(detail),
  }
}

/** The text as it is if its prefix is not declared, or not signed where the rest is: it is none of SOAP's codes then. */
function qname(element: XmlElement): ClarkName {
  const name = readQName(element.scope, elementText(element))
  return name && !name.unsigned ? clarkName(name) : trimXml(elementText(element))
}

/** SOAP 1.1 §4.4.1 allows codes with dots, such as `Client.Authentication`: the first part counts. */
function standardCode(name: ClarkName | undefined, version: SoapVersion): FaultCode | undefined {
  if (!name?.startsWith(`{${version.namespace}}`)) return undefined
  const [local] = name.slice(version.namespace.length + 2).split('.')
  const codes = Object.entries(version.codes) as [FaultCode, string][]
  return codes.find(
    ([code, text]) => text === local && (text === code || version.name === '1.2'),
  )?.[0]
}
