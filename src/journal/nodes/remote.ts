/** Asks the admin API of another node what its journal knows. */
import { EVENTS } from '../../observer/describe.js'
import type { Captured, JournalEntry } from '../journal.js'

export interface OtherNode {
  /** For people. */
  readonly name: string
  /** Of its admin listener. */
  readonly url: string
  readonly token?: string | undefined
}

export interface Told {
  readonly path: readonly JournalEntry[]
  readonly envelopes: readonly Captured[]
}

/** Milliseconds that an answer may take. */
const DEADLINE = 10_000
/** Characters of an answer, and of a line of a stream. */
const MOST = 64 * 1024 ** 2

/** @throws Error that says why it did not answer */
export async function pathAt(node: OtherNode, id: string): Promise<Told> {
  const response = await ask(node, `api/exchanges/${encodeURIComponent(id)}`, DEADLINE)
  let text = ''
  for await (const piece of textOf(response)) {
    text += piece
    if (text.length > MOST) throw new Error('its answer is too long')
  }
  const { path, envelopes }: Partial<Told> = JSON.parse(text)
  return { path: (path ?? []).filter(isEntry), envelopes: envelopes ?? [] }
}

/** What it keeps from now on. @throws Error that says why it ended */
export async function* entriesAt(
  node: OtherNode,
  signal: AbortSignal,
): AsyncGenerator<JournalEntry, void, undefined> {
  const response = await ask(node, 'api/events', undefined, signal)
  let text = ''
  for await (const piece of textOf(response)) {
    const lines = (text + piece).split('\n')
    text = lines.pop() ?? ''
    if (text.length > MOST) throw new Error('a line of its stream is too long')
    for (const line of lines) {
      // What begins with a brace is an entry; a number says how many were left out.
      if (!line.startsWith('data: {')) continue
      const entry: JournalEntry = JSON.parse(line.slice('data: '.length))
      if (isEntry(entry)) yield entry
    }
  }
  throw new Error('its stream has ended')
}

async function ask(
  { url, token }: OtherNode,
  path: string,
  deadline: number | undefined,
  signal?: AbortSignal,
): Promise<Response> {
  const base = url.endsWith('/') ? url : `${url}/`
  const ends = deadline === undefined ? signal : AbortSignal.timeout(deadline)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(new URL(path, base), {
    headers,
    redirect: 'error',
    ...(ends && { signal: ends }),
  })
  if (!response.ok) throw new Error(`it answered with ${response.status}`)
  return response
}

async function* textOf(response: Response): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) yield decoder.decode(chunk, { stream: true })
}

/** An entry that this version knows how to show. */
function isEntry(entry: JournalEntry | undefined): entry is JournalEntry {
  return typeof entry?.event?.event === 'string' && Object.hasOwn(EVENTS, entry.event.event)
}
