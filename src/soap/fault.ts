/** A SOAP fault as this node throws it: the only kind of error that a peer gets to read. */
import { type ClarkName, element, type XmlElement } from '../xml/tree.js'
import { type FaultCode, RPC_NAMESPACE, SOAP_11 } from './version.js'

/** Namespace of the detail entries that this node writes itself. */
export const FAULT_NAMESPACE = 'urn:waybill:fault'

/** Which part of the message could not be processed; it decides whether there is a detail. */
export type FaultScope = 'header' | 'body'

/** How a specification beside SOAP's own writes the faults of its header blocks. */
export interface FaultBinding {
  /** The faultcode of SOAP 1.1, which has no subcodes. */
  readonly code: ClarkName
  /** Details of the header block at fault: entries of Detail in SOAP 1.2, of `block` in SOAP 1.1. */
  readonly details: readonly XmlElement[]
  /** Name of the header block that holds the details in SOAP 1.1. */
  readonly block: ClarkName
  /** Prefix this node writes for the namespace of `code` and `block`. */
  readonly prefix: string
}

/** What a fault says; only the code and the reason are required. */
export interface FaultParts {
  readonly code: FaultCode
  /** Human-readable explanation, in English; the peer gets it as it is. */
  readonly reason: string
  /** SOAP 1.2 subcodes, outermost first. SOAP 1.1 has none: BP 1.1 R1031. */
  readonly subcodes?: readonly ClarkName[]
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
 * Thrown anywhere, turned into an envelope in `processor/refuse.ts` only.
 *
 * @throws TypeError for a code that SOAP 1.1 does not have: a plugin may be plain JavaScript
 */
export class SoapFault extends Error {
  readonly [FAULT] = true
  readonly code: FaultCode
  readonly subcodes: readonly ClarkName[]
  readonly scope: FaultScope
  readonly detail: readonly XmlElement[]
  readonly headers: readonly XmlElement[]
  readonly binding: FaultBinding | undefined

  constructor(parts: FaultParts, options?: ErrorOptions) {
    super(parts.reason, options)
    if (!Object.hasOwn(SOAP_11.codes, parts.code)) {
      throw new TypeError(`a fault has the code ${Object.keys(SOAP_11.codes).join(', ')}`)
    }
    this.name = 'SoapFault'
    this.code = parts.code
    this.subcodes = parts.subcodes ?? []
    this.scope = parts.scope ?? 'body'
    this.detail = parts.detail ?? []
    this.headers = parts.headers ?? []
    this.binding = parts.binding
  }
}

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
