/** How deep values may nest that are written, whatever message they are for: what holds itself ends there. */

/** As deep as a message may nest (`limits.depth`). */
export const MAX_DEPTH = 1000

export const TOO_DEEP = `values may nest ${MAX_DEPTH} levels deep`
