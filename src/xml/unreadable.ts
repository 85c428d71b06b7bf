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
  /** Well-formed, but not by Namespaces in XML. */
  | 'namespace'
  /** Larger or deeper than the configured limits. */
  | 'limit'
  /** Longer than this node takes. */
  | 'too-large'

/** Thrown by the reader. The message is for the operator's log; a peer is told only the kind. */
export class Unreadable extends Error {
  readonly kind: UnreadableKind
  /** Namespace of the root element, where reading got that far. */
  readonly rootNamespace: string | undefined

  constructor(kind: UnreadableKind, message: string, rootNamespace?: string) {
    super(message)
    this.name = 'Unreadable'
    this.kind = kind
    this.rootNamespace = rootNamespace
  }
}
