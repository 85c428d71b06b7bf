/** Names that what is given as a type has in an envelope: entries of rpc messages, header blocks, faults (WSDL 1.1 §3.5 to §3.7). */
import type { BoundOperation } from './bindings.js'

export type Direction = 'request' | 'response'

export interface ExpandedName {
  readonly namespace: string
  readonly local: string
}

/**
 * WSDL 1.1 §3.5: the entry of an rpc message is named as the operation, in the namespace of `soap:body`.
 * SOAP 1.1 §7.1: that of an answer has `Response` behind it.
 */
export function rpcEntry(operation: BoundOperation, direction: Direction): ExpandedName {
  const { name, source, input, output } = operation
  const message = direction === 'request' ? input : output
  const local = direction === 'request' ? name : `${name}Response`
  return { namespace: namespaceOr(message?.namespace ?? '', source), local }
}

/** Where a binding gives no namespace, that of its document is meant (Basic Profile 1.1 R2717 requires one). */
export function namespaceOr(namespace: string, { document }: BoundOperation['source']): string {
  return namespace === '' ? document.namespace : namespace
}
