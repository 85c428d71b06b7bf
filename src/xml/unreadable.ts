/** Why a text could not be read as a SOAP message's XML. */

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

/** Thrown by the reader. The message is for the operator's log; a peer learns only the kind. */
export class Unreadable extends Error {
  readonly kind: UnreadableKind
  /** Namespace of the root element, if the reader got that far. */
  readonly rootNamespace: string | undefined

  constructor(kind: UnreadableKind, message: string, rootNamespace?: string) {
    super(message)
    this.name = 'Unreadable'
    this.kind = kind
    this.rootNamespace = rootNamespace
  }
}
