/** The bounds of the watch over the event loop, which are the same for every node. */

export interface LoopBounds {
  /** Milliseconds between two heartbeats of the event loop. */
  readonly beat: number
  /** Milliseconds without a heartbeat from which on the loop is held, and what holds it is looked for. */
  readonly held: number
  /** Milliseconds for which JavaScript is interrupted at most, to answer where it is. */
  readonly answer: number
  /** Milliseconds without an answer after which the log says that the loop is held, but not by what. */
  readonly unnamed: number
  /** Milliseconds after which a loop that is still held is looked at again. */
  readonly again: number
  /** Milliseconds for which a loop that was held is a problem afterwards. */
  readonly shown: number
  /** Milliseconds from which on it is an error, and no warning. */
  readonly severe: number
}

export const LOOP_BOUNDS: LoopBounds = Object.freeze({
  // Two threads wake up so often: that is what a node at rest pays.
  beat: 500,
  // Long beyond any slice of work of the node, and before anybody who waits gives up.
  held: 1_000,
  answer: 100,
  // JavaScript answers within some milliseconds, on a busy machine within a second.
  unnamed: 1_000,
  again: 30_000,
  // Long enough to be seen by who looks every few minutes.
  shown: 600_000,
  // Probes and leases of jobs fail from here on.
  severe: 10_000,
})
