/** Copies the documents of a contract: those that were read, and no other. */
import { namespaceAt } from '../../schema/catalogue/standard-schemas.js'
import type { ReadSet } from '../../schema/documents.js'
import type { XmlElement } from '../../xml/tree.js'
import { type Copy, copiesOf, type Link, type Linked } from './linked.js'
import { locationsIn } from './links.js'
import { free } from './names.js'
import type { ImportSource } from './source.js'

/** @param name  what the copy of the first one is called */
export function copyDocuments(
  { documents, definitions }: ReadSet,
  source: ImportSource,
  name: string,
): readonly Copy[] {
  const texts = new Map<string, { readonly text: string; readonly roots: XmlElement[] }>()
  const files = documents.filter(({ origin }) => origin === 'wsdl')
  const read = [...definitions.documents, ...files]
  for (const { file, text, root } of read) {
    const copied = texts.get(file)
    if (copied) copied.roots.push(root)
    else texts.set(file, { text, roots: [root] })
  }
  const linked = [...texts].map(
    ([key, { text, roots }]): Linked => ({
      key,
      text,
      bytes: source.bytes(key),
      links: roots.flatMap(locationsIn).flatMap(({ start, attribute, text }): readonly Link[] => {
        const to = source.locate(key, text)
        if (to !== undefined && texts.has(to)) return [{ start, attribute, to }]
        // What is built in is found there by who reads the copy, too.
        return namespaceAt(text) === undefined ? [{ start, attribute, to: undefined }] : []
      }),
    }),
  )
  return copiesOf(linked, pathsOf([...texts.keys()], source, name))
}

function pathsOf(
  keys: readonly string[],
  source: ImportSource,
  name: string,
): ReadonlyMap<string, string> {
  const start = name.replace(/\.wsdl$/, '')
  const own = [name, `${start}.types.ts`, `${start}.client.ts`, 'index.ts', 'readme.md']
  const taken = new Set(own.map((one) => one.toLowerCase()))
  const paths = new Map([[source.main, name]])
  for (const key of keys) {
    if (!paths.has(key)) paths.set(key, free(source.wanted(key), taken))
  }
  return paths
}
