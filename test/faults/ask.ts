/** One HTTP request with a deadline, and what became of it: for callers who count every outcome. */
import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Asking {
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly agent?: Agent
  /** Milliseconds until it is given up. Default 90,000. */
  readonly deadline?: number
}

export interface Heard {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** @throws Error with the `code` of `node:net` if there was no whole answer, `ETIMEDOUT` if none in time */
export function ask(url: string, asking: Asking = {}): Promise<Heard> {
  const { method = 'GET', body = '', headers, agent, deadline = 90_000 } = asking
  return new Promise((resolve, reject) => {
    const requested = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', over(reject))
      response.on('end', () => {
        clearTimeout(timer)
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks).toString('utf8') })
      })
    })
    const timer = setTimeout(() => {
      requested.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }))
    }, deadline)
    const over = (end: (error: Error) => void) => (error: Error) => {
      clearTimeout(timer)
      end(error)
    }
    requested.on('error', over(reject))
    requested.end(body)
  })
}

export function postSoap(url: string, body: string, asking: Asking = {}): Promise<Heard> {
  const headers = {
    'Content-Type': 'text/xml; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...asking.headers,
  }
  return ask(url, { ...asking, method: 'POST', body, headers })
}
