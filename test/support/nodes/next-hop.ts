/** An HTTP server that notes what it was sent and answers what it was told to. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface NoteOfRequest {
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface HttpHop {
  readonly url: string
  readonly requests: readonly NoteOfRequest[]
  close(): Promise<void>
}

export interface HopAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** @param answer  the same for every request, or what is made of each */
export async function httpHop(
  answer: HopAnswer | ((request: NoteOfRequest) => HopAnswer),
): Promise<HttpHop> {
  const requests: NoteOfRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, headers: sent } = request
      const note = { method, headers: sent, body: Buffer.concat(chunks).toString('utf8') }
      requests.push(note)
      const {
        status,
        headers = {},
        body = '',
      } = typeof answer === 'function' ? answer(note) : answer
      response.writeHead(status, headers).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
