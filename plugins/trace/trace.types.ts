/** Types of the values of trace.xsd, made by `waybill types`: make them again when it changes. */

/** `xs:token`: at least this long: 1, at most this long: 100. */
export type Identifier = string

/** Asks every node on the way to log the identifier. */
export type Trace = Identifier

/** Tells that the identifier was logged. */
export type Traced = Identifier
