/** Patterns of XSD (Part 2 appendix F): compiled to automata, so that a match takes time by the length of the text only. */

export interface Pattern {
  /** True if the whole text matches. */
  test(text: string): boolean
}

/**
 * @param sources  one of them must match: those of one step of derivation
 * @throws PatternError with a sentence if one is no pattern, or too large to compile
 */
export function compilePatterns(sources: readonly string[]): Pattern {
  throw new PatternError(`not built: ${sources}`)
}

export class PatternError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'PatternError'
  }
}
