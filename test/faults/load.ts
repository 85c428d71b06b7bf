/** Callers that send without a pause and count: what was sent, acknowledged, answered, refused, lost. */
import { Agent } from 'node:http'
import { soap11 } from '../support/wire/envelopes.js'
import { ask, type Heard, postSoap } from './ask.js'
import { entryOf } from './effects-plugin.js'
import { now, pause } from './moments.js'

/** Messages of each kind, by what became of them. */
export interface Tally {
  sent: number
  /** One-way: 202. */
  acknowledged: number
  /** Request-response through the queue: 200 with the right content. */
  replied: number
  /** Request-response through the queue: 202, to come back for the answer. */
  pending: number
  /** 503 with Retry-After. */
  refused: number
  /** No answer came: the message may have been taken or not. */
  lost: number
}

/** A message that the node has taken over. */
export interface Taken {
  /** When its sender knew, by the clock of `now`. */
  readonly at: number
  /** The answer, byte for byte. */
  readonly answer?: string
}

/** What must have come about, and what must not have. */
export type Outcomes = Pick<
  Load,
  'tally' | 'acknowledged' | 'answered' | 'sent' | 'pending' | 'wrong' | 'failures'
>

export class Load {
  readonly tally: Tally = {
    sent: 0,
    acknowledged: 0,
    replied: 0,
    pending: 0,
    refused: 0,
    lost: 0,
  }
  /** Notes by id that the node has taken over: each must come about, once. */
  readonly acknowledged = new Map<string, Taken>()
  /** Questions by id that have their answer: each has come about, once. */
  readonly answered = new Map<string, Taken>()
  /** Ids of every message that was sent. */
  readonly sent = new Set<string>()
  /** Paths at which answers are to be picked up, with the id of the question. */
  readonly pending = new Map<string, string>()
  /** Answers that must not have come, such as another status or content. */
  readonly wrong: string[] = []
  /** Codes of the connections that failed, and how often. */
  readonly failures = new Map<string, number>()
  /** Hears of every answer: its status, and how long it took in milliseconds. */
  heard: (status: number, took: number, caller: number) => void = () => undefined
  readonly #prefix: string
  readonly padding: number
  readonly #agent: Agent
  readonly #callers: readonly Promise<void>[]
  /** Notes and questions that nobody has heard of. */
  readonly #again = { note: [] as string[], ask: [] as string[] }
  #next = 0
  #url: string | undefined
  #over = false
  #changed: (() => void)[] = []
  #heard = 0

  /**
   * @param prefix   begins every id
   * @param callers  messages that are on their way at once
   * @param padding  bytes that each message is longer than it would be
   */
  constructor(prefix: string, callers: number, padding = 0) {
    this.#prefix = prefix
    this.padding = padding
    this.#agent = new Agent({ keepAlive: true, maxSockets: callers })
    this.#callers = Array.from({ length: callers }, (_, caller) => this.#call(caller))
  }

  /** Sends to this URL from now on. */
  aim(url: string): void {
    this.#url = url
    this.#wake()
  }

  /** Sends nothing new; what is on its way stays so. */
  hold(): void {
    this.#url = undefined
  }

  /**
   * Resolves when so many more messages have been acknowledged or answered.
   *
   * @throws Error if they have not been in a minute
   */
  async progress(messages: number): Promise<void> {
    const goal = this.#heard + messages
    await this.#until(() => this.#heard >= goal)
  }

  /**
   * Waits until so many have been refused in all.
   *
   * @throws Error if they have not been in a minute
   */
  async refusals(messages: number): Promise<void> {
    await this.#until(() => this.tally.refused >= messages)
  }

