/** Bytes that stand for text, where no schema says that they are bytes: the text. */
import { includedIn } from '../../xml/binary.js'
import type { XmlElement } from '../../xml/tree.js'

/** @returns undefined for an element that has its text, and for bytes that were not loaded */
export function textOfIncluded({ children }: XmlElement): string | undefined {
  const loaded = includedIn(children)?.loaded
  return loaded && Buffer.from(loaded.buffer, loaded.byteOffset, loaded.length).toString('base64')
}
