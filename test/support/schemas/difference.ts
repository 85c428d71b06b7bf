/** What schema engines say of the same schema or element, where they differ, and where that is known. */

export interface Judgement {
  readonly valid: boolean
  /** What is wrong, in words. */
  readonly why: string
}

export interface Difference {
  /** That of the schema. */
  readonly seed: number
  /** How the element was changed; undefined for a schema. */
  readonly change: string | undefined
  readonly schema: string
  /** undefined if they differ about the schema. */
  readonly document: string | undefined
  /** Ours, then those of libxmljs2 and libxml2-wasm. */
  readonly judgements: readonly Judgement[]
}

/** What was judged. */
export interface Totals {
  schemas: number
  /** Those that every engine accepts. */
  compiled: number
  elements: number
  valid: number
}
