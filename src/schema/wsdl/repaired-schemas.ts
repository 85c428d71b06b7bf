/** Fixes in the schemas of WSDL documents what has one plain meaning, and says where: the letter holds for what is left. */
import { tagRanges } from '../../xml/tag-ranges.js'
import { isNamed, trimXml, type XmlElement, XSD_NAMESPACE } from '../../xml/tree.js'
import { positionOf } from '../../xml/unreadable.js'
import type { Source } from '../components.js'
import type { SchemaDocument } from '../document.js'
import { valueIn } from '../read/values.js'
import { type Declared, declaredBy } from '../resolve/declared.js'
import { sayTheSame } from './same-definition.js'

/** What a set is after that. */
export interface Mended {
  readonly documents: readonly SchemaDocument[]
  /** What was fixed, each beginning with its place: `/srv/orders.wsdl:6: …`. */
  readonly warnings: readonly string[]
}

export function mended(documents: readonly SchemaDocument[]): Mended {
  const mending = new Mending()
  for (const document of documents) mending.take(document)
  return mending.finish()
}

interface Draft extends SchemaDocument {
  readonly brings: Map<XmlElement, SchemaDocument>
}

class Mending {
  readonly #drafts = new Map<SchemaDocument, Draft>()
  readonly #warnings: string[] = []
  readonly #first = new Map<string, Declared>()
  /** Elements that stand in the place of others. */
  readonly #replaced = new Map<XmlElement, XmlElement>()

  take(document: SchemaDocument): void {
    const root = document.origin === 'wsdl' ? this.#root(document) : document.root
    this.#drafts.set(document, { ...document, root, brings: new Map() })
  }

  #root(document: SchemaDocument): XmlElement {
    const { root } = document
    const twice: Twice[] = []
    const children = root.children.flatMap((child, index): XmlElement['children'] =>
      typeof child === 'string'
        ? this.#text(child, document, index)
        : this.#child(child, document, twice),
    )
    this.#reportTwice(twice)
    const same = children.length === root.children.length
    return same && children.every((one, index) => one === root.children[index])
      ? root
      : { ...root, children }
  }

  finish(): Mended {
    for (const [document, draft] of this.#drafts) {
      for (const [node, brought] of document.brings) {
        const to = this.#drafts.get(brought) ?? brought
        draft.brings.set(this.#replaced.get(node) ?? node, to)
      }
    }
    return { documents: [...this.#drafts.values()], warnings: this.#warnings }
  }

  #child(child: XmlElement, document: SchemaDocument, twice: Twice[]): readonly XmlElement[] {
    const source = { document, node: child }
    if (isNamed(child, XSD_NAMESPACE, 'import') && importsOwn(source)) return this.#import(source)
    const declared = child.namespace === XSD_NAMESPACE ? declaredBy(source) : undefined
    if (!declared) return [child]
    const key = `${declared.space} ${declared.name}`
    const first = this.#first.get(key)
    if (!first) this.#first.set(key, declared)
    // What says something else is left to be refused (sch-props-correct.2).
    if (!first || !sayTheSame(first.source, source)) return [child]
    twice.push({ first, again: declared })
    return []
  }

  /** Only appinfo and documentation have text (the schema for schemas). */
  #text(text: string, document: SchemaDocument, index: number): readonly string[] {
    const found = trimXml(text)
    if (found === '') return [text]
    const { text: whole, root } = document
    const before = root.children[index - 1]
    const from = typeof before === 'object' ? before.end : tagRanges(whole, root.start).end
    // What it is written with, such as a reference, need not be what it reads as.
    const at = Math.max(from, whole.indexOf(found.slice(0, MAX_SHOWN), from))
    this.#report(document, at, `text stands in <schema>: ${quoted(found)}; it is passed over`)
    return []
  }

  /** src-import.1.1: another namespace than that of the document. What is there is meant to be a part of it. */
  #import({ document, node }: Source): readonly XmlElement[] {
    const brings = document.brings.has(node)
    const taken = brings ? 'it is included' : 'the import is passed over'
    this.#report(document, node.start, `the schema imports its own namespace; ${taken}`)
    if (!brings) return []
    const attributes = node.attributes.filter(({ local }) => local !== 'namespace')
    const include = { ...node, local: 'include', attributes }
    this.#replaced.set(node, include)
    return [include]
  }

  /** One sentence for all that a document declares again. */
  #reportTwice(twice: readonly Twice[]): void {
    const [one, ...more] = twice
    if (!one) return
    const { first, again } = one
    const others = more.length === 0 ? '' : `, and so are ${more.length} more definitions`
    const what = `the ${again.source.node.local} ${again.name}`
    const sentence = `${what} is declared again in the same words as at ${locationIn(first.source)}${others}; the first is taken`
    this.#report(again.source.document, again.source.node.start, sentence)
  }

  #report({ file, text }: SchemaDocument, start: number, sentence: string): void {
    this.#warnings.push(`${file}:${positionOf(text, start).line}: ${sentence}`)
  }
}

const MAX_SHOWN = 40

interface Twice {
  readonly first: Declared
  readonly again: Declared
}

function importsOwn({ document, node }: Source): boolean {
  return valueIn(node, 'namespace') === document.namespace
}

function locationIn({ document, node }: Source): string {
  return `${document.file}:${positionOf(document.text, node.start).line}`
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}
