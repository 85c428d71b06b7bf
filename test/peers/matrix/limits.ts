/** What a stack cannot do, each tried in every run: the one list, with the reason, and whose it is by which clause. */
import type { Limit } from '../../support/limits.js'
import type { FeatureName } from './features.js'
import type { PeerName } from './peers.js'

/** From where to where: client of the peer to our node; our client to its server; its client through a relay to its server. */
export type Way = 'in' | 'out' | 'through'

export interface PeerLimit extends Limit {
  readonly peer: PeerName
  readonly ways: readonly Way[]
  readonly features: readonly FeatureName[]
  /** Who would have to change, by which clause: the end of a sentence that begins with `at fault:`. */
  readonly by: string
}

export const LIMITS: readonly PeerLimit[] = [
  {
    peer: 'cxf',
    ways: ['in'],
    features: ['declared fault'],
    soap: '1.2',
    why: 'reads no fault that comes with 400, unless `org.apache.cxf.transport.process_fault_on_http_400` is set',
    by: 'CXF, as 400 is the status of a Sender fault (SOAP 1.2 Part 2 §7.5.2.2)',
  },
  {
    peer: 'axis2',
    ways: ['in', 'out', 'through'],
    features: ['values'],
    why: 'takes the lowest `xs:int`, -2147483648, for a value that is not there (ADB)',
    by: 'itself, by XML Schema Part 2 §3.3.17',
  },
  {
    peer: 'axis2',
    ways: ['in'],
    features: ['header block of an answer'],
    why: 'gives no header blocks of an answer to the caller of its stub',
    by: 'itself, by WSDL 1.1 §3.7',
  },
  {
    peer: 'axis2',
    ways: ['out', 'through'],
    features: ['header block of an answer'],
    why: 'has no header blocks in its skeleton: that of a request is found in the message, that of an answer cannot be given',
    by: 'itself, by WSDL 1.1 §3.7',
  },
  {
    peer: 'zeep',
    ways: ['in', 'through'],
    features: ['MTOM sent', 'MTOM received'],
    why: 'sends one part only',
    by: 'nobody, as a contract without a policy leaves MTOM to the sender',
  },
  {
    peer: 'zeep',
    ways: ['through'],
    features: ['addressing'],
    why: 'gets no RelatesTo from the server of node-soap',
    by: 'node-soap, by WS-Addressing 1.0 Core §3.4',
  },
  {
    peer: 'zeep',
    ways: ['through'],
    features: ['undeclared fault'],
    soap: '1.1',
    why: 'gets a fault with elements of SOAP 1.2 from the server of node-soap',
    by: 'node-soap, by SOAP 1.1 §4.4',
  },
  {
    peer: 'zeep',
    ways: ['in'],
    features: ['signed and encrypted'],
    why: 'signs, and does not encrypt',
    by: 'nobody, as it promises signatures and UsernameTokens alone',
  },
  {
    peer: 'node-soap',
    ways: ['in'],
    features: ['signed and encrypted'],
    why: 'signs, and does not encrypt',
    by: 'nobody, as it promises signatures and UsernameTokens alone',
  },
  {
    peer: 'node-soap',
    ways: ['out'],
    features: ['undeclared fault'],
    why: 'writes what an operation throws with the prefix `SOAP-ENV`, which it does not declare',
    by: 'itself, by Namespaces in XML §5, and in SOAP 1.1 by §4.4',
  },
  {
    peer: 'node-soap',
    ways: ['out', 'through'],
    features: ['MTOM sent', 'MTOM received'],
    why: 'reads no parts beside the envelope as a server',
    by: 'itself, by XOP 1.0 §3.2',
  },
  {
    peer: 'node-soap',
    ways: ['out', 'through'],
    features: ['addressing'],
    why: 'answers without RelatesTo',
    by: 'itself, by WS-Addressing 1.0 Core §3.4',
  },
  {
    peer: 'go',
    ways: ['in'],
    features: ['values'],
    why: 'writes a decimal as `1.234567890125e+10`, and leaves out an item that is empty',
    by: 'itself, by XML Schema Part 2 §3.2.3.1',
  },
  {
    peer: 'go',
    ways: ['through'],
    features: ['values'],
    why: 'leaves out an item that is empty',
    by: 'itself, though by no clause: what it sends is valid, and another value',
  },
  {
    peer: 'go',
    ways: ['in'],
    features: ['declared fault', 'undeclared fault'],
    why: 'reads no fault that comes with 500: it is an HTTPError, with the envelope in its ResponseBody',
    by: 'itself, by SOAP 1.1 §6.2',
  },
  {
    peer: 'go',
    ways: ['through'],
    features: ['declared fault', 'undeclared fault'],
    why: 'reads no fault that comes with 500',
    by: 'itself, by SOAP 1.1 §6.2',
  },
  {
    peer: 'go',
    ways: ['in', 'through'],
    features: ['header block of an answer'],
    why: 'gives no header blocks of an answer to its caller',
    by: 'itself, by WSDL 1.1 §3.7',
  },
  {
    peer: 'go',
    ways: ['in', 'through'],
    features: ['one-way'],
    why: 'ends with the error `mime: no media type` at an answer of 202 without content; the message has run',
    by: 'itself, by WS-I Basic Profile 1.1 R1112, R1124',
  },
  {
    peer: 'go',
    ways: ['in', 'through'],
    features: ['MTOM sent', 'MTOM received'],
    why: 'writes the bytes into the text as they are: what it generates has `[]byte`, and only its `soap.Binary` is packed',
    by: 'itself, by XOP 1.0 §3.1',
  },
  {
    peer: 'go',
    ways: ['through'],
    features: ['addressing'],
    why: 'gets no RelatesTo from the server of node-soap',
    by: 'node-soap, by WS-Addressing 1.0 Core §3.4',
  },
]

/** As a column of a table has them. */
export function limitsOf(peer: PeerName, way: Way): readonly Limit[] {
  return LIMITS.filter((one) => one.peer === peer && one.ways.includes(way)).map(
    ({ why, by, ...limit }) => ({ ...limit, why: `${why} – at fault: ${by}` }),
  )
}
