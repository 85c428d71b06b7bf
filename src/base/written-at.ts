/** Where code of the bundle was written, by the maps beside its files. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUNDLE = fileURLToPath(new URL('../../bundle/', import.meta.url))

/** In a file, both from 1. */
export interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
}

export class BundleMaps {
  /** By file; undefined for one whose map cannot be read, which says more than nothing without. */
  readonly #maps = new Map<string, SourceMap | undefined>()

  /** @returns the position in `dist/src` or in a package, its line exact; the same one outside the bundle */
  writtenAt(position: Position): Position {
    const { file, line, column } = position
    if (!file.startsWith(BUNDLE)) return position
    const found = this.#mapOf(file)?.findEntry(line - 1, column - 1)
    if (!found || !('originalSource' in found)) return position
    return {
      file: resolve(dirname(file), found.originalSource),
      line: found.originalLine + 1,
      column: found.originalColumn + 1,
    }
  }

  #mapOf(file: string): SourceMap | undefined {
    if (!this.#maps.has(file)) this.#maps.set(file, readMap(`${file}.map`))
    return this.#maps.get(file)
  }
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
