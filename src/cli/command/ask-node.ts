/** Asks the node that runs with this configuration, over its admin listener, by the token in its state folder. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps, type RequestOptions } from 'node:https'
import { TLSSocket } from 'node:tls'
import { codeOf, messageOf } from '../../base/errno.js'
import { signalAfter } from '../../base/time.js'
import type { Config } from '../../config/schema.js'
import { readStateToken, reasonOf } from '../../security/credentials/state-token.js'

/** Milliseconds until it has to have answered, and bytes of an answer. */
const DEADLINE = 30_000
const MAX_ANSWER = 16 * 1024 ** 2

export interface NodeRequest {
  readonly method: 'GET' | 'POST'
  /** Below the address of its console, such as `/api/node`. */
  readonly path: string
  /** Default: none. */
  readonly body?: object | undefined
}

export type NodeAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** No node with this configuration runs here, or it cannot be asked: why, a sentence. */
  | { readonly kind: 'absent'; readonly why: string }

/** Never rejects for a node that does not answer. */
export async function askNode(
  config: Pick<Config, 'admin' | 'stateDir'>,
  request: NodeRequest,
): Promise<NodeAnswer> {
  const { port, tls } = config.admin
  if (port === 0) {
    return absent('admin.port is 0, any free one, so that no command can find the node')
  }
  const address = `${hostOf(config.admin)}:${port}`
  let token: string
  try {
    token = readStateToken(config.stateDir)
  } catch (error) {
    const none = codeOf(error) === 'ENOENT'
    return absent(
      none ? `there is no token in ${config.stateDir}` : `the token: ${reasonOf(error)}`,
    )
  }
  try {
    const answer = await answerOf(request, config.admin, token)
    if (answer.status !== 401) return { kind: 'answered', ...answer }
    return absent(`another node answers at ${address}: it does not take the token of this one`)
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED') return absent(`no node answers at ${address}`)
    const what = tls ? ', over TLS' : ''
    return absent(`the node at ${address} cannot be asked${what}: ${messageOf(error)}`)
  }
}

function absent(why: string): NodeAnswer {
  return { kind: 'absent', why }
}

/** Of a listener on all addresses, the one of this machine. */
function hostOf({ host }: Config['admin']): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function answerOf(
  { method, path, body }: NodeRequest,
  admin: Config['admin'],
  token: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const { port, tls } = admin
  const text = body === undefined ? undefined : JSON.stringify(body)
  const options: RequestOptions = {
    host: hostOf(admin).replace(/^\[|\]$/g, ''),
    port,
    path,
    method,
    agent: false,
    signal: signalAfter(DEADLINE),
    headers: {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    },
  }
  const own = tls && new X509Certificate(readFileSync(tls.certificate))
  return new Promise((resolve, reject) => {
    const hear = (response: IncomingMessage) => {
      read(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, body: read }),
        reject,
      )
    }
    const sent = own
      ? overHttps({ ...options, rejectUnauthorized: false }, hear)
      : overHttp(options, hear)
    sent.on('error', reject)
    if (!own) {
      sent.end(text)
      return
    }
    // Nothing is sent, the token neither, before it has shown the certificate of this configuration.
    sent.once('socket', (socket) => {
      if (!(socket instanceof TLSSocket)) return
      socket.once('secureConnect', () => {
        const { fingerprint256 } = socket.getPeerX509Certificate() ?? {}
        if (fingerprint256 === own.fingerprint256) sent.end(text)
        else sent.destroy(new Error('it shows another certificate than the configuration names'))
      })
    })
  })
}

async function read(response: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size > MAX_ANSWER) throw new Error('its answer is too large')
    pieces.push(bytes)
  }
  const text = Buffer.concat(pieces).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}
