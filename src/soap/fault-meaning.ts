/** Decides what a fault says of its message: that it is answered, or that it may succeed later. */
import { type ClarkName, clarkName } from '../xml/tree.js'
import { isUnfinished } from './accepted-fault.js'
import { FAULT_NAMESPACE } from './fault.js'
import type { ReceivedFault } from './read-fault.js'

export type FaultMeaning =
  /** It is the answer: the same message would get the same fault again. */
  | 'answer'
  /** "the message could succeed at a later point in time" (SOAP 1.1 §4.4.1). */
  | 'temporary'
  /** The message was accepted there, and is not finished. */
  | 'unfinished'
  /** Its code is of another specification, such as WS-Addressing, which does not say that it may succeed later. */
  | 'other'

/**
 * Detail entries that tell what happened inside the other side. Their fault is a failure, which nobody has declared;
 * what each is written by.
 */
export const DIAGNOSTIC: ReadonlyMap<ClarkName, string> = new Map([
  [`{${FAULT_NAMESPACE}}Exchange`, 'Waybill'],
  ['{http://xml.apache.org/axis/}exceptionName', 'Apache Axis'],
  ['{http://xml.apache.org/axis/}hostname', 'Apache Axis'],
  ['{http://xml.apache.org/axis/}isRuntimeException', 'Apache Axis'],
  ['{http://xml.apache.org/axis/}stackTrace', 'Apache Axis'],
  ['Exception', 'Apache Axis2'],
  ['{http://jax-ws.dev.java.net/}exception', 'JAX-WS RI (Metro)'],
  ['{http://cxf.apache.org/fault}stackTrace', 'Apache CXF'],
  ['{http://schemas.datacontract.org/2004/07/System.ServiceModel}ExceptionDetail', 'WCF'],
])

/**
 * The one definition of a fault that is an answer, for messages that are sent on and for operations of this node:
 * CXF and Metro write every exception that a contract declares as a Server fault.
 *
 * @param declared  elements that the contract declares for `detail`; undefined without a contract: then each entry
 *   counts that is not diagnostic
 */
export function meaningOfFault(
  fault: Pick<ReceivedFault, 'code' | 'detail'>,
  declared: ReadonlySet<ClarkName> | undefined,
): FaultMeaning {
  const { code, detail = [] } = fault
  if (isUnfinished(fault)) return 'unfinished'
  if (code !== undefined && code !== 'Server') return 'answer'
  const names = detail.map((entry) => clarkName(entry))
  const says = (name: ClarkName) => declared?.has(name) ?? !DIAGNOSTIC.has(name)
  if (names.some(says)) return 'answer'
  const failed = code === 'Server' || names.some((name) => DIAGNOSTIC.has(name))
  return failed ? 'temporary' : 'other'
}
