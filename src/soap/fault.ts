/** A SOAP fault as this node throws it: the only kind of error that a peer gets to read. */
import { isNcName } from '../xml/characters.js'
import {
  type ClarkName,
  element,
  parseClarkName,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlElement,
} from '../xml/tree.js'
import { type FaultCode, RPC_NAMESPACE, SOAP_11, SOAP_12 } from './version.js'

/** Namespace of the detail entries that this node writes itself. */
export const FAULT_NAMESPACE = 'urn:waybill:fault'

/** Which part of the message could not be processed; it decides whether there is a detail. */
export type FaultScope = 'header' | 'body'

/** How a specification beside SOAP's own writes the faults of its header blocks. */
export interface FaultBinding {
  /** Details of the header block at fault: entries of Detail in SOAP 1.2, of `block` in SOAP 1.1. */
  readonly details: readonly XmlElement[]
  /** Name of the header block that holds the details in SOAP 1.1. */
  readonly block: ClarkName
  /** Prefix this node writes for the namespace of the faultcode and of `block`. */
  readonly prefix: string
}

/**
 * A code of one's own: a name in a namespace of one's own, or the code of the fault with more behind a dot, such
 * as `Client.Authentication`, which BP 1.1 R1031 advises against.
 */
export type OwnCode = `{${string}}${string}` | `${FaultCode}.${string}`

/** What a fault says; only the code and the reason are required. */
export interface FaultParts {
  /** Who is to blame; it decides the status, and whether the message is tried again. */
  readonly code: FaultCode
  /** Human-readable explanation, in English; the peer gets it as it is. */
  readonly reason: string
  /** For the operator: the log has it behind the reason; no peer reads it. Default: none. */
  readonly hint?: string | undefined
  /** What SOAP 1.1 has as faultcode in place of `code` (§4.4.1). Default: `code`. */
  readonly faultcode?: OwnCode | undefined
  /**
   * What SOAP 1.2 has as subcodes, outermost first, each as `{namespace}Name`; SOAP 1.1 has none. Default:
   * `faultcode`, if it has a namespace, else none.
   */
  readonly subcodes?: readonly ClarkName[] | undefined
  /** The WS-Addressing action of its envelope. Default: that of SOAP's own faults. */
  readonly action?: string | undefined
  /** Default `body`. */
  readonly scope?: FaultScope
  /** Entries of detail; only for a fault of scope `body`. */
  readonly detail?: readonly XmlElement[]
  /** Header blocks of the fault's envelope: where the details of header faults belong. */
  readonly headers?: readonly XmlElement[]
  /** Default: none; then the fault is written as SOAP alone says. */
  readonly binding?: FaultBinding | undefined
}

/** Marks the faults of every copy of this package: a plugin may have installed a copy of its own. */
const FAULT = Symbol.for('waybill.SoapFault')

/**
 * Thrown anywhere, turned into an envelope in `path/refuse.ts` only.
 *
 * @throws TypeError for a `code` that SOAP does not have, and for a `faultcode` or a subcode that no fault can
 *   have: a plugin may be plain JavaScript
 */
export class SoapFault extends Error {
  readonly [FAULT] = true
  readonly code: FaultCode
  readonly hint: string | undefined
  readonly faultcode: OwnCode | undefined
  readonly subcodes: readonly ClarkName[]
  readonly action: string | undefined
  readonly scope: FaultScope
  readonly detail: readonly XmlElement[]
  readonly headers: readonly XmlElement[]
  readonly binding: FaultBinding | undefined

  constructor(parts: FaultParts, options?: ErrorOptions) {
    super(parts.reason, options)
    if (!Object.hasOwn(SOAP_11.codes, parts.code)) {
      throw new TypeError(`a fault has the code ${Object.keys(SOAP_11.codes).join(', ')}`)
    }
    const { code, faultcode, subcodes = faultcode?.startsWith('{') ? [faultcode] : [] } = parts
    checkOwnCodes(code, faultcode, subcodes)
    this.name = 'SoapFault'
    this.code = code
    this.hint = parts.hint
    this.faultcode = faultcode
    this.subcodes = subcodes
    this.action = parts.action
    this.scope = parts.scope ?? 'body'
    this.detail = parts.detail ?? []
    this.headers = parts.headers ?? []
    this.binding = parts.binding
  }
}

function checkOwnCodes(
  code: FaultCode,
  faultcode: OwnCode | undefined,
  subcodes: readonly ClarkName[],
): void {
  const dotted = faultcode?.startsWith(`${SOAP_11.codes[code]}.`) && !faultcode.endsWith('.')
  const named = faultcode === undefined || (dotted && isNcName(faultcode)) ? [] : [faultcode]
  const wrong = [...named, ...subcodes].find((name) => !isOwnName(name))
  if (wrong === undefined) return
  throw new TypeError(
    `a code of your own is {namespace}Name, not in a namespace of SOAP or XML, or as faultcode ${SOAP_11.codes[code]}.Name, and not ${wrong}`,
  )
}

function isOwnName(name: ClarkName): boolean {
  const { namespace, local } = parseClarkName(name)
  return !NOBODYS.includes(namespace) && isNcName(local)
}

/** Names in these are SOAP's alone, have no prefix of their own, or have no namespace. */
const NOBODYS: readonly string[] = [
  '',
  SOAP_11.namespace,
  SOAP_12.namespace,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
]

/**
 * Turns a fault of any copy of the package into one of this copy; undefined for anything else.
 *
 * @throws TypeError for one of another copy with a code that SOAP 1.1 does not have
 */
export function asFault(thrown: unknown): SoapFault | undefined {
  if (thrown instanceof SoapFault) return thrown
  if (typeof thrown !== 'object' || thrown === null || !(FAULT in thrown)) return undefined
  const { message: reason, stack, cause, ...parts } = thrown as unknown as SoapFault
  return Object.assign(new SoapFault({ ...parts, reason }, { cause }), { stack })
}

/** SOAP 1.2 Part 2 §4.4: the body entry names no procedure of this node. */
export function procedureNotPresent(reason: string): SoapFault {
  return new SoapFault({
    code: 'Client',
    subcodes: [`{${RPC_NAMESPACE}}ProcedureNotPresent`],
    reason,
  })
}

/** SOAP 1.2 Part 2 §4.4: the arguments do not fit; each sentence becomes an entry of the detail. */
export function badArguments(reason: string, sentences: readonly string[] = []): SoapFault {
  return new SoapFault({
    code: 'Client',
    subcodes: [`{${RPC_NAMESPACE}}BadArguments`],
    reason,
    detail: sentences.map((sentence) => faultEntry('Invalid', sentence)),
  })
}

/** A header block of ours that does not fit its schema; each sentence becomes a header entry. */
export function blockMismatch(sentences: readonly string[]): SoapFault {
  return new SoapFault({
    code: 'Client',
    reason: 'A header block does not match its schema.',
    scope: 'header',
    headers: sentences.map((sentence) => faultEntry('Invalid', sentence)),
  })
}

/** A detail entry in this node's own namespace, holding a text. */
export function faultEntry(local: string, text: string): XmlElement {
  return element({ name: `{${FAULT_NAMESPACE}}${local}`, prefix: 'waybill', children: [text] })
}
