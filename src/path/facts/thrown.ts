/** Turns what a plugin threw, which may be anything, into an error that the node can handle. */
import { asFault, type SoapFault } from '../../soap/fault.js'

/**
 * @returns a fault of this copy of the package; an error as it came; or, for anything else, an error
 *   that says what it was
 */
export function readable(thrown: unknown): SoapFault | Error {
  try {
    const error = asFault(thrown) ?? thrown
    return isSound(error) ? error : new Error(`thrown: ${nameOf(thrown)}`)
  } catch {
    // Reading it ran a getter of its own, which threw.
    return new Error('what was thrown cannot be looked at')
  }
}

/** True for an ordinary error; if one of its getters throws, it does so here. */
function isSound(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false
  Object.values(thrown)
  return [thrown.name, thrown.message, thrown.stack ?? ''].every((text) => typeof text === 'string')
}

function nameOf(thrown: unknown): string {
  return typeof thrown === 'object' ? 'an object that is no error' : String(thrown)
}
