/** The files of a chain: one folder for each chain, each file named by the number of its first line. */
import { open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../base/errno.js'

const NAME = /^(\d{12})\.jsonl$/
const CHAIN = /^[1-9]\d{0,5}$/

export interface ChainFileName {
  readonly path: string
  readonly name: string
  /** Number of its first line. */
  readonly first: number
}

export function pathOf(folder: string, first: number): string {
  return join(folder, `${String(first).padStart(12, '0')}.jsonl`)
}

/** Files of a chain, in order; none if there is no such folder. */
export async function filesIn(folder: string): Promise<readonly ChainFileName[]> {
  return (await namesIn(folder))
    .flatMap((name) => {
      const first = NAME.exec(name)?.[1]
      return first === undefined ? [] : [{ path: join(folder, name), name, first: Number(first) }]
    })
    .toSorted((one, two) => one.first - two.first)
}

/** Names of the chains in a folder of evidence, in order. */
export async function chainsIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder))
    .filter((name) => CHAIN.test(name))
    .toSorted((one, two) => Number(one) - Number(two))
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Writes a whole file so that it is there in full, or not at all. */
export async function writeWhole(path: string, pieces: Iterable<Buffer | string>): Promise<void> {
  const unfinished = `${path}.unfinished`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    for (const piece of pieces) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, path)
}
