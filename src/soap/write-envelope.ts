/** Writes an envelope of either version around header blocks and body entries. */
import { DECLARATION } from '../xml/declaration.js'
import type { XmlElement } from '../xml/tree.js'
import { atOnce, type Walk } from '../xml/walk.js'
import { escapeAttribute, writing, writingParts } from '../xml/write.js'
import { joined, type WrittenPart } from '../xml/written.js'
import type { SoapVersion } from './version.js'

/** Writes an envelope at once: see `writingEnvelope`. */
export function writeEnvelope(
  version: SoapVersion,
  headers: readonly XmlElement[],
  entries: readonly XmlElement[],
): string {
  return joined(atOnce(writingEnvelope(version, headers, entries)))
}

/** @returns the document, to be sent in UTF-8, as its XML declaration says; a short one has one part */
export function* writingEnvelope(
  version: SoapVersion,
  headers: readonly XmlElement[],
  entries: readonly XmlElement[],
): Walk<readonly WrittenPart[]> {
  const { prefix, namespace } = version
  const bound = new Map([[prefix, namespace]])
  let header = ''
  for (const block of headers) header += yield* writing(block, undefined, bound)
  if (header !== '') header = `<${prefix}:Header>${header}</${prefix}:Header>`
  const parts: WrittenPart[] = []
  let text = `${DECLARATION}<${prefix}:Envelope xmlns:${prefix}="${escapeAttribute(namespace)}">${header}<${prefix}:Body>`
  for (const entry of entries) {
    for (const part of yield* writingParts(entry, bound)) {
      if (typeof part === 'string') text += part
      else {
        if (text !== '') parts.push(text)
        parts.push(part)
        text = ''
      }
      if (text.length > LONG) {
        parts.push(text)
        text = ''
      }
    }
  }
  parts.push(`${text}</${prefix}:Body></${prefix}:Envelope>`)
  return parts
}

/** Characters of a part, if it is a string. */
const LONG = 64 * 1024
