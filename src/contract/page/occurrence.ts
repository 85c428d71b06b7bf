/** Says how often something may stand, in words. */

/** @param max  `Infinity` for any number */
export function occurrence(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) {
    if (min === 0) return 'any number'
    return min === 1 ? 'one or more' : `${min} or more`
  }
  if (min === max) return min === 1 ? 'required' : `exactly ${min}`
  if (min === 0) return max === 1 ? 'optional' : `up to ${max}`
  return `${min} to ${max}`
}
