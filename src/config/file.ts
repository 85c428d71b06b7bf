/** A configuration file: its values, and the place of each key for people to find it by. */
import { readFileSync } from 'node:fs'
import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml'
import { messageOf, systemReason } from '../base/errno.js'
import { WaybillError } from '../errors.js'

/** Where a value came from, for people to read: `waybill.yaml:3:9`, `WAYBILL_HTTP__PORT`. */
export type Origin = string
export type Path = readonly PropertyKey[]

/** A configuration from all its sources, not checked yet. */
export interface Unchecked {
  readonly value: Readonly<Record<string, unknown>>
  /** Where plugins and transports are looked up by path. */
  readonly folder: string
  /** The file, if there is one. */
  readonly file: string | undefined
  /** Variables that `env:NAME` names. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Where the value of a key came from. */
  location(path: Path): Origin
  /** True if its value is from the file, and not from a flag or the environment. */
  isInFile(path: Path): boolean
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID or WAYBILL_CONFIG_UNREADABLE */
export class ConfigFile {
  readonly #name: string
  readonly #lines = new LineCounter()
  readonly #root: Node | null
  readonly value: Record<string, unknown>

  constructor(name: string) {
    this.#name = name
    const document = parseDocument(readText(name), {
      lineCounter: this.#lines,
      prettyErrors: false,
      logLevel: 'error',
    })
    const [error] = document.errors
    if (error) {
      const reason = error.code === 'MULTIPLE_DOCS' ? 'expected one document' : reasonOf(error)
      throw new WaybillError('WAYBILL_CONFIG_INVALID', `${this.#at(error.pos[0])}: ${reason}`)
    }
    this.#root = document.contents
    const value = this.#toValue(document) ?? {}
    if (!isSection(value)) {
      throw new WaybillError('WAYBILL_CONFIG_INVALID', `${name}:1:1: expected keys and values`)
    }
    this.value = value
  }

  /** An alias without anchor, or one alias too many, is found only here. */
  #toValue(document: Document): unknown {
    try {
      return document.toJS({ maxAliasCount: 100 })
    } catch (error) {
      throw new WaybillError('WAYBILL_CONFIG_INVALID', `${this.#at(0)}: ${reasonOf(error)}`)
    }
  }

  /** The place of a key, or of the nearest one above it that is there. */
  originOf(path: Path): Origin {
    return this.#at(this.#find(path).offset)
  }

  /** True if the key stands in the file itself. */
  has(path: Path): boolean {
    return this.#find(path).depth === path.length
  }

  /** @returns how many keys of the path are there, and where the last of them is */
  #find(path: Path): { readonly depth: number; readonly offset: number } {
    let node: Node | null | undefined = this.#root
    let offset = 0
    for (const [depth, key] of path.entries()) {
      if (isMap(node)) {
        const pair = node.items.find(
          (item) => isScalar(item.key) && String(item.key.value) === String(key),
        )
        if (!pair) return { depth, offset }
        offset = (pair.key as Node).range?.[0] ?? offset
        node = pair.value as Node | null
      } else if (node && 'items' in node) {
        node = (node.items as unknown as Node[])[Number(key)]
        offset = node?.range?.[0] ?? offset
      } else return { depth, offset }
    }
    return { depth: path.length, offset }
  }

  #at(offset: number): Origin {
    const { line, col } = this.#lines.linePos(offset)
    return `${this.#name}:${Math.max(line, 1)}:${Math.max(col, 1)}`
  }
}

/** Behind a colon the reader repeats what stands in the file, which may be a secret. */
function reasonOf(error: unknown): string {
  return messageOf(error).replace(/: .*/s, '')
}

function readText(name: string): string {
  try {
    return readFileSync(name, 'utf8')
  } catch (error) {
    const reason = systemReason(error)
    throw new WaybillError('WAYBILL_CONFIG_UNREADABLE', `${name} cannot be read (${reason})`)
  }
}

export function isSection(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
