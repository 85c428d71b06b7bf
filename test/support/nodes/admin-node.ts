/** A whole node in this process, asked over its admin listener as operators do. */
import { randomUUID } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { RecentLines } from '../../../src/base/recent-lines.js'
import { makeParts, type NodeParts } from '../../../src/container.js'
import { createLog } from '../../../src/log.js'
import { linkTo } from '../../../src/operate/admin/access/link.js'
import type { EnvelopeProcessor } from '../../../src/path/processor.js'
import { readStateToken } from '../../../src/security/credentials/state-token.js'
import { FinalFailure } from '../../../src/store/queue/job.js'
import type { JobQueue, RunJob } from '../../../src/store/queue/queue.js'
import { configurationOf } from '../config.js'
import { folderOf } from '../folder.js'
import { jobOf } from '../jobs.js'
import { PATIENCE } from '../waiting.js'
import { type OtherBounds, rebindTo } from './bounds.js'

/** Headers of who proves nothing. */
export const STRANGER = { cookie: '' }

export interface AdminNode {
  /** Without a slash at its end. */
  readonly url: string
  readonly port: number
  readonly stateDir: string
  /** That stands in its state folder. */
  readonly token: string
  readonly queue: JobQueue
  readonly log: readonly Record<string, unknown>[]
  readonly parts: NodeParts
  /** URL of its HTTP listener. */
  readonly soap: string
  /** With that token, unless the headers say who asks. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** As the console does; with that token, unless the headers say who asks. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** A link that logs in, as `waybill console` prints it. */
  link(): string
  /** Has the job of that id run so. */
  runs(id: string, run: RunJob): void
  /** Adds a message that failed for good, and gives its id. Default of the cause: the ledger is closed. */
  deadLetter(
    envelope: string,
    label?: { readonly operation?: string; readonly to?: string },
    cause?: string,
  ): Promise<string>
}

/**
 * @param settings  `key.path=value` settings over the default configuration
 * @param bounds    default: those that a node has
 */
export async function adminNode(
  t: ExecutionContext,
  settings: readonly string[] = [],
  bounds: OtherBounds = {},
): Promise<AdminNode> {
  const log: Record<string, unknown>[] = []
  const recentLines = new RecentLines()
  const logger = createLog('debug', (line) => log.push(JSON.parse(line)), recentLines)
  const own = [
    'http.port=0',
    'admin.port=0',
    'smtp.enabled=false',
    // A setting of the whole section, such as queue={} for the embedded one, would keep the url.
    ...(settings.some((one) => one.startsWith('queue=')) ? [] : ['queue.url=memory:']),
    `stateDir=${folderOf(t, {})}`,
  ]
  const configuration = configurationOf({ environment: {}, settings: [...own, ...settings] })
  const opened: { queue?: JobQueue; processor?: EnvelopeProcessor } = {}
  const cut = new AbortController()
  const parts = await makeParts({
    ...configuration,
    log: logger,
    pluginLog: () => logger,
    rebind: rebindTo(bounds),
    recentLines,
    readiness: () => ({ ready: true, problems: [] }),
    listeningNow: () =>
      parts.listeners.map(({ name, listening }) => ({ transport: name, urls: listening })),
    queueNow: () => opened.queue,
    pathNow: () => opened.processor?.parts,
    stopping: new AbortController().signal,
    cut: cut.signal,
  })
  t.teardown(async () => {
    cut.abort()
    await worker.close(cut.signal)
    await parts.close()
    await parts.closePlugins()
  })
  await parts.admin.listen()
  const queue = await parts.queue()
  opened.queue = queue
  const { worker, runs, deadLetter } = await working(queue)
  const processor = await parts.processor()
  opened.processor = processor
  for (const transport of parts.listeners) {
    await transport.listen((message) => processor.process(message))
  }
  const url = String(parts.admin.listening[0])
  const { stateDir } = configuration.config
  const token = readStateToken(stateDir)
  const as = (headers: Readonly<Record<string, string>>) =>
    'cookie' in headers || 'authorization' in headers
      ? headers
      : { authorization: `Bearer ${token}`, ...headers }
  return {
    url,
    port: Number(new URL(url).port),
    stateDir,
    token,
    queue,
    log,
    parts,
    soap: String(parts.listeners[0]?.listening[0]),
    link: () => linkTo(url, readStateToken(stateDir)),
    get: (path, headers = {}) => fetch(url + path, { headers: as(headers) }),
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin: url, ...as(headers) },
      }),
    runs,
    deadLetter,
  }
}

const ONCE = { attempts: 1, delay: 1, maxDelay: 1, timeLimit: 10_000 }

/** Takes every job as done but those that run otherwise, each of them once. */
async function working(queue: JobQueue) {
  const others = new Map<string, RunJob>()
  const worker = await queue.work(
    async (job, attempt) => {
      const run = others.get(job.id)
      others.delete(job.id)
      return run ? run(job, attempt) : { kind: 'accepted' }
    },
    { concurrency: 2, abandoned: async () => undefined },
  )
  const runs: AdminNode['runs'] = (id, run) => others.set(id, run)
  const deadLetter: AdminNode['deadLetter'] = async (
    envelope,
    label = {},
    cause = 'the ledger is closed',
  ) => {
    const id = randomUUID()
    runs(id, async () => {
      throw new FinalFailure(cause)
    })
    await queue.add(jobOf({ id, body: envelope, label }), ONCE)
    await queue.ended(id, AbortSignal.timeout(PATIENCE))
    return id
  }
  return { worker, runs, deadLetter }
}

/** What an answer says, as the API promises it. */
export async function viewOf<View>(answer: Promise<Response>): Promise<View> {
  return JSON.parse(await (await answer).text())
}
