/** Writes an envelope of either version around header blocks and body entries. */
import type { XmlElement } from '../xml/tree.js'
import { escapeAttribute, writeElement } from '../xml/write.js'
import type { SoapVersion } from './version.js'

/** @returns the document's text, without an XML declaration: its encoding is UTF-8 */
export function writeEnvelope(
  version: SoapVersion,
  headers: readonly XmlElement[],
  entries: readonly XmlElement[],
): string {
  const { prefix, namespace } = version
  const bound = new Map([[prefix, namespace]])
  const write = (element: XmlElement) => writeElement(element, undefined, bound)
  const blocks = headers.map(write).join('')
  const header = blocks === '' ? '' : `<${prefix}:Header>${blocks}</${prefix}:Header>`
  return (
    `<${prefix}:Envelope xmlns:${prefix}="${escapeAttribute(namespace)}">${header}` +
    `<${prefix}:Body>${entries.map(write).join('')}</${prefix}:Body></${prefix}:Envelope>`
  )
}
