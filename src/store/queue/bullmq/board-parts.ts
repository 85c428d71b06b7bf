/** What bull-board hands to whoever serves it, of which only that is kept that looks: its GET routes and its page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app'
import type { BoardAnswer } from '../board.js'

type Query = Readonly<Record<string, string>>
/** Values of a path by their names; undefined if it is not that of the route. */
type Match = (path: string) => Readonly<Record<string, string>> | undefined

interface Looked {
  readonly match: Match
  readonly handler: AppControllerRoute['handler']
}

/** Scripts and styles that its page loads, which have a hash in their names. */
const LOADED = /(?:href|src)="(static\/[\w./-]+\.(?:css|js))"/g

export class BoardParts implements IServerAdapter {
  files = ''
  #loaded: readonly string[] = []
  #queues: BullBoardQueues = new Map()
  #config: UIConfig = {}
  #looks: readonly Looked[] = []
  #pages: readonly Match[] = []

  setQueues(queues: BullBoardQueues): this {
    this.#queues = queues
    return this
  }

  /** Its template asks another host for fonts, and has styles that our policy forbids: its names are taken only. */
  setViewsPath(folder: string): this {
    const template = readFileSync(join(folder, 'index.ejs'), 'utf8')
    this.#loaded = [...template.matchAll(LOADED)].map(([, name = '']) => name)
    if (this.#loaded.length === 0) throw new Error(`${folder} has no page that is known`)
    return this
  }

  setStaticPath(_: string, folder: string): this {
    this.files = folder
    return this
  }

  setUIConfig(config: UIConfig): this {
    this.#config = config
    return this
  }

  setErrorHandler(): this {
    return this
  }

  setEntryRoute({ route }: AppViewRoute): this {
    this.#pages = [route].flat().map(matchOf)
    return this
  }

  setApiRoutes(routes: AppControllerRoute[]): this {
    this.#looks = routes
      .filter(({ method }) => method === 'get')
      .flatMap(({ route, handler }) =>
        [route].flat().map((one) => ({ match: matchOf(one), handler })),
      )
    return this
  }

  find(path: string): ((query: Query) => Promise<BoardAnswer>) | undefined {
    for (const { match, handler } of this.#looks) {
      const params = match(path)
      if (!params) continue
      const asked = { queues: this.#queues, uiConfig: this.#config, params, headers: {}, body: {} }
      return async (query) => {
        const { status = 200, body } = await handler({ ...asked, query })
        return { status, body }
      }
    }
    return undefined
  }

  page(path: string, base: string): string | undefined {
    if (!this.#pages.some((match) => match(path))) return undefined
    const config = JSON.stringify(this.#config).replace(/</g, '\\u003c')
    const styles = this.#loaded.filter((name) => name.endsWith('.css'))
    const scripts = this.#loaded.filter((name) => name.endsWith('.js'))
    return [
      '<!DOCTYPE html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<base href="${base}">`,
      '<title>Jobs</title>',
      '<link rel="icon" href="/icon.svg">',
      ...styles.map((name) => `<link rel="stylesheet" href="${name}">`),
      '</head>',
      '<body class="preload">',
      `<script id="__UI_CONFIG__" type="application/json">${config}</script>`,
      '<div id="root"></div>',
      ...scripts.map((name) => `<script defer src="${name}"></script>`),
      '</body>',
      '</html>',
      '',
    ].join('\n')
  }
}

/** @param route  such as `/api/queues/:queueName/:jobId` */
function matchOf(route: string): Match {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${route.replace(/:\w+/g, '([^/]+)')}$`)
  return (path) => {
    const found = pattern.exec(path)
    if (!found) return undefined
    try {
      return Object.fromEntries(
        names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
      )
    } catch {
      // No text at all: then it is the name of nothing.
      return undefined
    }
  }
}
