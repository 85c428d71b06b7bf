/** Asks the admin API of the node that runs with a configuration, by tickets that are made of the token in its state folder. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { codeOf, messageOf } from '../../base/errno.js'
import { signalAfter } from '../../base/time.js'
import type { Config } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import { readStateToken, reasonOf, stateTokenIn } from '../../security/credentials/state-token.js'
import { ticketOf } from '../admin/access/link.js'

/** Milliseconds for one answer: a node that takes longer is held. */
const PATIENCE = 5_000
/** Bytes of an answer: problems and numbers of one node. */
const MAX_ANSWER = 4 * 1024 ** 2

type NodeSettings = Pick<Config, 'admin' | 'stateDir'>

export interface NodeRequest {
  readonly method: 'GET' | 'POST'
  /** Such as `/api/node`. */
  readonly path: string
  /** JSON of a POST. Default: none. */
  readonly body?: object | undefined
  /** Milliseconds that it may take. Default: 5 seconds. */
  readonly patience?: number | undefined
}

export interface NodeAnswer {
  readonly status: number
  /** JSON; undefined for none. */
  readonly body: unknown
}

/**
 * @param url  of the admin listener
 * @throws WaybillError WAYBILL_NODE_NOT_RUNNING, WAYBILL_STATE_NOT_FOUND, WAYBILL_STATE_REFUSED
 */
export async function askNode(
  config: NodeSettings,
  url: string,
  request: NodeRequest,
): Promise<NodeAnswer> {
  const { method, path } = request
  const ticket = ticketOf(tokenOf(config), `${method} ${path}`)
  const { status = 0, body } = await answerOf(config, new URL(path, url), ticket, request)
  if (status === 401) {
    throw notRunning(
      `what listens at ${url} is not the node of ${config.stateDir}: it does not take its token`,
    )
  }
  try {
    return { status, body: body === '' ? undefined : JSON.parse(body) }
  } catch (error) {
    throw notRunning(`what listens at ${url} is no node: it answers ${path} without JSON`, error)
  }
}

function tokenOf({ stateDir }: NodeSettings): string {
  try {
    return readStateToken(stateDir)
  } catch (error) {
    const file = stateTokenIn(stateDir)
    if (codeOf(error) === 'ENOENT') {
      throw new WaybillError(
        'WAYBILL_STATE_NOT_FOUND',
        `there is no token at ${file}: no node has run with this state folder yet`,
      )
    }
    const sentence = `${file} cannot be used: ${reasonOf(error)}`
    throw new WaybillError('WAYBILL_STATE_REFUSED', sentence, { cause: error })
  }
}

interface Answer {
  readonly status: number | undefined
  readonly body: string
}

async function answerOf(
  { admin }: NodeSettings,
  url: URL,
  ticket: string,
  { method, body, patience = PATIENCE }: NodeRequest,
): Promise<Answer> {
  const signal = signalAfter(patience)
  const text = body && JSON.stringify(body)
  const { origin } = url
  let socket: Socket | undefined
  try {
    socket = await connected(admin, url, signal)
    const open = socket
    const content = text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }
    const asking = request({
      method,
      host: url.host,
      path: url.pathname,
      createConnection: () => open,
      headers: {
        authorization: `Bearer ${ticket}`,
        connection: 'close',
        host: url.host,
        ...content,
      },
      signal,
    })
    asking.end(text)
    const [answer]: IncomingMessage[] = await once(asking, 'response', { signal })
    return { status: answer?.statusCode, body: answer ? await bodyOf(answer) : '' }
  } catch (error) {
    if (error instanceof WaybillError) throw error
    if (signal.aborted) {
      throw notRunning(
        `the node at ${origin} does not answer within ${patience / 1000} s: where its event loop is held, its log says by what`,
        error,
      )
    }
    if (codeOf(error) === 'ECONNREFUSED') {
      throw notRunning(`no node runs: nothing listens at ${origin}`, error)
    }
    throw notRunning(`${origin} cannot be asked: ${messageOf(error)}`, error)
  } finally {
    socket?.destroy()
  }
}

async function connected(
  { tls }: Config['admin'],
  { origin, hostname, port }: URL,
  signal: AbortSignal,
): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = origin.startsWith('https://')
  const to = { host, port: Number(port || (secure ? 443 : 80)) }
  if (!secure) {
    const socket = connectTcp(to)
    await once(socket, 'connect', { signal })
    return socket
  }
  // By the certificate itself, whatever names it has.
  const socket = connectTls({ ...to, rejectUnauthorized: tls === undefined })
  await once(socket, 'secureConnect', { signal })
  if (tls && !isCertificate(socket.getPeerX509Certificate(), tls.certificate)) {
    socket.destroy()
    throw notRunning(
      `what listens at ${origin} has another certificate than admin.tls.certificate: a node takes a new one over with a reload`,
    )
  }
  return socket
}

function isCertificate(shown: X509Certificate | undefined, file: string): boolean {
  return shown?.fingerprint256 === new X509Certificate(readFileSync(file)).fingerprint256
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    if (size > MAX_ANSWER) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function notRunning(sentence: string, cause?: unknown): WaybillError {
  return new WaybillError('WAYBILL_NODE_NOT_RUNNING', sentence, { cause })
}
