/** Makes a covering array: rows of values in which every wanted combination that can occur does occur. */
import type { Random } from '../random.js'

export type Factors = Readonly<Record<string, readonly string[]>>
/** A value of each factor; of some of them in a combination. */
export type Row = Readonly<Record<string, string>>

/** Values that never meet. */
export interface Never {
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly with: Readonly<Record<string, readonly string[]>>
  /** In words. */
  readonly because: string
}

export interface Covering {
  readonly rows: readonly Row[]
  /** Combinations that occur. */
  readonly covered: readonly Row[]
  /** Those that cannot, each with the reason. */
  readonly leftOut: readonly { readonly combination: Row; readonly because: string }[]
}

/** @returns why a row cannot be, as far as it is known; undefined if nothing speaks against it */
export function against(row: Row, nevers: readonly Never[]): string | undefined {
  const has = (values: Never['values']) =>
    Object.entries(values).every(([factor, some]) => some.includes(row[factor] ?? ''))
  return nevers.find((never) => has(never.values) && has(never.with))?.because
}

/** Every combination of values of so many factors, each beside what is given. */
export function combinations(factors: Factors, size: number, options: Row = {}): readonly Row[] {
  const names = Object.keys(factors).filter((name) => !(name in options))
  const chosen = (from: number, left: number): readonly Row[] =>
    left === 0
      ? [options]
      : names
          .slice(from)
          .flatMap((name, at) =>
            chosen(from + at + 1, left - 1).flatMap((rest) =>
              (factors[name] ?? []).map((value) => ({ ...rest, [name]: value })),
            ),
          )
  return chosen(0, size)
}

/**
 * Greedy: each row begins with a combination that is still missing, and takes of each further factor the value that
 * covers most of those that are.
 */
export function covering(
  factors: Factors,
  nevers: readonly Never[],
  wanted: readonly Row[],
  random: Random,
): Covering {
  const completed = (row: Row, missing: ReadonlySet<Row>): Row | undefined => {
    if (against(row, nevers) !== undefined) return undefined
    const open = Object.keys(factors).filter((name) => !(name in row))
    const name = open.length === 0 ? undefined : random.pick(open)
    if (name === undefined) return row
    const tried = shuffled(factors[name] ?? [], random).map((value) => {
      const next = { ...row, [name]: value }
      return { next, worth: worthOf(next, name, missing) }
    })
    for (const { next } of tried.toSorted((one, two) => two.worth - one.worth)) {
      const whole = completed(next, missing)
      if (whole) return whole
    }
    return undefined
  }
  const leftOut: Covering['leftOut'][number][] = []
  const missing = new Set<Row>()
  for (const combination of wanted) {
    const because = against(combination, nevers)
    if (because !== undefined) leftOut.push({ combination, because })
    else if (completed(combination, new Set())) missing.add(combination)
    else leftOut.push({ combination, because: 'no value of a third factor goes with both' })
  }
  const covered = [...missing]
  const rows: Row[] = []
  while (missing.size > 0) {
    const row = completed(random.pick([...missing]), missing)
    if (!row) throw new Error('what can be completed once can be completed again')
    rows.push(row)
    for (const combination of missing) if (holds(row, combination)) missing.delete(combination)
  }
  return { rows, covered, leftOut }
}

/** True if a row has all values of a combination. */
export function holds(row: Row, combination: Row): boolean {
  for (const name in combination) if (row[name] !== combination[name]) return false
  return true
}

/** Missing combinations with the new value that the row has, or may still come to have. */
function worthOf(row: Row, name: string, missing: ReadonlySet<Row>): number {
  let worth = 0
  for (const combination of missing) {
    if (combination[name] !== row[name]) continue
    let [met, open] = [0, 0]
    for (const other in combination) {
      if (row[other] === combination[other]) met += 1
      else if (other in row) open = Number.NaN
      else open += 1
    }
    if (Number.isNaN(open)) continue
    worth += open === 0 ? 100 : met
  }
  return worth
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((one, two) => one.at - two.at)
    .map(({ item }) => item)
}
