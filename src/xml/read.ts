/** Reads the text of a message into a tree, in one pass that refuses what SOAP or the limits forbid. */
import { decodeSource, type Source } from './charset.js'
import { DEFAULT_XML_LIMITS, type Instructions, type XmlLimits } from './limits.js'
import type { Beside } from './open-elements.js'
import { Reader } from './reader.js'
import type { XmlElement } from './tree.js'
import { atOnce, PORTION, type Walk } from './walk.js'
import { Window, type WindowBounds } from './window.js'

/** Reads an XML 1.0 document at once: see `reading`. */
export function readDocument(
  text: string,
  limits?: XmlLimits,
  instructions?: Instructions,
): XmlElement {
  return atOnce(reading(text, limits, instructions))
}

/**
 * Reads an XML 1.0 document.
 *
 * @param text    the document, decoded; positions in the tree are offsets into it
 * @param limits  bounds enforced while reading; see `DEFAULT_XML_LIMITS`
 * @param beside  finds what stands for text, as in XOP, and is notified of elements. Default: nothing
 * @throws Unreadable with the kind of what was wrong and where
 */
export function reading(
  text: string,
  limits: XmlLimits = DEFAULT_XML_LIMITS,
  instructions: Instructions = 'refused',
  beside: Beside = NO_PARTS,
): Walk<XmlElement> {
  return new Reader(new Window({ text }), limits, instructions, beside).read()
}

/** A document as it came: its bytes, and the charset parameter of its media type, if that had one. */
export interface EncodedDocument {
  readonly body: Uint8Array
  readonly charset?: string | undefined
}

/** A document's text; of a long one it is made when somebody asks for it. */
export type DocumentText = string | Source

export interface ReadDocument {
  readonly source: DocumentText
  /** Its positions are offsets into the text. */
  readonly root: XmlElement
}

/** Decodes a document and reads it, as `reading` does. @throws Unreadable as `decodeSource` and `reading` do */
export function* readingBytes(
  { body, charset }: EncodedDocument,
  limits: XmlLimits = DEFAULT_XML_LIMITS,
  beside: Beside = NO_PARTS,
  bounds?: WindowBounds,
): Walk<ReadDocument> {
  // A long text is there once its turn has come, not while others are read.
  if (body.length > PORTION) yield
  const source = decodeSource(body, charset)
  const root = yield* new Reader(new Window(source, bounds), limits, 'refused', beside).read()
  return { source: body.length > PORTION ? source : source.text, root }
}

const NO_PARTS: Beside = {}
