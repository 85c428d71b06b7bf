/** Downloads one document over HTTP, within a size and a time. */

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
  readonly headers: Readonly<Record<string, string>>
}

const MOST_REDIRECTS = 5

/**
 * @throws Error if it cannot be downloaded; the message says why
 */
export async function download(
  asked: URL,
  { most, signal, headers }: DownloadOptions,
): Promise<Downloaded> {
  let url = asked
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await fetch(url, { signal, redirect: 'manual', headers })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) {
      if (!response.ok) {
        await response.body?.cancel()
        throw new Error(`the answer is ${response.status} ${response.statusText}`.trim())
      }
      return { url, bytes: await bytesOf(response, most) }
    }
    await response.body?.cancel()
    const next = new URL(location, url)
    // What a document names must not lead to other hosts by a detour.
    if (next.hostname !== url.hostname)
      throw new Error(`it is redirected to another host, ${next.host}`)
    url = next
  }
  throw new Error(`it is redirected more than ${MOST_REDIRECTS} times`)
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
