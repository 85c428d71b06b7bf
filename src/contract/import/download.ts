/** Downloads one document over HTTP from one origin, within a size and a time. */
import { type Credentials, plain, staysOn } from './origin.js'

export interface Downloaded {
  /** Where it was found, after redirects. */
  readonly url: URL
  readonly bytes: Uint8Array
}

export interface DownloadOptions {
  /** Bytes. */
  readonly most: number
  /** Ends it. */
  readonly signal: AbortSignal
  /** Go to their origin only. */
  readonly credentials: Credentials | undefined
}

const MAX_REDIRECTS = 5

/**
 * @throws Error if it cannot be downloaded; the message says why
 */
export async function download(
  from: URL,
  { most, signal, credentials }: DownloadOptions,
): Promise<Downloaded> {
  let url = from
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const login = credentials?.origin === url.origin ? credentials : undefined
    const response = await fetch(url, { signal, redirect: 'manual', headers: headersFor(login) })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) {
      if (!response.ok) {
        await response.body?.cancel()
        throw new Error(refusal(response, login ? undefined : credentials))
      }
      return { url, bytes: await bytesOf(response, most) }
    }
    await response.body?.cancel()
    url = redirected(location, url)
  }
  throw new Error(`it is redirected more than ${MAX_REDIRECTS} times`)
}

function headersFor(credentials: Credentials | undefined): Readonly<Record<string, string>> {
  const accept = 'text/xml, application/xml, application/wsdl+xml, */*'
  return credentials ? { accept, authorization: credentials.authorization } : { accept }
}

/** @param withheld  what this origin was not given */
function refusal({ status, statusText }: Response, withheld: Credentials | undefined): string {
  const sentence = `the answer is ${status} ${statusText}`.trim()
  return status === 401 && withheld
    ? `${sentence}, and user and password were given for ${withheld.origin}`
    : sentence
}

/** What a document names must not lead to other hosts by a detour, nor to other ports of the same one. */
function redirected(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new Error('it is redirected to what is no URL')
  const next = plain(new URL(location, from))
  if (staysOn(from, next)) return next
  const where = next.origin === 'null' ? next.protocol : next.origin
  throw new Error(`it is redirected to another origin, ${where}`)
}

async function bytesOf({ body }: Response, most: number): Promise<Uint8Array> {
  const portions: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the rest.
  for await (const portion of body ?? []) {
    size += portion.length
    if (size > most) throw new Error(`the documents have more than ${most} bytes`)
    portions.push(portion)
  }
  return Buffer.concat(portions)
}
