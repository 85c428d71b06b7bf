/** Compares what this reader and another parser make of the same document, but for differences that are known. */
import { readDocument } from '../../src/xml/read.js'
import { clarkName, type XmlElement } from '../../src/xml/tree.js'
import { Unreadable } from '../../src/xml/unreadable.js'

/** What another parser says of a document. */
export type Verdict =
  | { readonly accepted: unknown }
  | { readonly refused: string; readonly namespace?: true }
  | { readonly killed: true }

/** Where another parser differs and is known to, with the reason. */
export interface DeclaredDifference {
  readonly why: string
  readonly pattern: RegExp
}

/** Another parser: its name, and what is known of it. */
export interface OtherParser {
  readonly name: string
  readonly differences: readonly DeclaredDifference[]
}

const DECODED: readonly DeclaredDifference[] = [
  {
    why: 'A lone surrogate is no text: it never comes out of decoding, and never gets to a parser.',
    pattern: /\p{Surrogate}/u,
  },
  {
    why: 'Decoding has taken the byte order mark away: another one is text before the root.',
    pattern: /^\ufeff/,
  },
]

export const LIBXML2: OtherParser = {
  name: 'libxml2',
  differences: [
    ...DECODED,
    {
      why: 'The reader gets decoded text, so the encoding that it names does not matter any more.',
      pattern: /^<\?xml [^>]*encoding[ \t\r\n]*=[ \t\r\n]*(?!["']UTF-8["'])/,
    },
    {
      why: 'libxml2 reads 1.1, 1.00 and 1. as 1.0; SOAP is XML 1.0.',
      pattern: /^<\?xml version=(?!["']1\.0["'])/,
    },
    {
      why: 'libxml2 reads on without the space that XML 1.0 §2.3 and §2.9 want before standalone.',
      pattern: /^<\?xml [^>]*["']standalone/,
    },
    {
      why: 'libxml2 ends a document at a NUL behind its root element.',
      pattern: />[ \t\r\n]*\0/,
    },
    {
      why: 'libxml2 does not count an empty declaration when it looks for a prefix declared twice.',
      pattern: /xmlns:([a-z])[^<]*xmlns:\1/,
    },
    {
      why: 'libxml2 leaves &amp; in a namespace name as the text &#38;.',
      pattern: /xmlns[^=]*=[ \t\r\n]*("[^"]*&amp;|'[^']*&amp;)/,
    },
  ],
}

export const EXPAT: OtherParser = {
  name: 'expat',
  differences: [
    ...DECODED,
    {
      why: 'expat takes any version; SOAP is XML 1.0.',
      pattern: /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?!["']1\.0["'])/,
    },
  ],
}

type Ours = { readonly accepted: unknown } | { readonly refused: Unreadable }

/** What this reader says. */
export function ours(text: string): Ours {
  try {
    return { accepted: seen(readDocument(text)) }
  } catch (error) {
    if (error instanceof Unreadable) return { refused: error }
    throw error
  }
}

function seen(element: XmlElement): unknown {
  return {
    name: clarkName(element),
    attributes: element.attributes.map((one) => [clarkName(one), one.value]),
    children: element.children.map((child) => (typeof child === 'string' ? child : seen(child))),
  }
}

/** What SOAP forbids is refused here on purpose, whatever the other says. */
function isForbidden(answer: Ours): boolean {
  return 'refused' in answer && ['doctype', 'instruction'].includes(answer.refused.kind)
}

/** A sentence about the difference; undefined if there is none that is not known. */
export function difference(
  text: string,
  { name, differences: declaredDifferences }: OtherParser,
  theirs: Verdict,
): string | undefined {
  const answer = ours(text)
  if (isForbidden(answer) || declaredDifferences.some(({ pattern }) => pattern.test(text)))
    return undefined
  const found = comparison(answer, name, theirs)
  return found === undefined ? undefined : `${JSON.stringify(text)}: ${found}`
}

function comparison(answer: Ours, name: string, theirs: Verdict): string | undefined {
  if ('killed' in theirs) return `${name} died`
  if ('refused' in answer) {
    if ('accepted' in theirs) return `only this reader refuses: ${answer.refused.message}`
    // This reader stops at the first fault, others read on after one of namespaces: so only a
    // document that has no other faults must be refused for the same reason.
    const { kind, message } = answer.refused
    return theirs.namespace && kind !== 'namespace'
      ? `refused here as ${kind} (${message}), by ${name} for ${theirs.refused}`
      : undefined
  }
  if ('refused' in theirs) return `only ${name} refuses: ${theirs.refused}`
  return JSON.stringify(answer.accepted) === JSON.stringify(theirs.accepted)
    ? undefined
    : `other trees: ${JSON.stringify(answer.accepted)} and, by ${name}, ${JSON.stringify(theirs.accepted)}`
}
