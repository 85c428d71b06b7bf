/** An HTTP listener that gives fixed answers, and keeps what it was asked. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Teardown {
  teardown(clean: () => Promise<void>): void
}

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Answering {
  readonly url: string
  readonly requested: readonly ReceivedRequest[]
}

/** @param answer  writes the answer; may leave it out to keep the caller waiting */
export async function answering(
  t: Teardown,
  answer: (response: ServerResponse, requests: ReceivedRequest) => void,
): Promise<Answering> {
  const requests: ReceivedRequest[] = []
  const listener = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    requests.push(one)
    answer(response, one)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  t.teardown(
    () =>
      new Promise((resolve) => {
        listener.close(() => resolve())
        listener.closeAllConnections()
      }),
  )
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/soap`,
    requested: requests,
  }
}

/** Answers with an envelope. */
export function withEnvelope(body: string, status = 200, type = 'text/xml; charset=utf-8') {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': type }).end(body)
  }
}
