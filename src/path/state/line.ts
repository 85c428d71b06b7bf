/** Lines of steps: none takes what no step before it gives, and a slice says what it takes from outside. */
import type { Timed } from '../parts/timed.js'
import type { AnyStep, Work } from './step.js'
import type { ValueName } from './values.js'

/** Steps one after the other. */
export interface Slice<Takes extends ValueName, Gives extends ValueName, Parts> {
  readonly steps: readonly AnyStep[]
  /** Values that it takes and does not give: they are there before, or are given from outside. */
  readonly takes: readonly Takes[]
  readonly gives: readonly Gives[]
  /** There in the types only: the parts of the node that its steps use. */
  readonly parts?: (parts: Parts) => void
}

type TakesOf<One extends AnyStep> = One['takes'][number]
type GivesOf<One extends AnyStep> = Exclude<One['gives'], undefined>

/** A step that takes what is not there yet. */
interface OutOfOrder<Name extends string, Missing extends ValueName> {
  readonly step: Name
  readonly takesWhatIsNotThere: Missing
}

type InOrder<Line extends readonly AnyStep[], Present extends ValueName> = Line extends readonly [
  infer First extends AnyStep,
  ...infer Rest extends readonly AnyStep[],
]
  ? TakesOf<First> extends Present
    ? readonly [First, ...InOrder<Rest, Present | GivesOf<First>>]
    : readonly [
        OutOfOrder<First['name'], Exclude<TakesOf<First>, Present>>,
        ...InOrder<Rest, Present | TakesOf<First> | GivesOf<First>>,
      ]
  : readonly []

/** The parts of the node that a slice uses. */
export type PartsFor<Of extends { readonly parts?: (parts: never) => void }> = Of extends {
  readonly parts?: (parts: infer Parts) => void
}
  ? Parts
  : never

/**
 * Declares a line.
 *
 * @param given  names of the values that are there before its first step
 */
export function line<Present extends ValueName, const Line extends readonly AnyStep[]>(
  _present: readonly Present[],
  steps: Line & InOrder<Line, Present>,
): Line {
  return steps
}

type From<Line extends readonly AnyStep[], Name extends string> = Line extends readonly [
  infer First extends AnyStep,
  ...infer Rest extends readonly AnyStep[],
]
  ? First['name'] extends Name
    ? Line
    : From<Rest, Name>
  : readonly []

type UpTo<
  Line extends readonly AnyStep[],
  Name extends string,
  Kept extends readonly AnyStep[] = readonly [],
> = Line extends readonly [infer First extends AnyStep, ...infer Rest extends readonly AnyStep[]]
  ? First['name'] extends Name
    ? readonly [...Kept, First]
    : UpTo<Rest, Name, readonly [...Kept, First]>
  : Kept

type Needed<
  Line extends readonly AnyStep[],
  Present extends ValueName = never,
> = Line extends readonly [infer First extends AnyStep, ...infer Rest extends readonly AnyStep[]]
  ? Exclude<TakesOf<First>, Present> | Needed<Rest, Present | GivesOf<First>>
  : never

type UsedBy<One extends AnyStep> =
  One['run'] extends Work<never, infer Parts, unknown> ? (parts: Parts) => void : never

/** What all of them use: an intersection, as each takes it as a parameter. */
type PartsOf<Line extends readonly AnyStep[]> = UsedByEach<Line>[number] extends (
  parts: infer All,
) => void
  ? All
  : never

type UsedByEach<Line extends readonly AnyStep[]> = {
  readonly [At in keyof Line]: UsedBy<Line[At]>
}

export type SliceOf<Line extends readonly AnyStep[]> = Slice<
  Needed<Line>,
  GivesOf<Line[number]>,
  PartsOf<Line>
>

/** The steps of a line from one to another, both included, by their names. */
export function slice<
  const Line extends readonly AnyStep[],
  const First extends Line[number]['name'],
  const Last extends Line[number]['name'],
>(steps: Line, first: First, last: Last): SliceOf<UpTo<From<Line, First>, Last>> {
  const named = (name: string) => steps.findIndex((one) => one.name === name)
  return sliceOf(steps.slice(named(first), named(last) + 1))
}

/** All of the steps of a line. */
export function whole<const Line extends readonly AnyStep[]>(steps: Line): SliceOf<Line> {
  return sliceOf(steps)
}

/** What the steps take and give follows from them; the types say the same. */
function sliceOf<Takes extends ValueName, Gives extends ValueName, Parts>(
  line: readonly AnyStep[],
): Slice<Takes, Gives, Parts> {
  const steps = line.map(alike)
  const gives = new Set<ValueName>()
  const takes = new Set<ValueName>()
  for (const one of steps) {
    for (const name of one.takes) if (!gives.has(name)) takes.add(name)
    if (one.gives !== undefined) gives.add(one.gives)
  }
  return { steps, takes: [...takes] as Takes[], gives: [...gives] as Gives[] }
}

/** With the same fields as all others, in the same order: each message reads those of some thirty steps. */
function alike({ name, takes, gives, run, timed, proves, renews }: AnyStep): AnyStep {
  return { name, takes, gives, run, timed, proves, renews: renews?.map(alike) }
}

/** The step, after which others are done again if it has given another document. */
export function renewing<const One extends AnyStep>(
  one: One,
  renews: readonly AnyStep[],
): One & { readonly renews: readonly AnyStep[] } {
  return { ...one, renews }
}

/** The same slice, in which long steps record how long they take. */
export function timedSlice<Takes extends ValueName, Gives extends ValueName, Parts>(
  timed: Timed,
  slice: Slice<Takes, Gives, Parts>,
): Slice<Takes, Gives, Parts> {
  const steps = slice.steps.map((one) =>
    one.timed ? { ...one, run: timed(one.name, one.run) } : one,
  )
  return { ...slice, steps }
}
