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
  /** What the peer is told of it, besides what everybody is told. Default: nothing. */
  readonly told?: string
}

export class SecurityFailure extends Error {
  readonly code: SecurityCode
  readonly told: string | undefined

  /** @param why  for the log, never for the peer; it may name algorithms, certificates and ids */
  constructor(code: SecurityCode, why: string, { told, ...options }: FailureOptions = {}) {
    super(why, options)
    this.name = 'SecurityFailure'
    this.code = code
    this.told = told
  }
}
