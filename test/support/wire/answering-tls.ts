/** An HTTPS listener with the tests' certificate for localhost, which gives one answer and keeps what it was sent. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'
import { certificates } from '../security/certificates.js'

export interface AnsweringTls {
  readonly url: string
  /** PEM of the authority that its certificate is by. */
  readonly ca: string
  /** Bodies of what came. */
  readonly requested: readonly string[]
}

export async function answeringTls(
  t: Pick<ExecutionContext, 'teardown'>,
  envelope: string,
): Promise<AnsweringTls> {
  const { server, authority } = certificates()
  const requests: string[] = []
  const listener = createServer(
    { cert: server.chainPem, key: server.keyPem },
    async (request, response) => {
      requests.push(await text(request))
      response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(envelope)
    },
  )
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  t.teardown(
    () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve())
        listener.closeAllConnections()
      }),
  )
  const { port } = listener.address() as AddressInfo
  return { url: `https://localhost:${port}/soap`, ca: authority.pem, requested: requests }
}
