/** A receiver of webhooks on a free port that notes what is posted, and answers as it is told to. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Waiting } from './waiting.js'

export interface Posted {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly json: Readonly<Record<string, unknown>>
}

export interface Webhook {
  readonly url: string
  readonly posted: readonly Posted[]
  /** Waits for the one of this number, the first being 0. */
  post(index: number): Promise<Posted>
}

interface Teardown {
  teardown(clean: () => void): void
}

/** @param statusOf  what the one of this number is answered with; undefined: nothing at all */
export async function startWebhook(
  t: Teardown,
  statusOf: (index: number) => number | undefined = () => 200,
): Promise<Webhook> {
  const posted: Posted[] = []
  const waiting = new Waiting()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    posted.push({ headers: request.headers, body, json: JSON.parse(body) })
    const status = statusOf(posted.length - 1)
    const location = status === 302 ? { Location: '/elsewhere' } : {}
    if (status !== undefined) response.writeHead(status, location).end()
    waiting.changed()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    posted,
    post: (index) =>
      waiting.until(
        () => posted[index],
        () => `as many posts, but ${posted.length}`,
      ),
  }
}
