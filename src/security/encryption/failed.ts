/** The one failure of all that a key, a ciphertext and what it holds can have wrong, so that none tells more. */
import { SecurityFailure } from '../failure.js'

/** XML Encryption 1.1 §6.7: "Error messages should be limited to a generic error message". */
export function failed(cause?: unknown): SecurityFailure {
  return new SecurityFailure('FailedCheck', 'what is encrypted cannot be decrypted', { cause })
}

/** For what can be seen without any key. */
export function malformed(why: string): SecurityFailure {
  return new SecurityFailure('InvalidSecurity', why)
}

export function unsupported(algorithm: string): SecurityFailure {
  const named = JSON.stringify(algorithm.slice(0, 100))
  return new SecurityFailure('UnsupportedAlgorithm', `${named} is not accepted for encryption`)
}
