/** Destinations that operators have paused: nothing is sent to one, from any node of the queue, until it is resumed. */

export interface PausedDestination {
  /** Name of it in the configuration. */
  readonly destination: string
  /** Who has paused it, for people to read. */
  readonly by: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Messages that wait for a destination: those that are delayed, and those behind one of their lane that is. */
export interface WaitingMessages {
  readonly waiting: number
  /** When the oldest was accepted, in milliseconds since 1970; undefined if none waits. */
  readonly oldest: number | undefined
}

/** A job that an operator tries. */
export interface TriedJob {
  readonly id: string
  /** Attempts that had failed before. */
  readonly attempts: number
}

/**
 * Milliseconds after which a job whose destination is paused is looked at again, should the news of its end be lost: it
 * is woken when the destination is resumed.
 */
export const PAUSE_LOOK = 86_400_000

/** What this process has read last of the pauses in the store. */
export class Pauses {
  #all: ReadonlyMap<string, PausedDestination> = new Map()

  set(all: readonly PausedDestination[]): void {
    this.#all = new Map(all.map((one) => [one.destination, one]))
  }

  /** @param destination  undefined for a URL without a name, which cannot be paused */
  of(destination: string | undefined): PausedDestination | undefined {
    return destination === undefined ? undefined : this.#all.get(destination)
  }
}

/** A pause as it is stored beside the name of its destination. */
export function pauseText({ by, at }: PausedDestination): string {
  return JSON.stringify({ by, at })
}

/** One that cannot be read is a pause, too. */
export function readPause(destination: string, text: string): PausedDestination {
  const { by, at } = parsed(text)
  return {
    destination,
    by: typeof by === 'string' ? by : 'unknown',
    at: typeof at === 'number' ? at : 0,
  }
}

function parsed(text: string): { readonly by?: unknown; readonly at?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
