/** What the steps have learnt of a message so far: its answer, or its fault, is made from that. */
import type { Arrived } from './admit.js'
import type { Processed } from './headers.js'
import type { Route } from './route.js'

/** The result of the last step that was reached: each has what the one before it gave, and more. */
export type Reached = Arrived &
  Partial<Omit<Processed, keyof Arrived | 'route'>> & { readonly route?: Pick<Route, 'role'> }

/** Keeps a step's result as the last one, and hands it on. */
export type Note = <Result extends Reached>(result: Result) => Result
