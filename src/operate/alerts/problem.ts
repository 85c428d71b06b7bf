/** A problem that operators are notified of, and the notices that tell it. */

export type Kind = 'dead-letter' | 'breaker' | 'certificate' | 'store' | 'test'

/** Something that was seen. */
export interface Sighting {
  readonly kind: Kind
  /** What is the same problem has the same. */
  readonly key: string
  /** What is wrong, in a line. */
  readonly title: string
  /** What was seen, in a line. */
  readonly example: string
  /** Path of the console that shows it. */
  readonly page: string
}

/** What is told, once: a problem that has begun, goes on, or is over. */
export interface Notice {
  readonly kind: Kind
  readonly state: 'firing' | 'reminder' | 'resolved' | 'test'
  readonly title: string
  /** How often it was seen so far. */
  readonly count: number
  /** When it was seen first and last, in milliseconds since 1970. */
  readonly first: number
  readonly last: number
  readonly examples: readonly string[]
  readonly page: string
  /** Other problems of its kind that are told with it. */
  readonly more: number
}