  /** Sends nothing more; resolves when everything has its answer or will never have one. */
  async stop(): Promise<void> {
    this.#over = true
    this.#wake()
    await Promise.all(this.#callers)
    this.#agent.destroy()
  }

  async #call(caller: number): Promise<void> {
    for (;;) {
      while (this.#url === undefined && !this.#over) await this.#change()
      const url = this.#url
      if (this.#over || url === undefined) return
      // Some only ask: they wait for their answers, and the others go on.
      const kind = caller % 4 === 3 ? 'ask' : 'note'
      const number = this.#next++
      // As a sender does who has heard nothing: the same again, under the same key.
      const again = number % 2 === 1 ? this.#again[kind].shift() : undefined
      const id = again ?? `${this.#prefix}-${number}`
      if (kind === 'ask') await this.#ask(url, id, caller)
      else await this.#note(url, id, caller)
      this.#wake()
    }
  }

  async #note(url: string, id: string, caller: number): Promise<void> {
    const heard = await this.#post(url, 'Note', id, caller)
    if (heard?.status === 202) {
      this.acknowledged.set(id, { at: now() })
      this.tally.acknowledged += 1
      this.#heard += 1
      return
    }
    this.#again.note.push(id)
    if (heard) await this.#refused(heard, id)
  }

  async #ask(url: string, id: string, caller: number): Promise<void> {
    const heard = await this.#post(url, 'Ask', id, caller)
    if (heard?.status === 200) {
      this.answered.set(id, { at: now(), answer: heard.body })
      if (!isAnswer(heard.body, id)) this.wrong.push(`${id}: ${heard.body}`)
      this.tally.replied += 1
      this.#heard += 1
    } else if (heard && isAccepted(heard)) {
      this.pending.set(String(heard.headers.location), id)
      this.tally.pending += 1
      this.#heard += 1
    } else {
      this.#again.ask.push(id)
      if (heard) await this.#refused(heard, id)
    }
  }

  async #refused({ status, headers, body }: Heard, id: string): Promise<void> {
    if (status !== 503 || !/^\d+$/.test(headers['retry-after'] ?? '')) {
      this.wrong.push(`${id}: ${status} ${JSON.stringify(headers)} ${body}`)
    }
    this.tally.refused += 1
    this.#wake()
    // So that refusals are not all that the machine is busy with.
    await pause(PACE)
  }

  async #post(
    url: string,
    operation: string,
    id: string,
    caller: number,
  ): Promise<Heard | undefined> {
    this.tally.sent += 1
    this.sent.add(id)
    const from = now()
    try {
      const heard = await send(url, operation, id, { padding: this.padding, agent: this.#agent })
      this.heard(heard.status, now() - from, caller)
      return heard
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException
      this.failures.set(code, (this.failures.get(code) ?? 0) + 1)
      this.tally.lost += 1
      await pause(PACE)
      return undefined
    }
  }

  async #until(reached: () => boolean): Promise<void> {
    let late = false
    const timer = setTimeout(() => {
      late = true
      this.#wake()
    }, PATIENCE)
    while (!reached() && !late) await this.#change()
    clearTimeout(timer)
    if (!late) return
    const failures = JSON.stringify(Object.fromEntries(this.failures))
    throw new Error(`no progress: ${JSON.stringify(this.tally)}, failures ${failures}`)
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#changed.push(resolve))
  }

  #wake(): void {
    for (const resolve of this.#changed.splice(0)) resolve()
  }
}

/** Milliseconds in which a load that is answered gets anywhere. */
const PATIENCE = 60_000

/** Milliseconds between the attempts of one caller whose messages are not taken. */
const PACE = 100

/** Sends a message under its id as its key: the same id is the same message. */
export function send(
  url: string,
  operation: string,
  id: string,
  { padding = 0, agent }: { readonly padding?: number; readonly agent?: Agent } = {},
): Promise<Heard> {
  return postSoap(url, soap11(entryOf(operation, id, padding)), {
    headers: { 'Idempotency-Key': `"${id}"` },
    ...(agent && { agent }),
  })
}

/** Does something for each of many, so many at once. */
export async function each<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const all = items[Symbol.iterator]()
  const one = async () => {
    for (let next = all.next(); !next.done; next = all.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** True where the message is durable and its answer is fetched later: 202, or the fault that says so to who has waited. */
export function isAccepted({ status, body }: Pick<Heard, 'status' | 'body'>): boolean {
  return status === 202 || (status === 500 && body.includes('<waybill:Accepted '))
}

/** The text of a record goes with its id, so that a mix-up is seen. */
export function payloadOf(id: string): string {
  return `text of ${id}`
}

/** True for an answer that is of this question. */
export function isAnswer(body: string, id: string): boolean {
  return new RegExp(`<([a-z]\\w*:)?id[^>]*>${id}</`).test(body)
}

/** Comes for the answers that were not ready, until each is there. */
export async function pickUp(load: Outcomes, url: string, deadline: number): Promise<void> {
  const until = Date.now() + deadline
  for (const [path, id] of load.pending) {
    for (;;) {
      const heard = await ask(new URL(path, url).href)
      if (heard.status === 200 && isAnswer(heard.body, id)) break
      if (heard.status !== 202 || Date.now() > until) {
        load.wrong.push(`${path}: ${heard.status} ${heard.body}`)
        break
      }
      await pause(PACE)
    }
  }
}
