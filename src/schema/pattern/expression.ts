/** What a pattern says, as a tree: characters, sequences, choices and repetitions. */
import { type CharacterSet, unionOf } from './character-set.js'

export type Expression =
  /** One character of a set; none if the set is empty. */
  | { readonly kind: 'characters'; readonly set: CharacterSet }
  /** One after the other; the empty text if there are none. */
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  /** At least two. */
  | { readonly kind: 'choice'; readonly branches: readonly Expression[] }
  | Repetition

export interface Repetition {
  readonly kind: 'repetition'
  readonly body: Expression
  readonly min: number
  /** `Infinity` if there is no limit. */
  readonly max: number
}

const EMPTY: Expression = { kind: 'sequence', parts: [] }

export function characters(set: CharacterSet): Expression {
  return { kind: 'characters', set }
}

export function sequence(parts: readonly Expression[]): Expression {
  const flat = parts.flatMap((part) => (part.kind === 'sequence' ? part.parts : [part]))
  const [only] = flat
  return only !== undefined && flat.length === 1 ? only : { kind: 'sequence', parts: flat }
}

export function choice(branches: readonly Expression[]): Expression {
  const sets: CharacterSet[] = []
  const others: Expression[] = []
  for (const branch of branches) {
    if (branch.kind === 'characters') sets.push(branch.set)
    else others.push(branch)
  }
  if (sets.length > 0) others.push(characters(unionOf(sets)))
  const [only] = others
  return only !== undefined && others.length === 1 ? only : { kind: 'choice', branches: others }
}

/** A body so many times; of a repetition without gaps in its counts, the counts are multiplied. */
export function repetition(body: Expression, min: number, max: number): Expression {
  if (max === 0 || (body.kind === 'sequence' && body.parts.length === 0)) return EMPTY
  if (min === 1 && max === 1) return body
  if (body.kind === 'repetition' && body.min <= 1) {
    return { ...body, min: body.min * min, max: body.max * max }
  }
  return { kind: 'repetition', body, min, max }
}
