/** Simple types: those that are built in, how others are made of them, and what texts are theirs. */
export { builtInType, builtInTypes } from './built-in.js'
export { isDerived } from './derived.js'
export { listOf } from './list.js'
export { restrict } from './restrict.js'
export type { FacetSource } from './step.js'
export { keyOf, mismatch, normalise } from './texts.js'
export type { Naming } from './type.js'
export { memberOf, unionOf } from './union.js'
