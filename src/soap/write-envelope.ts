/** Writes an envelope of either version around header blocks and body entries. */
import { DECLARATION } from '../xml/declaration.js'
import type { XmlElement } from '../xml/tree.js'
import { atOnce, type Walk } from '../xml/walk.js'
import { escapeAttribute, writing } from '../xml/write.js'
import type { SoapVersion } from './version.js'

/** Writes an envelope at once: see `writingEnvelope`. */
export function writeEnvelope(
  version: SoapVersion,
  headers: readonly XmlElement[],
  entries: readonly XmlElement[],
): string {
  return atOnce(writingEnvelope(version, headers, entries))
}

/** @returns the document's text, to be sent in UTF-8, as its XML declaration says */
export function* writingEnvelope(
  version: SoapVersion,
  headers: readonly XmlElement[],
  entries: readonly XmlElement[],
): Walk<string> {
  const { prefix, namespace } = version
  const bound = new Map([[prefix, namespace]])
  let header = ''
  for (const block of headers) header += yield* writing(block, undefined, bound)
  if (header !== '') header = `<${prefix}:Header>${header}</${prefix}:Header>`
  let body = ''
  for (const entry of entries) body += yield* writing(entry, undefined, bound)
  return (
    `${DECLARATION}<${prefix}:Envelope xmlns:${prefix}="${escapeAttribute(namespace)}">${header}` +
    `<${prefix}:Body>${body}</${prefix}:Body></${prefix}:Envelope>`
  )
}
