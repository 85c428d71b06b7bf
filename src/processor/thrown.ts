/** Makes of what a plugin threw something that the node can look at: a plugin may throw anything. */
import { asFault, type SoapFault } from '../soap/fault.js'

/**
 * @returns a fault of this copy of the package; an error as it came; or, of anything else, an error
 *   that says what it was
 */
export function readable(thrown: unknown): SoapFault | Error {
  try {
    const error = asFault(thrown) ?? thrown
    return isSound(error) ? error : new Error(`thrown: ${nameOf(thrown)}`)
  } catch {
    // Looking at it runs code of its own, which threw in turn.
    return new Error('what was thrown cannot be looked at')
  }
}

/** An error as everybody expects one; a getter of its own may throw, and does so here. */
function isSound(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false
  Object.values(thrown)
  return [thrown.name, thrown.message, thrown.stack ?? ''].every((text) => typeof text === 'string')
}

function nameOf(thrown: unknown): string {
  return typeof thrown === 'object' ? 'an object that is no error' : String(thrown)
}
