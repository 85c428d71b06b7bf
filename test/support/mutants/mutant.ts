/** A node that is broken on purpose: one place of its code says something else, and one promise must notice. */
import { combinations, covering } from '../meeting/covering.js'
import { type Case, caseOf, FACTORS, NEVERS } from '../meeting/factors.js'
import type { PromiseName } from '../promises/index.js'
import { Random } from '../random.js'

export interface Mutant {
  /** What is broken, in words. */
  readonly name: string
  /** In the build, as `src/security/tied.js`. */
  readonly file: string
  /** Stands there exactly once. */
  readonly text: string
  readonly replacement: string
  /** The promise that is broken by it. */
  readonly promise: PromiseName
  /** The cases that matter: a case for each combination of these values that can be. */
  readonly where: { readonly [Name in keyof Case]?: readonly Case[Name][] }
}

/** Source of a module with a mutant in it. @throws Error for a text that is not there once: it would break nothing */
export function mutated(source: string, { file, text, replacement }: Mutant): string {
  const times = source.split(text).length - 1
  if (times !== 1) throw new Error(`${file} has ${times} times, and not once: ${text}`)
  return source.replace(text, () => replacement)
}

/** What is usual; whatever else matters for a mutant, it says. */
const USUAL = {
  attempt: ['honest'],
  repetition: ['none'],
  replays: ['once'],
  block: ['handled'],
  result: ['answer'],
  message: ['plain'],
  size: ['small'],
  reload: ['no'],
} as const

/** The same ones each time. */
export function casesFor({ where }: Mutant): readonly Case[] {
  const values = { ...USUAL, ...where }
  const wanted = combinations(values, Object.keys(values).length)
  return covering(FACTORS, NEVERS, wanted, new Random(1)).rows.map(caseOf)
}
