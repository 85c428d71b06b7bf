/** What passes between a client and a server: an HTTP listener in front of the server, which keeps what it hands on. */
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One message, as it was on the wire. */
export interface Passed {
  readonly contentType: string
  readonly body: string
}

export interface Wire {
  /** The same path at another port: of the address that is behind it. */
  readonly url: string
  /** The last request, and what came back. */
  last(): { readonly requested: Passed; readonly answered: Passed }
  /** How many requests have got through. */
  count(): number
  close(): Promise<void>
}

export async function openWire(behind: string): Promise<Wire> {
  const target = new URL(behind)
  let last: ReturnType<Wire['last']> | undefined
  let count = 0
  const listener = createServer(async (requested, response) => {
    try {
      const sent = await buffer(requested)
      const headers = { ...requested.headers, host: target.host, 'content-length': sent.length }
      const { 'transfer-encoding': _, ...onward } = headers
      const hop = request(target, { method: requested.method, headers: onward })
      const received = await new Promise<IncomingMessage>((resolve, reject) => {
        hop.on('response', resolve).on('error', reject).end(sent)
      })
      const body = await buffer(received)
      count += 1
      last = { requested: passed(requested, sent), answered: passed(received, body) }
      const { 'transfer-encoding': __, connection: ___, ...back } = received.headers
      response.writeHead(received.statusCode ?? 502, { ...back, 'content-length': body.length })
      response.end(body)
    } catch (error) {
      response.destroy(error instanceof Error ? error : undefined)
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = new URL(behind)
  url.port = String((listener.address() as AddressInfo).port)
  return {
    url: url.href,
    count: () => count,
    last() {
      if (last === undefined) throw new Error('nothing has passed')
      return last
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve())
        listener.closeAllConnections()
      }),
  }
}

function passed({ headers }: IncomingMessage, body: Buffer): Passed {
  return { contentType: headers['content-type'] ?? '', body: body.toString('latin1') }
}
