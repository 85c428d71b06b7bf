/** Fetches a JSON Web Key Set over https, from the configured URL only: no redirect, in bounded time and size. */
import { request } from 'node:https'
import { signalAfter } from '../../base/time.js'

/** Milliseconds until it is in. */
const DEADLINE = 5_000

export interface Fetching {
  readonly url: URL
  /** Authorities in PEM. Default: those of Node.js. */
  readonly ca?: string | undefined
  /** Bytes of the answer. */
  readonly most: number
  readonly signal: AbortSignal
}

/** @throws Error for anything but status 200 with a body within the bounds */
export function fetchKeys({ url, ca, most, signal }: Fetching): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request(url, {
      agent: false,
      headers: { accept: 'application/jwk-set+json, application/json' },
      minVersion: 'TLSv1.2',
      signal: AbortSignal.any([signal, signalAfter(DEADLINE)]),
      ...(ca !== undefined && { ca }),
    })
    asking.on('error', reject)
    asking.on('response', (answer) => {
      const end = (why: string) => {
        const error = new Error(`${url.host} ${why}`)
        asking.destroy(error)
        reject(error)
      }
      const chunks: Buffer[] = []
      let length = 0
      answer.on('error', reject)
      // RFC 7517 §5 gives no other way to say it: a redirect leads to a URL that nobody has configured.
      if (answer.statusCode !== 200) return end(`answered ${answer.statusCode}`)
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
        chunks.push(chunk)
        if (length > most) end(`sent more than ${most} bytes`)
      })
      answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      answer.on('close', () => reject(new Error(`${url.host} broke off`)))
    })
    asking.end()
  })
}
