/** Who asks the admin API, as the console gets it. */
import type { Right } from './rights.js'

/** GET /api/session. POST { token } or { user, password }: 204 and a cookie, or 401. DELETE ends it. */
export interface SessionView {
  /** How somebody can log in. */
  readonly logins: readonly ('token' | 'password')[]
  /** Undefined for who has not proven anything. */
  readonly who: string | undefined
  /** How that is known. */
  readonly by: 'address' | 'token' | 'password' | 'certificate' | undefined
  readonly may: Right | undefined
  /** True if it may do so with messages of some operations and destinations only. */
  readonly limited?: true | undefined
}
