/** Character data of which the reader has taken a piece, and not the rest. */

export interface Rest {
  /** Offset just past it. */
  readonly end: number
  /** Offset just past its markup: that of `]]>`, in a CDATA section. */
  readonly after: number
  /** True if it may hold references: not in a CDATA section. */
  readonly references: boolean
}
