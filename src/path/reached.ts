/** The results of the steps so far, from which the answer or the fault is made. */
import type { Arrived } from './admit.js'
import type { FailedAt } from './failed-at.js'
import type { Processed } from './headers.js'
import type { Onward } from './onward.js'
import type { Route } from './route.js'
import type { Unproven } from './unproven.js'

/** The result of the last step that returned: each has what the one before it returned, and more. */
export type Reached = Arrived &
  Partial<Omit<Processed, keyof Arrived | 'route'>> &
  FailedAt &
  Unproven & {
    readonly route?: Pick<Route, 'role'> & { readonly onward?: Pick<Onward, 'name'> | undefined }
  }
