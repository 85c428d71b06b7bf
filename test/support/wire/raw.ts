/** Speaks HTTP byte by byte, for what no HTTP library would send. */
import { connect, type Socket } from 'node:net'
import { PATIENCE } from '../waiting.js'

export interface RawAnswer {
  /** Everything the peer sent, as Latin-1 text. */
  readonly text: string
  /** Status of the first response; undefined if there was none. */
  readonly status: number | undefined
  /** Body of the first response, as far as its Content-Length says. */
  readonly body: string
  /** Header fields of the first response, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Number of responses. */
  readonly responses: number
  /** True if the peer closed the connection. */
  readonly closed: boolean
}

export interface RawOptions {
  /** Resolve as soon as one whole response is there, without waiting for the end. Default false. */
  readonly first?: boolean
  /** Address of the loopback network to come from. */
  readonly localAddress?: string
  /** Milliseconds between one part and the next; by default all are written at once. */
  readonly pace?: number
}

/** Writes bytes to a port of the loopback address and gives what came back. */
export function raw(
  port: number,
  bytes: string | Uint8Array | readonly (string | Uint8Array)[],
  { first = false, localAddress = '127.0.0.1', pace = 0 }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress })
    const chunks: Buffer[] = []
    let closed = false
    const timer = setTimeout(() => finish(), PATIENCE)
    let pacing: NodeJS.Timeout | undefined
    const finish = () => {
      clearTimeout(timer)
      clearInterval(pacing)
      socket.destroy()
      resolve(parse(Buffer.concat(chunks).toString('latin1'), closed))
    }
    socket.on('data', (chunk) => {
      timer.refresh()
      chunks.push(chunk)
      if (first && isWhole(Buffer.concat(chunks).toString('latin1'))) finish()
    })
    socket.on('end', () => {
      closed = true
      finish()
    })
    socket.on('error', () => {
      closed = true
      finish()
    })
    const parts = (Array.isArray(bytes) ? bytes : [bytes]).values()
    const write = () => {
      const { value: part, done } = parts.next()
      if (!done) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
      return !done
    }
    socket.on('connect', () => {
      if (pace > 0) pacing = setInterval(write, pace)
      else while (write());
    })
  })
}

/** A POST request as bytes, with Content-Length. */
export function post(
  envelope: string | Uint8Array,
  { path = '/soap', type = 'text/xml; charset=utf-8', headers = '' } = {},
): Buffer {
  const body = typeof envelope === 'string' ? Buffer.from(envelope, 'utf8') : Buffer.from(envelope)
  const head =
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n` +
    `Content-Length: ${body.length}\r\n${headers}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}

function parse(text: string, closed: boolean): RawAnswer {
  const head = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n/.exec(text)
  const headers: Record<string, string> = {}
  for (const line of (head?.[2] ?? '').split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const start = head ? head[0].length : 0
  const length = Number(headers['content-length'] ?? text.length - start)
  return {
    text,
    status: head ? Number(head[1]) : undefined,
    body: Buffer.from(text.slice(start, start + length), 'latin1').toString('utf8'),
    headers,
    responses: (text.match(/HTTP\/1\.1 \d{3}/g) ?? []).length,
    closed,
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))
  return end !== -1 && length !== null && text.length >= end + 4 + Number(length[1])
}
