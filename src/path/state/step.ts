/** A step of the path: its name, the values that it takes, and the one that it gives. */
import type { Pending } from '../../base/steps.js'
import type { OpenExchange } from '../exchange.js'
import type { ProducedName, ValueName, Values } from './values.js'

/** What is made of values that are there. `undefined` is given by a step that only refuses. */
export interface Step<
  Name extends string,
  Takes extends ValueName,
  Gives extends ProducedName | undefined,
  Parts,
> {
  readonly name: Name
  readonly takes: readonly Takes[]
  readonly gives: Gives
  /** Does it: at once, or with a promise where there is something to wait for. */
  readonly run: Work<Pick<Values, Takes>, Parts, Pending<ProducedBy<Gives>>>
  /** True for one that can take long: it has a span where spans are recorded. */
  readonly timed?: boolean
  /** True for a step that finds out who has proven what: while it does not hold, nothing is proven. */
  readonly proves?: boolean
  /** What is done again with another document, if it gives one. */
  readonly renews?: readonly AnyStep[]
}

export type Work<Taken, Parts, Result> = (
  values: Taken,
  exchange: OpenExchange,
  parts: Parts,
) => Result

export type ProducedBy<Gives extends ProducedName | undefined> = Gives extends ValueName
  ? Values[Gives]
  : unknown

/** A step of which nothing is known but that it is one. */
export interface AnyStep {
  readonly name: string
  readonly takes: readonly ValueName[]
  readonly gives: ProducedName | undefined
  readonly run: Work<never, never, unknown>
  readonly timed?: boolean | undefined
  readonly proves?: boolean | undefined
  readonly renews?: readonly AnyStep[] | undefined
}

/** Declares a step. */
export function step<
  const Name extends string,
  const Takes extends ValueName,
  const Gives extends ProducedName | undefined,
  Parts,
>(declared: Declared<Name, Takes, Gives, Parts>): Step<Name, Takes, Gives, Parts> {
  return declared
}

/** Declares a step that can take long. */
export function longStep<
  const Name extends string,
  const Takes extends ValueName,
  const Gives extends ProducedName | undefined,
  Parts,
>(declared: Declared<Name, Takes, Gives, Parts>): Step<Name, Takes, Gives, Parts> {
  return { ...declared, timed: true }
}

type Declared<
  Name extends string,
  Takes extends ValueName,
  Gives extends ProducedName | undefined,
  Parts,
> = Pick<Step<Name, Takes, Gives, Parts>, 'name' | 'takes' | 'gives' | 'run' | 'proves'>
