/** Documents that name each other, and their copies in one folder, which name each other there. */
import { posix } from 'node:path'
import { sayUtf8 } from '../../xml/declaration.js'
import { type Cut, inOrder, splice } from '../../xml/splice.js'
import { attributeRange } from '../../xml/tag-ranges.js'
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
    // What is changed is written as UTF-8, whatever it came as.
    const changed = () => splice(document.text, [...sayUtf8(document.text), ...edits])
    return { path, content: edits.length === 0 ? document.bytes : changed() }
  })
}

function editsOf(
  { text, links }: Linked,
  path: string,
  paths: ReadonlyMap<string, string>,
): readonly Cut[] {
  const edits = new Map<number, Cut>()
  for (const { start, attribute, to } of links) {
    const found = attributeRange(text, start, attribute)
    if (!found) continue
    const target = to === undefined ? undefined : paths.get(to)
    const there = target === undefined ? '' : encodeURI(posix.relative(posix.dirname(path), target))
    if (sameLocation(found.value, there)) continue
    const insert = `"${escapeAttribute(there)}"`
    edits.set(found.start, { start: found.start, end: found.end, insert })
  }
  return inOrder([...edits.values()])
}

/** `./a.xsd` and `a.xsd` lead to one place. */
function sameLocation(written: string, there: string): boolean {
  return posix.normalize(written.trim()) === there
}
