/** Seals a file that is ended: its signature, and the list of its lines' hashes with a signature of that. */
import { createHash, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../base/folder.js'
import { writeWhole } from './files.js'
import type { Link } from './link.js'
import { beginningOf } from './link.js'
import { linesOf } from './read-lines.js'
import { contentOf, signatureOf } from './sign.js'

/** What is beside a file once it is ended. */
export function sealsOf(path: string): {
  readonly signature: string
  readonly sums: string
  readonly sumsSignature: string
} {
  return { signature: `${path}.sig`, sums: `${path}.sums`, sumsSignature: `${path}.sums.sig` }
}

export function isSealed(path: string): boolean {
  return Object.values(sealsOf(path)).every((file) => existsSync(file))
}

/** Safe to do again where it was broken off. */
export async function sealFile(path: string, key: KeyObject): Promise<void> {
  const { signature, sums, sumsSignature } = sealsOf(path)
  const lines = Buffer.from(sumsOf(await linksOf(path)))
  await writeWhole(sums, [lines])
  await writeWhole(sumsSignature, [await signatureOf([lines], key)])
  await writeWhole(signature, [await signatureOf(contentOf(path), key)])
  syncFolder(dirname(path))
}

/** The links of a file's whole lines, by what is in it now. */
export async function linksOf(path: string): Promise<readonly Link[]> {
  const links: Link[] = []
  for await (const { bytes, whole } of linesOf(path)) {
    const number = beginningOf(bytes)?.number
    if (!whole || number === undefined) break
    links.push({ number, hash: createHash('sha256').update(bytes).digest('hex') })
  }
  return links
}

/** As `sha256sum --check` reads them, where each line is in a file that is named by its number. */
export function sumsOf(links: readonly Link[]): string {
  return links.map(({ number, hash }) => `${hash}  ${number}.json\n`).join('')
}
