/** An element among encoded values: what is in it is written as it is, and claims no encoding. */
import type { XmlElement } from '../../../xml/tree.js'
import type { Dialect } from '../dialect.js'

/**
 * @param named     what it is called among the values, whatever it was called before
 * @param envelope  namespace of the envelope
 */
export function island(
  { attributes, children, scope, start, end }: XmlElement,
  named: Pick<XmlElement, 'prefix' | 'namespace' | 'local'>,
  { name }: Dialect,
  envelope: string,
): XmlElement {
  const { prefix, namespace, local } = named
  const others = attributes.filter(
    (one) => !(one.local === 'encodingStyle' && one.namespace === envelope),
  )
  // SOAP 1.1 §4.1.1, SOAP 1.2 Part 1 §5.1.1
  const value = name === '1.1' ? '' : 'http://www.w3.org/2003/05/soap-envelope/encoding/none'
  const style = { prefix: 'style', local: 'encodingStyle', namespace: envelope, value }
  return { prefix, namespace, local, attributes: [...others, style], children, scope, start, end }
}
