/** An OAuth2 token endpoint that gives out token-1, token-2 and so on, and notes what it was asked. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Teardown {
  teardown(clean: () => void): void
}

export interface TokenSource {
  /** Bodies of the requests. */
  readonly forms: readonly string[]
  readonly url: string
}

export async function tokenSource(t: Teardown): Promise<TokenSource> {
  const forms: string[] = []
  const server = createServer((request, response) => {
    let form = ''
    request.on('data', (chunk) => {
      form += chunk
    })
    request.on('end', () => {
      forms.push(form)
      response.end(JSON.stringify({ access_token: `token-${forms.length}`, expires_in: 3600 }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { forms, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token` }
}
