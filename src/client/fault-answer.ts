/** The error of an answer that is a fault. */
import type { Value } from '../plugin.js'
import type { ReceivedFault } from '../soap/read-fault.js'
import type { ClarkName, XmlElement } from '../xml/tree.js'

/** A fault that the contract declares. */
export interface DeclaredFault {
  /** Name of the service, in its namespace. */
  readonly service: ClarkName
  /** Local name of the operation. */
  readonly operation: string
  readonly name: string
  /** What its element in `detail` holds. */
  readonly detail: Value
}

/** The other side answered with a SOAP fault. */
export class FaultAnswer extends Error {
  /** SOAP's own code in the words of 1.1 (`Client` for `Sender`); undefined for any other code. */
  readonly code: ReceivedFault['code']
  /** The code as it came, then the subcodes of SOAP 1.2, outermost first. */
  readonly codes: readonly ClarkName[]
  /** faultstring, or the Text of Reason: the English one if there is one. */
  readonly reason: string
  /** URI of the node that found the fault: faultactor, or Node. */
  readonly actor: string | undefined
  /** URI of the role that the node acted in when it found it: Role of SOAP 1.2; undefined in SOAP 1.1, and without one. */
  readonly role: string | undefined
  /** Entries of detail; undefined without one, which in SOAP 1.1 is an error of the header. */
  readonly detail: readonly XmlElement[] | undefined
  /** The fault by the contract of the call; undefined for one that it does not declare, and without contract. */
  readonly fault: DeclaredFault | undefined
  /** Header blocks of the fault's envelope, in document order. */
  readonly headers: readonly XmlElement[]
  /** Text of the fault's envelope. */
  readonly text: string

  constructor(
    fault: ReceivedFault,
    text: string,
    headers: readonly XmlElement[] = [],
    declared?: DeclaredFault | undefined,
  ) {
    super(`${fault.code ?? fault.codes[0] ?? 'fault'}: ${fault.reason}`)
    this.name = 'FaultAnswer'
    this.code = fault.code
    this.codes = fault.codes
    this.reason = fault.reason
    this.actor = fault.actor
    this.role = fault.role
    this.detail = fault.detail
    this.fault = declared
    this.headers = headers
    this.text = text
  }
}
