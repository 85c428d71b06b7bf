/** Callers that send without a pause and count: what was sent, acknowledged, answered, refused, lost. */
import { Agent } from 'node:http'
import { soap11 } from '../support/envelopes.js'
import { ask, type Heard, postSoap } from './ask.js'

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

/** What must have come about, and what must not have. */
export type Outcomes = Pick<
  Load,
  'tally' | 'acknowledged' | 'sent' | 'pending' | 'wrong' | 'failures'
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
  /** Ids of the records that the node has taken over: each must come about, once. */
  readonly acknowledged = new Set<string>()
  /** Ids of every record that was sent. */
  readonly sent = new Set<string>()
  /** Paths at which answers are to be picked up, with the text that the answer must have. */
  readonly pending = new Map<string, string>()
  /** Answers that must not have come, such as another status or content. */
  readonly wrong: string[] = []
  /** Codes of the connections that failed, and how often. */
  readonly failures = new Map<string, number>()
  readonly #prefix: string
  readonly #agent: Agent
  readonly #callers: readonly Promise<void>[]
  readonly #again: string[] = []
  #next = 0
  #url: string | undefined
  #over = false
  #changed: (() => void)[] = []
  #heard = 0

  /**
   * @param prefix  begins every id
   * @param callers  messages that are on their way at once
   */
  constructor(prefix: string, callers: number) {
    this.#prefix = prefix
    this.#agent = new Agent({ keepAlive: true, maxSockets: callers })
    this.#callers = Array.from({ length: callers }, () => this.#call())
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

  async #call(): Promise<void> {
    for (;;) {
      while (this.#url === undefined && !this.#over) await this.#change()
      const url = this.#url
      if (this.#over || url === undefined) return
      const number = this.#next++
      const again = number % 4 === 1 ? this.#again.shift() : undefined
      const id = again ?? `${this.#prefix}-${number}`
      if (number % 4 === 3) await this.#turn(url, id)
      else await this.#record(url, id)
      this.#wake()
    }
  }

  async #record(url: string, id: string): Promise<void> {
    this.sent.add(id)
    const heard = await this.#post(url, recordOf(id))
    if (heard?.status === 202) {
      this.acknowledged.add(id)
      this.tally.acknowledged += 1
      this.#heard += 1
      return
    }
    // As a sender does who has heard nothing: the same again.
    this.#again.push(id)
    if (heard) await this.#refused(heard, id)
  }

  async #turn(url: string, id: string): Promise<void> {
    const heard = await this.#post(url, turnOf(id))
    if (heard?.status === 200) {
      if (!isTurned(heard.body, id)) this.wrong.push(`${id}: ${heard.body}`)
      this.tally.replied += 1
      this.#heard += 1
    } else if (heard?.status === 202) {
      this.pending.set(String(heard.headers.location), id)
      this.tally.pending += 1
      this.#heard += 1
    } else if (heard) await this.#refused(heard, id)
  }

  async #refused({ status, headers, body }: Heard, id: string): Promise<void> {
    if (status !== 503 || !/^\d+$/.test(headers['retry-after'] ?? '')) {
      this.wrong.push(`${id}: ${status} ${JSON.stringify(headers)} ${body}`)
    }
    this.tally.refused += 1
    this.#wake()
    // So that refusals are not all that the machine is busy with.
    await pace()
  }

  async #post(url: string, body: string): Promise<Heard | undefined> {
    this.tally.sent += 1
    try {
      return await postSoap(url, soap11(body), { agent: this.#agent })
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException
      this.failures.set(code, (this.failures.get(code) ?? 0) + 1)
      this.tally.lost += 1
      await pace()
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
    for (const tell of this.#changed.splice(0)) tell()
  }
}

/** Milliseconds in which a load that is answered gets anywhere. */
const PATIENCE = 60_000

/** Milliseconds between the attempts of one caller whose messages are not taken. */
const PACE = 100

function pace(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PACE))
}

/** The text of a record goes with its id, so that a mix-up is seen. */
export function textOf(id: string): string {
  return `text of ${id}`
}

function recordOf(id: string): string {
  return `<l:Record xmlns:l="urn:example:ledger"><l:id>${id}</l:id><l:text>${textOf(id)}</l:text></l:Record>`
}

function turnOf(id: string): string {
  return `<q:Turn xmlns:q="urn:test:queued"><q:text>${id}</q:text></q:Turn>`
}

export function isTurned(body: string, id: string): boolean {
  return body.includes(`>${[...id].reverse().join('')}<`)
}

/** Comes for the answers that were not ready, until each is there. */
export async function pickUp(load: Outcomes, url: string, deadline: number): Promise<void> {
  const until = Date.now() + deadline
  for (const [path, id] of load.pending) {
    for (;;) {
      const heard = await ask(new URL(path, url).href)
      if (heard.status === 200 && isTurned(heard.body, id)) break
      if (heard.status !== 202 || Date.now() > until) {
        load.wrong.push(`${path}: ${heard.status} ${heard.body}`)
        break
      }
      await pace()
    }
  }
}
