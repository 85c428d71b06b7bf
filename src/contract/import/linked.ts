/** Documents that name each other, and their copies in one folder, which name each other there. */
import { posix } from 'node:path'
import { escapeAttribute } from '../../xml/write.js'

/** A place in a document that names another one. */
export interface Link {
  /** Offset of its element in the text. */
  readonly start: number
  /** `location` or `schemaLocation`. */
  readonly attribute: string
  /** Key of the other document; undefined where the location led to none. */
  readonly to: string | undefined
}

export interface Linked {
  /** Tells it from the others: a file, or a URL. */
  readonly key: string
  /** Decoded. */
  readonly text: string
  /** As they came. */
  readonly bytes: Uint8Array
  readonly links: readonly Link[]
}

/** A file of a folder. */
export interface Copy {
  /** Below the folder, with `/`. */
  readonly path: string
  readonly content: string | Uint8Array
}

/**
 * A document whose links hold where it is put stays as it came, byte for byte. What is not copied is no location: in
 * another folder it could lead to something else.
 *
 * @param paths  where each document is put, by key
 */
export function copiesOf(
  documents: readonly Linked[],
  paths: ReadonlyMap<string, string>,
): readonly Copy[] {
  return documents.map((document) => {
    const path = paths.get(document.key) ?? ''
    const edits = editsOf(document, path, paths)
    return { path, content: edits.length === 0 ? document.bytes : edited(document.text, edits) }
  })
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly by: string
}

function editsOf(
  { text, links }: Linked,
  path: string,
  paths: ReadonlyMap<string, string>,
): readonly Edit[] {
  const edits = new Map<number, Edit>()
  for (const { start, attribute, to } of links) {
    const found = attributeAt(text, start, attribute)
    if (!found) continue
    const target = to === undefined ? undefined : paths.get(to)
    const there = target === undefined ? '' : encodeURI(posix.relative(posix.dirname(path), target))
    if (sameLocation(found.value, there)) continue
    const by = `"${escapeAttribute(there)}"`
    edits.set(found.start, { start: found.start, end: found.end, by })
  }
  return [...edits.values()].sort((one, other) => one.start - other.start)
}

/** `./a.xsd` and `a.xsd` lead to one place. */
function sameLocation(written: string, there: string): boolean {
  return posix.normalize(written.trim()) === there
}

/** Sticky: one attribute with the white space before it (XML 1.0 §3.1). */
const ATTRIBUTE = /[ \t\r\n]+([^\s=]+)[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/y

/** Where the value of an attribute stands in a start tag, with its quotes. */
function attributeAt(
  text: string,
  start: number,
  name: string,
): { readonly start: number; readonly end: number; readonly value: string } | undefined {
  const tag = /[^\s/>]+/y
  tag.lastIndex = start
  tag.exec(text)
  ATTRIBUTE.lastIndex = tag.lastIndex
  for (;;) {
    const [all, found, value = ''] = ATTRIBUTE.exec(text) ?? []
    if (all === undefined) return undefined
    const end = ATTRIBUTE.lastIndex
    if (found === name) return { start: end - value.length, end, value: value.slice(1, -1) }
  }
}

/** What is changed is written as UTF-8, whatever it came as. */
function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, by } of edits) {
    parts.push(text.slice(at, start), by)
    at = end
  }
  const whole = parts.join('') + text.slice(at)
  return whole.replace(/^(<\?xml[^>]*?\bencoding\s*=\s*)(?:"[^"]*"|'[^']*')/, '$1"UTF-8"')
}
