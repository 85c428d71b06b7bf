/** The reader against libxml2: both take the same documents, and see the same tree in them. */
import test from 'ava'
import { readDocument } from '../../src/xml/read.js'
import { clarkName, type XmlElement } from '../../src/xml/tree.js'
import { Unreadable } from '../../src/xml/unreadable.js'
import { askLibxml2, type Verdict } from '../support/libxml2.js'
import { LONG } from '../support/long.js'
import { mutate, Random, randomDocument } from '../support/random.js'

/** A minute of documents in the long form. */
const TIMES = LONG ? 20 : 1

interface Known {
  readonly why: string
  readonly pattern: RegExp
}

/** Where the two differ and are known to, with the reason. */
const KNOWN: readonly Known[] = [
  {
    why: 'A lone surrogate is no text: it never comes out of decoding, and never gets to libxml2.',
    pattern: /\p{Surrogate}/u,
  },
  {
    why: 'The reader gets decoded text, so the encoding that it names does not matter any more.',
    pattern: /^<\?xml [^>]*encoding=(?!["']UTF-8["'])/,
  },
  {
    why: 'Decoding has taken the byte order mark away: another one is text before the root.',
    pattern: /^\ufeff/,
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
]

type Ours = { readonly accepted: unknown } | { readonly refused: Unreadable }

function ours(text: string): Ours {
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

/** What SOAP forbids is refused here on purpose, whatever libxml2 says. */
function isForbidden(answer: Ours): boolean {
  return 'refused' in answer && ['doctype', 'instruction'].includes(answer.refused.kind)
}

function difference(text: string, theirs: Verdict): string | undefined {
  const answer = ours(text)
  if (isForbidden(answer) || KNOWN.some(({ pattern }) => pattern.test(text))) return undefined
  if ('killed' in theirs) return 'libxml2 died'
  if ('refused' in answer) {
    if ('accepted' in theirs) return `only this reader refuses: ${answer.refused.message}`
    // This reader stops at the first fault, libxml2 reads on after one of namespaces: so only a
    // document that has no other faults must be refused for the same reason.
    const { kind, message } = answer.refused
    return theirs.namespace && kind !== 'namespace'
      ? `refused here as ${kind} (${message}), there for ${theirs.refused}`
      : undefined
  }
  if ('refused' in theirs) return `only libxml2 refuses: ${theirs.refused}`
  return JSON.stringify(answer.accepted) === JSON.stringify(theirs.accepted)
    ? undefined
    : `other trees: ${JSON.stringify(answer.accepted)} and ${JSON.stringify(theirs.accepted)}`
}

async function differences(documents: readonly string[]): Promise<readonly string[]> {
  const verdicts = await askLibxml2(documents)
  return documents.flatMap((text, index) => {
    const found = difference(text, verdicts[index] as Verdict)
    return found === undefined ? [] : [`${JSON.stringify(text)}: ${found}`]
  })
}

test('well-formed documents: the same trees', async (t) => {
  const random = new Random(1)
  const documents = Array.from({ length: 3000 * TIMES }, () => randomDocument(random))
  t.true(documents.filter((text) => 'accepted' in ours(text)).length > 2000 * TIMES)
  t.deepEqual(await differences(documents), [])
})

test('mutated documents: the same are refused', async (t) => {
  const random = new Random(2)
  const documents = Array.from({ length: 6000 * TIMES }, () =>
    mutate(randomDocument(random), random),
  )
  t.true(documents.filter((text) => 'refused' in ours(text)).length > 2000 * TIMES)
  t.deepEqual(await differences(documents), [])
})
