/** Refuses a message whose mandatory header blocks are still encrypted, or have come out as security blocks. */
import { SecurityFailure } from '../security/failure.js'
import { WSSE11 } from '../security/names.js'
import { isSecurityBlock } from '../security/open.js'
import type { HeaderBlock } from '../soap/header-block.js'
import { isNamed } from '../xml/tree.js'

/**
 * @param before  the security blocks that were opened
 * @param after   those of the message that goes on
 * @throws SecurityFailure
 */
export function refuseUnopened(
  before: readonly HeaderBlock[],
  after: readonly HeaderBlock[],
): void {
  // WSS 1.1 §9.4.5: "The receiver MUST raise a fault if any content required to adequately process the
  // header block remains encrypted".
  const left = after.some(
    ({ element, mustUnderstand }) => mustUnderstand && isNamed(element, WSSE11, 'EncryptedHeader'),
  )
  if (left) throw new SecurityFailure('InvalidSecurity', 'an EncryptedHeader is still encrypted')
  // Nobody has opened it, and nothing that it says counts.
  if (after.filter(isSecurityBlock).length > before.filter(isSecurityBlock).length) {
    throw new SecurityFailure('InvalidSecurity', 'a security block came encrypted')
  }
}
