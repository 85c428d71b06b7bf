/** Why a text could not be read as a SOAP message's XML. */

const LF = 0x0a

export type UnreadableKind =
  /** The bytes do not fit the character encoding, or the text is not well-formed XML 1.0. */
  | 'malformed'
  /** The character encoding is not one this node decodes. */
  | 'encoding'
  /** A document type declaration, which SOAP forbids (SOAP 1.1 §3, SOAP 1.2 Part 1 §5). */
  | 'doctype'
  /** A processing instruction, which SOAP forbids (SOAP 1.1 §3, SOAP 1.2 Part 1 §5). */
  | 'instruction'
  /** Well-formed XML, but not namespace-well-formed. */
  | 'namespace'
  /** Larger or deeper than the configured limits. */
  | 'limit'
  /** Longer than this node accepts. */
  | 'too-large'

/** Where a character stands in a text: both from 1, the column in UTF-16 units. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Line and column of an offset in a text. */
export function positionOf(text: string, offset: number): TextPosition {
  let line = 1
  let start = 0
  // A loop over characters: a peer's text may be lines only.
  for (let at = 0; at < offset; at += 1) {
    if (text.charCodeAt(at) !== LF) continue
    line += 1
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}

/** Thrown by the reader. The message is for the operator's log; a peer learns only the kind. */
export class Unreadable extends Error {
  readonly kind: UnreadableKind
  /** Namespace of the root element, if the reader got that far. */
  readonly rootNamespace: string | undefined
  /** Where; the message begins with it. undefined if it is about the text as a whole. */
  readonly position: TextPosition | undefined

  constructor(
    kind: UnreadableKind,
    message: string,
    rootNamespace?: string,
    position?: TextPosition,
  ) {
    super(message)
    this.name = 'Unreadable'
    this.kind = kind
    this.rootNamespace = rootNamespace
    this.position = position
  }
}

export function unreadableAt(
  position: TextPosition,
  kind: UnreadableKind,
  what: string,
  rootNamespace: string | undefined,
): Unreadable {
  return new Unreadable(
    kind,
    `${position.line}:${position.column}: ${what}`,
    rootNamespace,
    position,
  )
}
