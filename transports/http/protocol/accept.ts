/** Reads which media types a request prefers (RFC 9110 §12.5.1). */

/** Ranges of one field that are looked at. */
const MAX_RANGES = 64

interface Range {
  readonly type: string
  /** From 0, not acceptable, to 1. */
  readonly quality: number
}

/**
 * The offer that is preferred most. Of two that are preferred alike, the one that is named and not only let in
 * by `*` comes first, then the first of the offers.
 *
 * @returns undefined if none is acceptable, or there is no field
 */
export function preferred<Offer extends string>(
  accept: string | undefined,
  offers: readonly Offer[],
): Offer | undefined {
  const ranges = rangesOf(accept)
  const [best] = offers
    .map((offer) => ({ offer, ...bestFor(offer, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality || other.closeness - one.closeness)
  return best?.offer
}

/** True if a media type is acceptable by its own name: `*` names none. */
export function isNamed(accept: string | undefined, type: string): boolean {
  return (
    bestFor(
      type,
      rangesOf(accept).filter((range) => range.type === type),
    ).quality > 0
  )
}

function rangesOf(accept: string | undefined): readonly Range[] {
  return (accept ?? '').split(',', MAX_RANGES).map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weights = parameters.filter((parameter) => parameter.startsWith('q='))
    return { type, quality: weights[0] === undefined ? 1 : weightOf(weights[0].slice(2)) }
  })
}

/** RFC 9110 §12.4.2: a number from 0 to 1 with three digits; what is none of these prefers nothing. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0
}

/** RFC 9110 §12.5.1: "the most specific reference has precedence". */
function bestFor(
  type: string,
  ranges: readonly Range[],
): { readonly quality: number; readonly closeness: number } {
  const names = ['*/*', `${type.split('/')[0]}/*`, type]
  let best = { quality: 0, closeness: -1 }
  for (const { type: name, quality } of ranges) {
    const closeness = names.indexOf(name)
    if (closeness > best.closeness) best = { quality, closeness }
  }
  return best
}
