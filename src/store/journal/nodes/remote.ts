/** Asks the admin API of another node what its journal knows: its own, and not what it would ask others for. */
import { EVENTS } from '../../../message/events/describe.js'
import type { Captured, JournalEntry, JournalPage, JournalQuery, JournalStats } from '../journal.js'
import { keyQueryText } from '../keys/query.js'

export interface OtherNode {
  /** For people. */
  readonly name: string
  /** Of its admin listener. */
  readonly url: string
  readonly token?: string | undefined
}

/** One page of a search. */
export interface PageRequest {
  readonly query: JournalQuery
  /** Entries at most. */
  readonly limit: number
  /** The `next` of the page before it; undefined for the first. */
  readonly after: string | undefined
}

export interface RemotePath {
  readonly path: readonly JournalEntry[]
  readonly envelopes: readonly Captured[]
  /** Envelopes that its operator of this token has no right to read. */
  readonly hidden: number
}

export interface RemotePage extends JournalPage {
  readonly stats?: JournalStats | undefined
}

/** Characters of an answer, and of a line of a stream. */
const MAX_LINE_LENGTH = 16 * 1024 ** 2
/** Entries that the API gives at once. */
const MAX_ENTRIES = 1_000

/** What a node of before does with a business key: it refuses the word, and answers all else. */
export class NoKeySearch extends Error {
  constructor() {
    super('it cannot be searched by business keys (400): it may be of an older version')
  }
}

/** @throws Error that says why it did not answer; NoKeySearch */
export async function searchAt(
  node: OtherNode,
  { query, limit, after }: PageRequest,
  signal: AbortSignal,
): Promise<RemotePage> {
  const most = String(Math.min(limit, MAX_ENTRIES))
  const parameters = { ...wordsOf(query), after, limit: most }
  const page = await pageOf(node, parameters, signal)
  const { entries = [], next, stats } = page
  return { entries: entries.filter(isEntry), next, stats }
}

async function pageOf(
  node: OtherNode,
  parameters: Words,
  signal: AbortSignal,
): Promise<Partial<RemotePage>> {
  try {
    return await answerOf(node, 'api/exchanges', parameters, signal)
  } catch (error) {
    throw parameters.key !== undefined && isRefused(error) ? new NoKeySearch() : error
  }
}

/** @throws Error that says why it did not answer */
export async function pathAt(
  node: OtherNode,
  id: string,
  signal: AbortSignal,
): Promise<RemotePath> {
  const route = `api/exchanges/${encodeURIComponent(id)}`
  const answer: Partial<RemotePath> = await answerOf(node, route, {}, signal)
  const { path = [], envelopes = [], hidden = 0 } = answer
  return { path: path.filter(isEntry), envelopes, hidden }
}

/** What it keeps from now on. @throws Error that says why it ended */
export async function* entriesAt(
  node: OtherNode,
  signal: AbortSignal,
  missed?: (entries: number) => void,
): AsyncGenerator<JournalEntry, void, undefined> {
  const response = await ask(node, 'api/events', {}, signal)
  let text = ''
  for await (const piece of decoded(response)) {
    const lines = (text + piece).split('\n')
    text = lines.pop() ?? ''
    if (text.length > MAX_LINE_LENGTH) throw new Error('a line of its stream is too long')
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue
      // A number says how many entries were left out.
      const entry: JournalEntry | number = JSON.parse(line.slice('data: '.length))
      if (typeof entry === 'number') missed?.(entry)
      else if (isEntry(entry)) yield entry
    }
  }
  throw new Error('its stream has ended')
}

type Words = Readonly<Record<string, string | undefined>>

/** A query as the API takes it. */
function wordsOf({ event, outcome, since, until, key, ...words }: JournalQuery): Words {
  const moment = (at: number | undefined) => (at === undefined ? at : new Date(at).toISOString())
  return {
    ...words,
    key: key && keyQueryText(key),
    event: event?.join(','),
    outcome: outcome?.join(','),
    since: moment(since),
    until: moment(until),
  }
}

async function answerOf<Answer>(
  node: OtherNode,
  path: string,
  words: Words,
  signal: AbortSignal,
): Promise<Answer> {
  const pieces: string[] = []
  let length = 0
  for await (const piece of decoded(await ask(node, path, words, signal))) {
    pieces.push(piece)
    length += piece.length
    if (length > MAX_LINE_LENGTH) throw new Error('its answer is too long')
  }
  const answer: Answer = JSON.parse(pieces.join(''))
  return answer
}

async function ask(
  { url, token }: OtherNode,
  path: string,
  words: Words,
  signal: AbortSignal,
): Promise<Response> {
  const target = new URL(path, url.endsWith('/') ? url : `${url}/`)
  for (const [name, word] of Object.entries({ ...words, own: 'true' })) {
    if (word !== undefined) target.searchParams.set(name, word)
  }
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(target, { headers, redirect: 'error', signal })
  if (response.ok) return response
  await response.body?.cancel()
  throw new RefusedByNode(response.status)
}

class RefusedByNode extends Error {
  readonly status: number

  constructor(status: number) {
    super(`it answered with ${status}${REASONS[status] ?? ''}`)
    this.status = status
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof RefusedByNode && error.status === 400
}

const REASONS: Readonly<Record<number, string>> = {
  400: ': it may be of another version',
  401: ': none of its operators has this token',
  404: ': its URL is not that of an admin listener',
  421: ': its admin.hosts does not have this name',
}

async function* decoded(response: Response): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) yield decoder.decode(chunk, { stream: true })
}

/** An entry that this version knows how to show. */
function isEntry(entry: JournalEntry | undefined): entry is JournalEntry {
  return (
    typeof entry?.key === 'string' &&
    typeof entry.node === 'string' &&
    Number.isSafeInteger(entry.at) &&
    typeof entry.event?.event === 'string' &&
    Object.hasOwn(EVENTS, entry.event.event)
  )
}
