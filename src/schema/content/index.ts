/** Content models: compiled to deterministic automata with counters, and the rules about particles. */

export { checkParticle } from './check.js'
export { compileContent } from './compile.js'
export type { IsDerivedFrom } from './derived.js'
export type { ContentModel, Matching } from './model.js'
export { isEmptiable } from './ranges.js'
export { checkRestriction } from './restriction/index.js'
