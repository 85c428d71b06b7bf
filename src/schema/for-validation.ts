/** What both schema engines share: the text that they validate, and the sentences that they return. */

import { type XmlAttribute, type XmlElement, XSI_NAMESPACE } from '../xml/tree.js'
import { writeElement } from '../xml/write.js'
import type { Finding } from './engine.js'

const MOST_CHARACTERS = 300

/** Writes an element for libxml2, without the attributes that would make it open files. */
export function writeForValidation(element: XmlElement): string {
  return writeElement(element, isNoSchemaHint)
}

/** libxml2's sentence, shortened: it repeats the wrong value, which may be long. */
export function sentenceOf({ message }: { readonly message: string }): Finding {
  const trimmed = message.trim()
  return trimmed.length > MOST_CHARACTERS ? `${trimmed.slice(0, MOST_CHARACTERS)}…` : trimmed
}

/** Senders must not choose our schemas. */
function isNoSchemaHint({ namespace, local }: XmlAttribute): boolean {
  return (
    namespace !== XSI_NAMESPACE ||
    (local !== 'schemaLocation' && local !== 'noNamespaceSchemaLocation')
  )
}
