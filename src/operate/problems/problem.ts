/** What a problem of a node is: one shape for the console, readiness, alerts, metrics and commands. */

/** Each has a section of its own in docs/incidents.md. */
export const PROBLEM_NAMES = [
  'not-started',
  'stopping',
  'not-listening',
  'queue-unavailable',
  'queue-full',
  'queue-paused',
  'jobs-not-run',
  'redis-in-doubt',
  'disk-full',
  'spool-failing',
  'journal-failing',
  'evidence-failing',
  'destination-down',
  'destination-paused',
  'dead-letters',
  'backlog',
  'certificate-expired',
  'certificate-expiring',
  'mailbox-not-read',
  'clock-changed',
  'event-loop-held',
  'memory-near-limit',
] as const

export type ProblemName = (typeof PROBLEM_NAMES)[number]

/** A problem as its source finds it; that it has begun or ended is for the list to notice. */
export interface FoundProblem {
  readonly name: ProblemName
  /** Whom or what it concerns, such as a destination, a mailbox, a cause; undefined for the node as a whole. */
  readonly subject?: string | undefined
  readonly severity: 'error' | 'warning'
  /** True if the node accepts no message because of it: readiness is 503. */
  readonly stopsAcceptance: boolean
  /** True if all nodes of the queue have it, so that one of them reports it. */
  readonly shared: boolean
  /** What is wrong, in a sentence for operators; text of peers in it is printable. */
  readonly summary: string
  /** What to do, in a sentence. */
  readonly remedy: string
  /** Milliseconds since 1970, where the source has the moment; otherwise the list takes when it was seen first. */
  readonly since?: number | undefined
  /** Messages that wait because of it. */
  readonly waiting?: number | undefined
  /** Milliseconds since the oldest of them was accepted. */
  readonly oldest?: number | undefined
  /** What was seen of it, a line each, such as some of the dead letters; a few at most. */
  readonly examples?: readonly string[] | undefined
  /** Path of the console that shows it, such as `#/dead`. */
  readonly page: string
}

export interface Problem extends FoundProblem {
  /** Milliseconds since 1970; a restart does not change it. */
  readonly since: number
  /** URI of the node that has it. */
  readonly node: string
}

/** Looks for the problems of one subject. */
export interface ProblemSource {
  /** For the log, where it fails. */
  readonly name: string
  /** Milliseconds between two looks, at most 10 seconds. */
  readonly every: number
  /** True if readiness asks it at each request, as one of its problems may stop acceptance: it answers soon. Default: false. */
  readonly acceptance?: boolean | undefined
  find(): Promise<readonly FoundProblem[]>
}
