/** A step of the path: its name, the values that it takes, and the one that it gives. */
import type { Steps } from '../../base/steps.js'
import type { OpenExchange } from '../exchange.js'
import type { GivenName, ValueName, Values } from './values.js'

/** What is made of values that are there. `undefined` is given by a step that only refuses. */
export interface Step<
  Name extends string,
  Takes extends ValueName,
  Gives extends GivenName | undefined,
  Parts,
> {
  readonly name: Name
  readonly takes: readonly Takes[]
  readonly gives: Gives
  /** Does it, at once or with a promise. Exactly one of `run` and `steps` is there. */
  readonly run?: Work<Pick<Values, Takes>, Parts, GivenBy<Gives> | Promise<GivenBy<Gives>>>
  /** Does it in steps that wait only where there is something to wait for; each has a span where spans are recorded. */
  readonly steps?: Work<Pick<Values, Takes>, Parts, Steps<GivenBy<Gives>>>
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

export type GivenBy<Gives extends GivenName | undefined> = Gives extends ValueName
  ? Values[Gives]
  : unknown

/** A step of which nothing is known but that it is one. */
export interface AnyStep {
  readonly name: string
  readonly takes: readonly ValueName[]
  readonly gives: GivenName | undefined
  readonly run?: Work<never, never, unknown>
  readonly steps?: Work<never, never, Steps<unknown>>
  readonly proves?: boolean
  readonly renews?: readonly AnyStep[]
}

/** Declares a step that is done at once, or with a promise. */
export function step<
  const Name extends string,
  const Takes extends ValueName,
  const Gives extends GivenName | undefined,
  Parts,
>(
  declared: Declared<Name, Takes, Gives> & {
    readonly run: Work<Pick<Values, Takes>, Parts, GivenBy<Gives> | Promise<GivenBy<Gives>>>
  },
): Step<Name, Takes, Gives, Parts> {
  return declared
}

/** Declares a step that is done in steps of its own. */
export function longStep<
  const Name extends string,
  const Takes extends ValueName,
  const Gives extends GivenName | undefined,
  Parts,
>(
  declared: Declared<Name, Takes, Gives> & {
    readonly steps: Work<Pick<Values, Takes>, Parts, Steps<GivenBy<Gives>>>
  },
): Step<Name, Takes, Gives, Parts> {
  return declared
}

type Declared<
  Name extends string,
  Takes extends ValueName,
  Gives extends GivenName | undefined,
> = Pick<Step<Name, Takes, Gives, never>, 'name' | 'takes' | 'gives' | 'proves'>
