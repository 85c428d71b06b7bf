/** How much work a graph of values may be, whatever a message claims. */

/** Places of arrays that a message leaves out by offsets and positions: each is a null in memory. */
export const MAX_OMITTED = 100_000

/** Dimensions of an array. */
export const MAX_DIMENSIONS = 32

/** References that lead on to other references before one reaches a value. */
export const MAX_HOPS = 100
