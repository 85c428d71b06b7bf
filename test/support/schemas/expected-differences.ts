/** Where schema engines differ from ours and are known to, each with the clause that decides and the reason. */
import type { Difference } from './difference.js'

interface ExpectedDifference {
  readonly of: 'schema' | 'element'
  readonly clause: string
  readonly why: string
  /** What ours says of what it refuses; undefined where ours accepts. */
  readonly ours?: RegExp | undefined
  /** What each of the others says of what they refuse. */
  readonly theirs?: RegExp | undefined
  /** What else must be so. Default: nothing. */
  readonly where?: (difference: Difference) => boolean
}

export const EXPECTED: readonly ExpectedDifference[] = [
  {
    of: 'schema',
    clause: 'rcase-*, cos-particle-restrict',
    why: 'libxml2 does not compare the content model of a restriction with that of its base',
    ours: /\((rcase-|cos-particle-restrict|range-ok|derivation-ok-restriction\.5)/,
  },
  {
    of: 'schema',
    clause: 'derivation-ok-restriction.2.1.3',
    why: 'libxml2 lets a restriction drop the fixed value of an attribute',
    ours: /\(derivation-ok-restriction\.2\.1\.3/,
  },
  {
    of: 'schema',
    clause: 'cos-element-consistent',
    why: 'libxml2 does not compare the types of elements of one name in a content model',
    ours: /\(cos-element-consistent/,
  },
  {
    of: 'schema',
    clause: 'cos-nonambig',
    why: 'libxml2 looks for no ambiguity in an all group, among abstract elements, and among those of one name and type',
    ours: /\(cos-nonambig/,
  },
  {
    of: 'schema',
    clause: 'st-props-correct.3',
    why: 'libxml2 does not give the finalDefault of the schema to types without a name',
    ours: /an anonymous type of \w+ is final: it cannot be restricted/,
  },
  {
    of: 'schema',
    clause: 'cos-all-limited.1.2',
    why: 'libxml2 refuses to extend a mixed type that has an all group by nothing; for us it stays as it is',
    theirs: /A type cannot be derived by extension from a type which has an 'all' model group/,
  },
  {
    of: 'element',
    clause: 'cvc-assess-elt.1.2',
    why: 'libxml2 does not take the type of the root from xsi:type where nothing declares the element',
    theirs: /No matching global declaration available for the validation root/,
  },
  {
    of: 'element',
    clause: 'cvc-identity-constraint.4.2.3',
    why: 'libxml2 lets the field of a key be an element that is declared nillable, as long as it is not nil',
    ours: /\[cvc-identity-constraint\.4\.2\.3\]/,
  },
  {
    of: 'element',
    clause: 'cvc-identity-constraint.3',
    why: 'libxml2 fails over a field that is nil, with a warning of its own',
    theirs: /No precomputed value available/,
  },
  {
    of: 'element',
    clause: 'cvc-datatype-valid.1, cvc-elt.5.2.2',
    why: 'libxml2 reads some types, such as dateTime, and compares with fixed values before it takes white space off',
    theirs: /'(\s[^']*|[^']*\s)' (is not a valid value of|does not match the fixed value)/,
  },
  {
    of: 'element',
    clause: 'cvc-datatype-valid.1, base64Binary',
    why: 'libxml2 skips what is no character of base64',
    ours: /Expected octets in base64/,
  },
  {
    of: 'element',
    clause: 'cvc-complex-type.2.4',
    why: 'libxml2 takes an abstract element that nothing can stand for as if it need not be there',
    ours: /\[cvc-complex-type\.2\.4\]/,
    where: ({ schema }) => schema.includes(' abstract="true"'),
  },
  {
    of: 'element',
    clause: 'cvc-complex-type.2.4',
    why: 'libxml2 loses count where a group that must be repeated has particles that may be',
    theirs: /This element is not expected|Missing child element/,
    where: ({ schema }) => /<xs:(choice|sequence) minOccurs="2"/.test(schema),
  },
  {
    of: 'element',
    clause: 'cvc-complex-type.2.4',
    why: 'libxml2 takes elements that may be behind the wildcard that repeats and stands behind them',
    ours: /expected any element of .*\[cvc-complex-type\.2\.4\]/,
    where: ({ schema }) => /<xs:any [^>]*(minOccurs="2"|maxOccurs="unbounded")/.test(schema),
  },
  {
    of: 'element',
    clause: 'cvc-elt.5.2.2.2.2',
    why: 'libxml2 compares a boolean with the fixed one as text, where 1 is true',
    theirs: /The actual value '(?:1|0)' does not match the fixed value constraint '(?:true|false)'/,
  },
  {
    of: 'element',
    clause: 'cvc-au',
    why: 'libxml2 gives up over an empty list that is the default of an attribute',
    theirs: /nternal error/,
    where: ({ schema }) => / default=""/.test(schema),
  },
  {
    of: 'element',
    clause: 'cvc-au',
    why: 'libxml2 takes an empty list for the fixed one',
    ours: /@\w+: Its value is fixed[^[]* \[cvc-au\]/,
  },
  {
    of: 'element',
    clause: 'cvc-attribute.3',
    why: 'libxml2 does not look at xsi:nil where a wildcard has let an element in that nobody declares',
    ours: /\/@nil: .*\[cvc-datatype-valid/,
  },
]

/**
 * The libxml2 of libxmljs2 is years older than that of libxml2-wasm: where these two differ from each other,
 * ours agrees with one of them.
 */
export function isExpected(difference: Difference): boolean {
  const { document, judgements } = difference
  const [ours, ...others] = judgements
  if (!ours || others.some(({ valid }) => valid === ours.valid)) return true
  const of = document === undefined ? 'schema' : 'element'
  return EXPECTED.some(
    (one) =>
      one.of === of &&
      (one.where?.(difference) ?? true) &&
      (ours.valid
        ? others.every(({ why }) => one.theirs?.test(why))
        : one.ours?.test(ours.why) === true),
  )
}
