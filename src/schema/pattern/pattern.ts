/** Patterns of XSD (Part 2 appendix F): compiled to automata, so that a match takes time by the length of the text only. */
import { Automaton } from './automaton.js'
import { choice } from './expression.js'
import { parsePattern } from './parse.js'
import { programOf } from './program.js'
import { runsOf } from './runs.js'
import { Simulation } from './simulation.js'

export { PatternError } from './pattern-error.js'

export interface Pattern {
  /** True if the whole text matches. */
  test(text: string): boolean
}

/**
 * @param sources  one of them must match: those of one step of derivation
 * @throws PatternError with a sentence if one is no pattern, or too large to compile
 */
export function compilePatterns(sources: readonly string[]): Pattern {
  const expression = choice(sources.map(parsePattern))
  const runs = runsOf(expression)
  if (runs !== undefined) return runs
  const program = programOf(expression)
  return program.counts ? new Simulation(program) : new Automaton(program)
}
