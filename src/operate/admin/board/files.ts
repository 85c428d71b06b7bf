/** The files of the board's page: their names are read once, and nothing else in the file system is found by them. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FastifyReply } from 'fastify'
import { TYPES } from '../files.js'

/** The names of its scripts and styles have a hash of what is in them. */
const HASHED = /\.[0-9a-f]{10}\.(?:css|js)$/

export class BoardFiles {
  readonly #folder: string
  readonly #names: ReadonlySet<string>

  private constructor(folder: string, names: readonly string[]) {
    this.#folder = folder
    this.#names = new Set(names)
  }

  static async of(folder: string): Promise<BoardFiles> {
    const names = await readdir(folder, { recursive: true })
    return new BoardFiles(
      folder,
      names.map((name) => name.split(sep).join('/')),
    )
  }

  /** @returns undefined if there is no such file */
  async send(name: string, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const type = TYPES[extname(name)]
    if (!this.#names.has(name) || type === undefined) return undefined
    const kept = HASHED.test(name) ? 'private, max-age=31536000, immutable' : 'no-cache'
    return reply
      .header('cache-control', kept)
      .type(type)
      .send(await readFile(join(this.#folder, name)))
  }
}
