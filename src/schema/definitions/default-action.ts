/** The action of a message for which a WSDL document says none (WS-Addressing 1.0 Metadata §4.4.4). */

const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:/

/** True for what can be an [action]: an absolute URI (WS-Addressing 1.0 Core §3.1). */
export const isAction = (text: string) => ABSOLUTE.test(text)

/**
 * §4.4.4: "[target namespace][delimiter][port type name][delimiter][input|output name]", and for a fault
 * "[target namespace][delimiter][port type name][delimiter][operation name][delimiter]Fault[delimiter][fault name]".
 *
 * @param names  of the port type, and of what follows
 * @returns undefined if they make no absolute URI
 */
export function defaultAction(namespace: string, names: readonly string[]): string | undefined {
  if (!isAction(namespace)) return undefined
  // "[delimiter] is ":" when the [target namespace] is a URN, otherwise "/"."
  const delimiter = /^urn:/i.test(namespace) ? ':' : '/'
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter
  return start + names.join(delimiter)
}

/** WSDL 1.1 §2.4.5: what an input or an output is named that has no name. */
export function defaultName(operation: string, what: string, answered: boolean): string {
  if (!answered) return operation
  return what === 'input' ? `${operation}Request` : `${operation}Response`
}
