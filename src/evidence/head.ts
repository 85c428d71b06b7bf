/** The end of a chain as the queue's store has it: so it is found if lines are missing at the end. */
import { EvidenceUnavailable, type HeadStore } from '../security/evidence.js'
import { type Link, START } from './link.js'

export interface Head extends Link {
  /** Machine and folder that have the chain. */
  readonly location: string
}

export function headName(node: string, chain: string): string {
  return `evidence ${node} ${chain}`
}

/** @returns undefined for what is no head */
export function readHead(value: string | undefined): Head | undefined {
  const found = /^(\d{1,15}) ([0-9a-f]{64}) (.*)$/s.exec(value ?? '')
  if (!found) return undefined
  const [, number, hash = '', location = ''] = found
  return { number: Number(number), hash, location }
}

function written({ number, hash }: Link, location: string): string {
  return `${number} ${hash} ${location}`
}

/** Moves the head on; an answer that was lost is asked for. */
export class MovingHead {
  readonly #store: HeadStore
  readonly #name: string
  readonly #location: string
  /** What is there, as far as this process knows. */
  #there: string | undefined
  /** What may be there, since the answer to it was lost. */
  #tried: string | undefined

  /** @param there  what the store has now */
  constructor(store: HeadStore, name: string, location: string, there: string | undefined) {
    this.#store = store
    this.#name = name
    this.#location = location
    this.#there = there
  }

  /** True if the head is there. */
  holds(link: Link): boolean {
    return this.#tried === undefined && this.#there === written(link, this.#location)
  }

  /** @returns false if another process was faster */
  async claim(): Promise<boolean> {
    const value = written(START, this.#location)
    const claimed = await this.#store.keepHead(this.#name, undefined, value)
    if (claimed) this.#there = value
    return claimed
  }

  /** @throws EvidenceUnavailable */
  async move(link: Link): Promise<void> {
    try {
      await this.#move(written(link, this.#location))
    } catch (error) {
      if (error instanceof EvidenceUnavailable) throw error
      throw new EvidenceUnavailable('the head of the chain cannot be kept', { cause: error })
    }
  }

  async #move(value: string): Promise<void> {
    if (this.#tried !== undefined) {
      const there = await this.#store.head(this.#name)
      if (there !== this.#there && there !== this.#tried) throw taken(this.#name)
      this.#there = there
      this.#tried = undefined
    }
    if (this.#there === value) return
    this.#tried = value
    const moved = await this.#store.keepHead(this.#name, this.#there, value)
    this.#tried = undefined
    if (!moved) throw taken(this.#name)
    this.#there = value
  }
}

function taken(name: string): EvidenceUnavailable {
  return new EvidenceUnavailable(
    `${name} was moved by another process: nodes on one queue need folders of their own`,
  )
}
