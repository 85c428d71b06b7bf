/** Lengths of time and sizes as people write them, with their unit: `30s`, `5m`, `10MiB`. */

/** The units of one measure, the smallest first: each with how many of the measure it is. */
export interface Measure {
  readonly units: ReadonlyMap<string, number>
  /** What it is called in the sentence of an error. */
  readonly name: string
  readonly examples: string
}

/** In milliseconds. */
export const TIME: Measure = {
  units: new Map([
    ['ms', 1],
    ['s', 1000],
    ['m', 60_000],
    ['h', 3_600_000],
    ['d', 86_400_000],
  ]),
  name: 'a time with its unit',
  examples: '500ms, 30s, 5m, 2h or 7d',
}

/** In bytes. */
export const SIZE: Measure = {
  units: new Map([
    ['B', 1],
    ['KiB', 1024],
    ['MiB', 1024 ** 2],
    ['GiB', 1024 ** 3],
    ['TiB', 1024 ** 4],
    ['PiB', 1024 ** 5],
  ]),
  name: 'a size with its unit',
  examples: '512B, 64KiB, 10MiB or 1GiB',
}

/** Units that others write, which stand for the ones here only nearly or in other letters. */
const OTHER_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['k', 'KiB'],
  ['kb', 'KiB'],
  ['kib', 'KiB'],
  ['mb', 'MiB'],
  ['mib', 'MiB'],
  ['g', 'GiB'],
  ['gb', 'GiB'],
  ['gib', 'GiB'],
  ['tb', 'TiB'],
  ['bytes', 'B'],
  ['sec', 's'],
  ['second', 's'],
  ['seconds', 's'],
  ['min', 'm'],
  ['minute', 'm'],
  ['minutes', 'm'],
  ['hour', 'h'],
  ['hours', 'h'],
  ['day', 'd'],
  ['days', 'd'],
])

const QUANTITY = /^(0|[1-9][0-9]*)\s*([A-Za-z]*)$/

/** A pattern of JSON Schema for what `readQuantity` reads. */
export function patternOf({ units }: Measure): RegExp {
  return new RegExp(`^(0|(0|[1-9][0-9]*)(${[...units.keys()].join('|')}))$`)
}

/** @returns undefined for a text that is no quantity of the measure */
export function readQuantity(text: string, measure: Measure): number | undefined {
  if (!patternOf(measure).test(text)) return undefined
  const [, amount, unit = ''] = QUANTITY.exec(text) ?? []
  return Number(amount) * (measure.units.get(unit) ?? 1)
}

/** The shortest text that `readQuantity` reads as this: in the largest unit that leaves no fraction. */
export function quantityText(quantity: number, { units }: Measure): string {
  if (quantity === 0) return '0'
  const [unit, each] = [...units].findLast(([, one]) => quantity % one === 0) ?? ['', 1]
  return `${quantity / each}${unit}`
}

/** What to write in place of a number without unit, or of a unit that is not one of the measure. */
export function spellingOf(value: unknown, measure: Measure): string | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value > 0 ? quantityText(value, measure) : undefined
  }
  const [, amount, unit = ''] = typeof value === 'string' ? (QUANTITY.exec(value) ?? []) : []
  if (amount === undefined || amount.length > 15 || Number(amount) === 0) return undefined
  const spelled = measure.units.has(unit) ? unit : OTHER_SPELLINGS.get(unit.toLowerCase())
  if (unit === '') return quantityText(Number(amount), measure)
  return spelled !== undefined && measure.units.has(spelled) ? `${amount}${spelled}` : undefined
}

/** Such as `30s`; parts of a millisecond do not count. */
export const timeText = (milliseconds: number): string =>
  quantityText(Math.round(milliseconds), TIME)

/** Such as `10MiB`; @param bytes  a whole number of them */
export const sizeText = (bytes: number): string => quantityText(bytes, SIZE)

/**
 * Reads a length of time that somebody typed, such as `30s`.
 *
 * @param bounds  in milliseconds; 0 needs no unit
 * @returns milliseconds
 * @throws TypeError that says what to write
 */
export function readTime(
  text: string,
  bounds: { readonly least: number; readonly most: number },
): number {
  const milliseconds = text === '0' ? 0 : readQuantity(text, TIME)
  if (milliseconds !== undefined && milliseconds >= bounds.least && milliseconds <= bounds.most) {
    return milliseconds
  }
  // Whoever types a number alone means seconds.
  const meant = /^[0-9]+$/.test(text) ? `${text}s` : text
  const spelling = milliseconds === undefined ? spellingOf(meant, TIME) : undefined
  throw new TypeError(
    spelling === undefined
      ? `expected ${TIME.name} up to ${timeText(bounds.most)}, such as ${TIME.examples}`
      : `expected ${TIME.name}: write ${spelling}`,
  )
}
