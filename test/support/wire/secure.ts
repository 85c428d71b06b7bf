/** An HTTPS listener for tests, which keeps who has sent messages, and clients that speak TLS to it. */
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import type { ExecutionContext } from 'ava'
import type { Peer, TransportEvent, TransportLog } from '../../../src/transport.js'
import { HTTP_BOUNDS, type HttpBounds } from '../../../transports/http/section/bounds.js'
import type { HttpSection } from '../../../transports/http/section/section.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { readConfig } from '../config.js'
import { certificateFiles, certificates, type IssuedName } from '../security/certificates.js'

/** Milliseconds after which a test gives up. */
const DEADLINE = 20_000
const BODY = 'x'

export interface Tls {
  readonly port: number
  readonly transport: HttpTransport
  /** Who has sent the messages that came, in order. */
  readonly peers: readonly Peer[]
  /** Causes of what was closed before a message came. */
  readonly closed: readonly (string | undefined)[]
  readonly files: ReturnType<typeof certificateFiles>
  /** The section with other settings. */
  section(more?: readonly string[]): HttpSection
}

export interface SecureOptions {
  /** The listener's certificate. Default: server. */
  readonly own?: IssuedName
  /** Those that differ from what a node has. */
  readonly bounds?: Partial<HttpBounds>
}

export async function secureListener(
  t: ExecutionContext,
  settings: readonly string[] = [],
  { own = 'server', bounds = {} }: SecureOptions = {},
): Promise<Tls> {
  const files = certificateFiles(t)
  const section = (more: readonly string[] = []) =>
    readConfig({
      environment: {},
      settings: [
        'http.port=0',
        `http.tls.certificate=${files.chain(own)}`,
        `http.tls.key=${files.key(own)}`,
        ...settings.map((setting) => setting.replaceAll('FOLDER', files.folder)),
        ...more.map((setting) => setting.replaceAll('FOLDER', files.folder)),
      ],
    }).http
  const peers: Peer[] = []
  const closed: (string | undefined)[] = []
  const log: TransportLog = {
    debug: () => undefined,
    warn: () => undefined,
    error: ({ err }: { err?: unknown }) => t.fail(String(err)),
    report: (event: TransportEvent) => {
      if (event.event === 'connection') closed.push(event.cause)
    },
  }
  const transport = new HttpTransport(section(), log, { bounds: { ...HTTP_BOUNDS, ...bounds } })
  await transport.listen(async (message) => {
    peers.push(message.origin.peer)
    return { kind: 'accepted' }
  })
  t.teardown(() => transport.close(AbortSignal.abort()))
  const port = Number(new URL(String(transport.listening[0])).port)
  return { port, transport, peers, closed, files, section }
}

/** DER that begins as a successful OCSP response does, and says what it is given. */
export function successful(text: string): Buffer {
  const content = Buffer.concat([Buffer.from([0x0a, 1, 0]), Buffer.from(text.padEnd(150))])
  return Buffer.concat([Buffer.from([0x30, 0x81, content.length]), content])
}

/** Certificate and key of a client, as options of `node:tls`. */
export function shown(name: IssuedName): ConnectionOptions {
  const { chainPem, keyPem } = certificates()[name]
  return { cert: chainPem, key: keyPem }
}

/** Makes a TLS connection to localhost, and trusts the tests' authority. */
export async function secureSocket(
  port: number,
  options: ConnectionOptions = {},
): Promise<TLSSocket> {
  const { pem } = certificates().authority
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: pem, ...options })
  await once(socket, 'secureConnect', { signal: AbortSignal.timeout(DEADLINE) })
  socket.on('error', () => undefined)
  return socket
}

/** Posts a message; gives the status, and the socket that it went over. */
export async function post(
  port: number,
  options: ConnectionOptions & { readonly agent?: Agent; readonly localAddress?: string } = {},
): Promise<{ status: number; socket: TLSSocket; headers: NodeJS.Dict<string | string[]> }> {
  const { pem } = certificates().authority
  const { agent = new Agent({ maxCachedSessions: 0 }), ...more } = options
  const sent = request({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    path: '/soap',
    method: 'POST',
    headers: { 'Content-Type': 'text/xml', 'Content-Length': BODY.length },
    ca: pem,
    agent,
    signal: AbortSignal.timeout(DEADLINE),
    ...more,
  })
  sent.end(BODY)
  const [answer] = await once(sent, 'response')
  const { socket } = answer
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode, socket, headers: answer.headers }
}
