/** Types of the values of trace.xsd, made by `waybill types`: make them anew when it changes. */

/** `xs:token`: at least this long: 1, at most this long: 100. */
export type Identifier = string

export type Trace = Identifier

export type Traced = Identifier
