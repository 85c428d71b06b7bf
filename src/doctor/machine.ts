/** Finds what is wrong with this machine: its clock, the state folder, the way to the queue. */
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { WaybillError } from '../errors.js'
import { inspectQueue, queueKind } from '../queue/open.js'
import { certificatesOf, type Examined, error, type Finding, warning } from './finding.js'

export async function examineMachine(examined: Examined): Promise<readonly Finding[]> {
  return [...examineClock(examined), ...examineState(examined), ...(await examineRedis(examined))]
}

/** Files are not from the future: then it is now that is from the past. */
function examineClock({ items, now, config }: Examined): readonly Finding[] {
  const files = [...new Set(certificatesOf(items).map(({ file }) => file))]
  const latest = files
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .find(({ at }) => at > now + config.security.clockSkew)
  if (!latest) return []
  const at = new Date(latest.at).toISOString()
  return [
    warning(
      'security.clockSkew',
      `the clock says ${new Date(now).toISOString()}, and ${latest.file} was written at ${at}: set the clock`,
    ),
  ]
}

function examineState({ config }: Examined): readonly Finding[] {
  try {
    inspectQueue(config)
    return []
  } catch (thrown) {
    if (!(thrown instanceof WaybillError)) throw thrown
    return [error('stateDir', `${thrown.message}. ${thrown.hint}`)]
  }
}

async function examineRedis({ config: { queue } }: Examined): Promise<readonly Finding[]> {
  if (queueKind(queue) !== 'redis') return []
  const { url, cluster, sentinels } = queue
  const [key, urls] =
    cluster.length > 0
      ? ['queue.cluster', cluster]
      : sentinels.length > 0
        ? ['queue.sentinels', sentinels]
        : ['queue.url', url === undefined ? [] : [url]]
  const reached = await Promise.all(urls.map((one) => reach(new URL(one))))
  const failed = reached.filter((why) => why !== undefined)
  if (failed.length === 0) return []
  const severity = failed.length === urls.length ? error : warning
  return [severity(key, failed.join('; '))]
}

/** Milliseconds. */
const PATIENCE = 3000

/** @returns why nobody can be reached there; nothing of a password in the URL is told */
function reach({ hostname, port }: URL): Promise<string | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const number = Number(port || 6379)
  return new Promise((resolve) => {
    const socket = connect({ host, port: number, timeout: PATIENCE })
    const end = (why?: string) => {
      socket.destroy()
      resolve(why && `${hostname}:${number} cannot be reached (${why})`)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end('no answer'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'))
  })
}
