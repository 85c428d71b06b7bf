/** The covering arrays of the meeting, by what they cover, and what there is to say of each. */
import { Random } from '../random.js'
import { type Covering, covering, type Row } from './covering.js'
import { type Case, caseOf, FACTORS, NEVERS, pairsOf, SHORT, triplesOf } from './factors.js'

/** `short`: pairs of what needs no restart and no reload. `long`: all pairs. `triples`: of what matters most, too. */
export type ArrayName = 'short' | 'long' | 'triples'

/** The same for everybody, unless another is asked for. */
export const SEED = Number(process.env.MEETING_SEED ?? 25)

export interface CaseArray extends Covering {
  readonly name: ArrayName
  readonly cases: readonly Case[]
}

export function arrayOf(name: ArrayName, seed: number = SEED): CaseArray {
  const factors = name === 'short' ? SHORT : FACTORS
  const wanted = [...pairsOf(factors), ...(name === 'triples' ? triplesOf(factors) : [])]
  const made = covering(factors, NEVERS, wanted, new Random(seed))
  return { ...made, name, cases: made.rows.map(caseOf) }
}

/** What is printed: factors, values, what is covered and what is not, and why. */
export function summaryOf(
  array: CaseArray,
  seconds: number,
  seed: number = SEED,
): readonly string[] {
  const factors = Object.entries(array.name === 'short' ? SHORT : FACTORS)
  const reasons = new Map<string, CaseArray['leftOut'][number][]>()
  for (const one of array.leftOut) {
    reasons.set(one.because, [...(reasons.get(one.because) ?? []), one])
  }
  return [
    `seed ${seed}: MEETING_SEED takes another`,
    ...factors.map(([name, values]) => `${name}: ${values.join(', ')}`),
    `${factors.length} factors, ${factors.flatMap(([, values]) => values).length} values; ` +
      `${array.covered.length} combinations covered, ${array.leftOut.length} left out; ` +
      `${array.cases.length} cases, ${seconds.toFixed(1)} s`,
    ...NEVERS.filter(({ values }) => Object.keys(values).length > 1).map(
      ({ values, with: others, because }) =>
        `never ${shownValues({ ...values, ...others })}: ${because}`,
    ),
    ...[...reasons].flatMap(([because, some]) => [
      `left out ${some.length}: ${because}: ${some
        .slice(0, 4)
        .map(({ combination }) => shownRow(combination))
        .join('; ')}${some.length > 4 ? '; …' : ''}`,
    ]),
  ]
}

export function shownRow(row: Row): string {
  return Object.entries(row)
    .filter(([name, value]) => name !== 'attempt' || value !== 'honest')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

const shownValues = (values: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(values)
    .map(([name, some]) => `${name} ${some.join('|')}`)
    .join(', ')
