/** The exclusive canonical form of an element as one text, by this node and by libxml2. */
import { ParseOption, XmlC14NMode, XmlDocument } from 'libxml2-wasm'
import { type CanonicalOptions, canonicalizing } from '../../src/xml/canonical.js'
import { readDocument } from '../../src/xml/read.js'
import { childElements, type XmlElement } from '../../src/xml/tree.js'
import { atOnce } from '../../src/xml/walk.js'

export function canonical(element: XmlElement, options: CanonicalOptions = {}): string {
  let text = ''
  atOnce(
    canonicalizing(element, options, (piece) => {
      text += piece
    }),
  )
  return text
}

/** Prefixes as a PrefixList has them. */
export function inclusiveOf(prefixes: readonly string[]): ReadonlySet<string> {
  return new Set(prefixes.map((prefix) => (prefix === '#default' ? '' : prefix)))
}

/** All elements of a tree in document order. */
export function elementsOf(root: XmlElement): readonly XmlElement[] {
  return [root, ...childElements(root).flatMap(elementsOf)]
}

/** What is canonicalized: an element, by its place in document order, perhaps without one in it. */
export interface Subset {
  readonly text: string
  readonly element: number
  readonly without: number | undefined
  readonly prefixes: readonly string[]
}

export function byWaybill({ text, element, without, prefixes }: Subset): string {
  const elements = elementsOf(readDocument(text))
  const apex = elements[element]
  if (!apex) throw new Error(`there is no element ${element}`)
  const options = {
    inclusive: inclusiveOf(prefixes),
    without: without === undefined ? undefined : elements[without],
  }
  const form = canonical(apex, options)
  // With what it was read from, the form is the same.
  const sourced = canonical(apex, { ...options, source: text })
  if (sourced !== form)
    throw new Error(`the form of ${text} is ${form}, and by its text ${sourced}`)
  return form
}

export function byLibxml2({ text, element, without, prefixes }: Subset): string {
  const document = XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NOERROR })
  try {
    const elements = document.root.find('//*')
    if (without !== undefined) elements[without]?.remove()
    const form = elements[element]?.canonicalizeToString({
      mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0,
      inclusiveNamespacePrefixes: [...prefixes],
    })
    if (form === undefined) throw new Error(`there is no element ${element}`)
    return form
  } finally {
    document.dispose()
  }
}
