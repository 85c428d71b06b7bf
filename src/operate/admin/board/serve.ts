/** Serves the page that the library of a queue draws of its jobs: for who may look, and for nothing but looking. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Board } from '../../../store/queue/board.js'
import { TYPES } from '../files.js'
import { policy } from '../headers.js'
import { only } from '../only.js'
import { Refused } from '../refused.js'
import { queueOf } from '../resources/queue-of.js'
import type { Identify } from '../serve-resource.js'
import type { LiveNode } from '../sources.js'

/** Where it is. */
const BOARD = '/board/'

/** Of the colours of the sign for Redis, a text that its script puts into the page. */
const COLOURS = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='"
/** As the console's, but that its page says below which path its files are, and for that one text. */
const POLICY = policy({ 'base-uri': "'self'", 'style-src': `'self' ${COLOURS}` })

interface Opened {
  readonly board: Board
  readonly files: BoardFiles
}

/** The path of the board; undefined where the queue has none. */
export function boardOf({ queueNow }: Pick<LiveNode, 'queueNow'>): string | undefined {
  return queueNow()?.admin.board && BOARD
}

/** It is opened when somebody asks for it first: its library is in no memory before. */
export function serveBoard(
  app: FastifyInstance,
  sources: Pick<LiveNode, 'queueNow'>,
  identify: Identify,
): void {
  let opening: Promise<Opened> | undefined
  const open = async (): Promise<Opened> => {
    const { board: make } = queueOf(sources)
    if (!make) throw new Refused(404, 'the queue has no board: it is not kept in Redis')
    const board = await make(BOARD)
    return { board, files: await BoardFiles.of(board.files) }
  }
  const opened = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  app.get('/board', (_, reply) => reply.redirect(BOARD))
  app.get(`${BOARD}*`, async (request, reply) => {
    const isPage = request.headers['sec-fetch-mode'] === 'navigate'
    try {
      await identify(request)
    } catch (error) {
      // In a browser, the console asks who it is.
      if (isPage && error instanceof Refused && error.status === 401)
        return reply.redirect('/#/queue')
      throw error
    }
    if (!(await answer(await opened(), request, reply))) reply.callNotFound()
    return reply
  })
  only(app, '/board', ['GET'])
  only(app, `${BOARD}*`, ['GET'])
}

/** @returns undefined if there is no such thing */
async function answer(
  { board, files }: Opened,
  { url, query }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const path = url.slice(BOARD.length - 1).replace(/\?.*$/s, '')
  const page = board.page(path)
  if (page !== undefined) {
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(page)
  }
  if (path.startsWith('/static/')) return files.send(path.slice('/static/'.length), reply)
  const found = await board.answer(path, texts(query))
  return found && reply.code(found.status).send(found.body)
}

/** What is given once. */
function texts(query: unknown): Readonly<Record<string, string>> {
  const given = typeof query === 'object' && query !== null ? Object.entries(query) : []
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'))
}

/** The names of scripts and styles have a hash of what is in them. */
const HASHED = /\.[0-9a-f]{10}\.(?:css|js)$/

/** The files of its page: their names are read once, and nothing else in the file system is found by them. */
class BoardFiles {
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
