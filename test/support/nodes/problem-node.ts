/** A whole node in this process, whose problems a test waits for, as all that shows them has them. */
import type { ExecutionContext } from 'ava'
import { Daemon } from '../../../src/daemon.js'
import { createLog } from '../../../src/log.js'
import type { ProblemsView } from '../../../src/operate/admin/api.js'
import type { Problem, ProblemName } from '../../../src/operate/problems/problem.js'
import { readStateToken } from '../../../src/security/credentials/state-token.js'
import { configurationOf } from '../config.js'
import { folderOf } from '../folder.js'
import { until } from '../jobs.js'
import { type OtherBounds, rebindTo } from './bounds.js'

export interface ProblemNode {
  readonly daemon: Daemon
  /** Of HTTP. */
  readonly url: string
  readonly stateDir: string
  readonly log: readonly Record<string, unknown>[]
  /** Waits until the node has a problem of that name. */
  found(name: ProblemName): Promise<Problem>
  /** Waits until it has none of that name. */
  gone(name: ProblemName): Promise<void>
  /** What the list has now, and by readiness. */
  problems(): Promise<readonly Problem[]>
  get(path: string): Promise<Response>
  post(path: string): Promise<Response>
  /** Goes on with other settings. */
  reload(settings: readonly string[]): Promise<void>
}

/**
 * @param settings  `key.path=value` settings over the default configuration
 * @param starts    false: it is not waited for its start. Default: it is
 */
export async function problemNode(
  t: ExecutionContext,
  settings: readonly string[] = [],
  bounds: OtherBounds = {},
  starts = true,
): Promise<ProblemNode> {
  const log: Record<string, unknown>[] = []
  const logger = createLog('debug', (line) => log.push(JSON.parse(line)))
  const own = [
    'node.uri=urn:example:node',
    'plugins=[]',
    'http.port=0',
    'admin.port=0',
    'smtp.enabled=false',
    ...(settings.some((setting) => /^(queue\.url|stateDir)=/.test(setting))
      ? []
      : ['queue.url=memory:']),
    `stateDir=${folderOf(t, {})}`,
  ]
  const read = (more: readonly string[]) => ({
    ...configurationOf({ environment: {}, settings: [...own, ...more] }),
    exposed: undefined,
  })
  const configuration = read(settings)
  // The loop is that of the tests, and their machine may be busy.
  const others = { 'event-loop': { held: 60_000 }, ...bounds }
  const daemon = await Daemon.create(configuration, logger, rebindTo(others))
  t.teardown(() => daemon.stop())
  const started = daemon.start()
  if (starts) await started
  else started.catch(() => undefined)
  await until(() => daemon.console !== undefined)
  const { stateDir } = configuration.config
  const headers = () => ({ authorization: `Bearer ${readStateToken(stateDir)}` })
  const get = (path: string) => fetch(`${daemon.console}${path}`, { headers: headers() })
  const problems = async () => {
    const view: ProblemsView = JSON.parse(await (await get('/api/problems')).text())
    return view.problems
  }
  return {
    daemon,
    url: daemon.listening[0]?.url ?? '',
    stateDir,
    log,
    problems,
    get,
    async found(name) {
      let found: Problem | undefined
      await until(async () => {
        found = (await problems()).find((one) => one.name === name)
        return found !== undefined
      })
      if (!found) throw new Error('it was found')
      return found
    },
    gone: (name) => until(async () => !(await problems()).some((one) => one.name === name)),
    post: (path) =>
      fetch(`${daemon.console}${path}`, {
        method: 'POST',
        body: '{}',
        headers: {
          ...headers(),
          'content-type': 'application/json',
          origin: String(daemon.console),
        },
      }),
    reload: (next) => daemon.reload(async () => read(next)),
  }
}
