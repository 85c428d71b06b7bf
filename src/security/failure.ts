/** Thrown where security blocks, or what they protect, are not as they must be; a stranger is told little of it. */

/** Codes of WS-Security 1.1 §12, by their local names. */
export type SecurityCode =
  | 'UnsupportedSecurityToken'
  | 'UnsupportedAlgorithm'
  | 'InvalidSecurity'
  | 'InvalidSecurityToken'
  | 'FailedAuthentication'
  | 'FailedCheck'
  | 'SecurityTokenUnavailable'
  | 'MessageExpired'

interface FailureOptions extends ErrorOptions {
  /** What the peer learns about it, besides what everybody is told. Default: nothing. */
  readonly detail?: string
}

export class SecurityFailure extends Error {
  readonly code: SecurityCode
  readonly detail: string | undefined

  /** @param why  for the log, never for the peer; it may name algorithms, certificates and ids */
  constructor(code: SecurityCode, why: string, { detail, ...options }: FailureOptions = {}) {
    super(why, options)
    this.name = 'SecurityFailure'
    this.code = code
    this.detail = detail
  }
}
