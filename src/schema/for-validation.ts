/** What libxml2 gets, and what it finds: the text that it validates, and its sentences as findings. */
import { shortened } from '../base/shortened.js'
import { type XmlAttribute, type XmlElement, XSI_NAMESPACE } from '../xml/tree.js'
import { writeElement } from '../xml/write.js'
import type { Finding } from './finding.js'

const MAX_CHARACTERS = 300

/** Writes an element for libxml2, without the attributes that would make it open files. */
export function writeForValidation(element: XmlElement): string {
  return writeElement(element, isNoSchemaHint)
}

/** libxml2's sentence, shortened: it repeats the wrong value, which may be long. */
export function findingOf({ message }: { readonly message: string }): Finding {
  return { sentence: shortened(message.trim().replaceAll('\n', ' '), MAX_CHARACTERS) }
}

/** Senders must not choose our schemas. */
function isNoSchemaHint({ namespace, local }: XmlAttribute): boolean {
  return (
    namespace !== XSI_NAMESPACE ||
    (local !== 'schemaLocation' && local !== 'noNamespaceSchemaLocation')
  )
}
