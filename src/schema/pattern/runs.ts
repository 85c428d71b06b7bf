/** Matches patterns that are runs of characters one after another, each as long as it can be: the most common ones. */
import { type CharacterSet, includes, overlap } from './character-set.js'
import type { Expression } from './expression.js'

/** So many characters of a set, as many as there are. */
interface Run {
  readonly set: CharacterSet
  /** 1 for each ASCII character of the set. */
  readonly ascii: Uint8Array
  readonly min: number
  readonly max: number
}

export class Runs {
  readonly #runs: readonly Run[]

  constructor(runs: readonly Run[]) {
    this.#runs = runs
  }

  test(text: string): boolean {
    let at = 0
    for (const { set, ascii, min, max } of this.#runs) {
      let count = 0
      while (count < max && at < text.length) {
        const code = text.charCodeAt(at)
        if (code < 128) {
          if (ascii[code] === 0) break
        } else {
          const character = text.codePointAt(at) ?? 0
          if (!includes(set, character)) break
          if (character > 0xffff) at += 1
        }
        at += 1
        count += 1
      }
      if (count < min) return false
    }
    return at === text.length
  }
}

/** A pattern as runs; undefined if it is more than that, or if a run must sometimes end before it has to. */
export function runsOf(expression: Expression): Runs | undefined {
  const parts = expression.kind === 'sequence' ? expression.parts : [expression]
  const runs = parts.map(runOf).filter((run) => run !== undefined)
  return runs.length === parts.length && runs.every(endsByItself) ? new Runs(runs) : undefined
}

function runOf(part: Expression): Run | undefined {
  const [body, min, max] =
    part.kind === 'repetition' ? [part.body, part.min, part.max] : [part, 1, 1]
  if (body.kind !== 'characters') return undefined
  const { set } = body
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => (includes(set, code) ? 1 : 0))
  return { set, ascii, min, max }
}

/** True if what a run leaves is never needed by those after it, which begin with other characters. */
function endsByItself({ set, min, max }: Run, index: number, runs: readonly Run[]): boolean {
  if (min === max) return true
  for (const next of runs.slice(index + 1)) {
    if (overlap(set, next.set)) return false
    if (next.min > 0) return true
  }
  return true
}
