/** Copies the documents of a contract from files: those that were read, and no other. */
import { readFileSync } from 'node:fs'
import { dirname, parse, relative, sep } from 'node:path'
import type { ReadSet } from '../../schema/documents.js'
import { localFile } from '../../schema/read/location.js'
import type { XmlElement } from '../../xml/tree.js'
import { type Copy, copiesOf, type Linked } from './linked.js'
import { locationsIn } from './links.js'

/**
 * Files below the folder of the first one stay where they are to each other; others are put beside it.
 *
 * @param main  the first file
 * @param name  what its copy is called
 */
export function copyFiles(
  { documents, definitions }: ReadSet,
  main: string,
  name: string,
): readonly Copy[] {
  const files = new Map<string, { readonly text: string; readonly roots: XmlElement[] }>()
  const read = [...definitions.documents, ...documents.filter(({ origin }) => origin !== 'made')]
  for (const { file, text, root } of read) {
    const known = files.get(file)
    if (known) known.roots.push(root)
    else files.set(file, { text, roots: [root] })
  }
  const linked = [...files].map(
    ([file, { text, roots }]): Linked => ({
      key: file,
      text,
      bytes: readFileSync(file),
      links: roots.flatMap(locationsIn).flatMap(({ start, attribute, said }) => {
        const to = localFile(file, said)
        return to !== undefined && files.has(to) ? [{ start, attribute, to }] : []
      }),
    }),
  )
  return copiesOf(linked, placesOf([...files.keys()], main, name))
}

function placesOf(
  files: readonly string[],
  main: string,
  name: string,
): ReadonlyMap<string, string> {
  const own = name.replace(/\.wsdl$/, '.types.ts')
  const taken = new Set([name, own, 'index.ts', 'readme.md'].map((one) => one.toLowerCase()))
  const places = new Map([[main, name]])
  for (const file of files) {
    if (places.has(file)) continue
    const below = relative(dirname(main), file)
    const wanted = below.startsWith('..') ? parse(file).base : below.split(sep).join('/')
    places.set(file, free(wanted, taken))
  }
  return places
}

/** Another name where one is taken: `types-2.xsd`. Names that differ in their case are one on some systems. */
export function free(wanted: string, taken: Set<string>): string {
  const { dir, name, ext } = parse(wanted)
  const start = dir === '' ? name : `${dir}/${name}`
  let path = `${start}${ext}`
  for (let n = 2; taken.has(path.toLowerCase()); n += 1) path = `${start}-${n}${ext}`
  taken.add(path.toLowerCase())
  return path
}
