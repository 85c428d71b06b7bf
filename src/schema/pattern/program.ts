/** Patterns as programs of a nondeterministic automaton: few kinds of instructions, by number. */
import type { CharacterSet } from './character-set.js'
import type { Expression, Repetition } from './expression.js'
import { PatternError } from './pattern-error.js'

/** The kind of the one instruction that ends a match, and its number. */
export const ACCEPT = 0
/** Takes a character of `set`, and goes on at `next`. */
export const TAKE = 1
/** Goes on at `next`, and at `other`. */
export const FORK = 2
/** Takes `min` to `max` characters of `set`, and goes on at `next`. */
export const COUNT = 3

export interface Instruction {
  readonly kind: typeof ACCEPT | typeof TAKE | typeof FORK | typeof COUNT
  readonly next: number
  readonly other: number
  /** Index in `sets`. */
  readonly set: number
  readonly min: number
  readonly max: number
}

export interface Program {
  /** `ACCEPT` is the first. */
  readonly instructions: readonly Instruction[]
  /** Each once. */
  readonly sets: readonly CharacterSet[]
  readonly start: number
  /** True if there is a `COUNT`. */
  readonly counts: boolean
}

/** Instructions of a program, whose numbers have 16 bits in keys of states; a pattern of people has some dozens. */
const MAX_INSTRUCTIONS = 60_000

/** A repetition of one character that is no longer than this is written as so many instructions; a longer one is counted. */
const WRITTEN = 256
/** The same for a program that would be large. */
const WRITTEN_IN_LARGE = 4
const LARGE = 2_000

/** @throws PatternError if it is too large */
export function programOf(expression: Expression): Program {
  const written = sizeOf(expression, WRITTEN) > LARGE ? WRITTEN_IN_LARGE : WRITTEN
  if (sizeOf(expression, written) > MAX_INSTRUCTIONS) {
    throw new PatternError(
      `a pattern is too large: with its repetitions written out, it has more than ${MAX_INSTRUCTIONS} parts`,
    )
  }
  const writer = new Writer(written)
  const start = writer.write(expression, writer.add({ ...BLANK, kind: ACCEPT }))
  const { instructions, sets } = writer
  return { instructions, sets, start, counts: instructions.some(({ kind }) => kind === COUNT) }
}

/** How many instructions an expression needs. */
function sizeOf(expression: Expression, written: number): number {
  switch (expression.kind) {
    case 'characters':
      return 1
    case 'sequence':
      return expression.parts.reduce((size, part) => size + sizeOf(part, written), 0)
    case 'choice':
      return expression.branches.reduce((size, branch) => size + sizeOf(branch, written) + 1, -1)
    case 'repetition': {
      if (isCounted(expression, written)) return 1
      const { body, min, max } = expression
      const size = sizeOf(body, written)
      return max === Number.POSITIVE_INFINITY
        ? (min + 1) * size + 1
        : min * size + (max - min) * (size + 1)
    }
  }
}

function isCounted(repetition: Repetition, written: number): boolean {
  return repetition.body.kind === 'characters' && longestOf(repetition) > written
}

/** How often its body is written, without a loop at the end. */
function longestOf({ min, max }: Repetition): number {
  return max === Number.POSITIVE_INFINITY ? min : max
}

const BLANK: Omit<Instruction, 'kind'> = { next: -1, other: -1, set: -1, min: 0, max: 0 }

/** Writes from the end to the beginning, so that what follows is known. */
class Writer {
  readonly instructions: Instruction[] = []
  readonly sets: CharacterSet[] = []
  readonly #setIndex = new Map<string, number>()
  readonly #written: number

  constructor(written: number) {
    this.#written = written
  }

  add(instruction: Instruction): number {
    return this.instructions.push(instruction) - 1
  }

  /** @returns where the expression begins that goes on at `next` */
  write(expression: Expression, next: number): number {
    switch (expression.kind) {
      case 'characters':
        return this.add({ ...BLANK, kind: TAKE, set: this.#indexOf(expression.set), next })
      case 'sequence':
        return expression.parts.reduceRight((after, part) => this.write(part, after), next)
      case 'choice':
        return expression.branches
          .map((branch) => this.write(branch, next))
          .reduceRight((other, branch) => this.#fork(branch, other))
      case 'repetition':
        return this.#writeRepetition(expression, next)
    }
  }

  #writeRepetition(repetition: Repetition, next: number): number {
    const { body, min, max } = repetition
    if (body.kind === 'characters' && isCounted(repetition, this.#written)) {
      return this.add({ ...BLANK, kind: COUNT, set: this.#indexOf(body.set), min, max, next })
    }
    let at = max === Number.POSITIVE_INFINITY ? this.#writeLoop(body, next) : next
    for (let count = min; count < longestOf(repetition); count += 1) {
      at = this.#fork(this.write(body, at), next)
    }
    for (let count = 0; count < min; count += 1) at = this.write(body, at)
    return at
  }

  #writeLoop(body: Expression, next: number): number {
    const loop = this.#fork(next, next)
    this.instructions[loop] = { ...BLANK, kind: FORK, next: this.write(body, loop), other: next }
    return loop
  }

  #fork(next: number, other: number): number {
    return this.add({ ...BLANK, kind: FORK, next, other })
  }

  #indexOf(set: CharacterSet): number {
    const key = set.join()
    const existing = this.#setIndex.get(key)
    if (existing !== undefined) return existing
    this.#setIndex.set(key, this.sets.length)
    return this.sets.push(set) - 1
  }
}
