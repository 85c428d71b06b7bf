/** Refuses a message whose mandatory header blocks are still encrypted. */
import { SecurityFailure } from '../../security/failure.js'
import { WSSE11 } from '../../security/names.js'
import type { HeaderBlock } from '../../soap/header-block.js'
import { isNamed } from '../../xml/tree.js'

/**
 * @param blocks  the security blocks of the message that goes on
 * @throws SecurityFailure
 */
export function refuseUnopened(blocks: readonly HeaderBlock[]): void {
  // WSS 1.1 §9.4.5: "The receiver MUST raise a fault if any content required to adequately process the
  // header block remains encrypted".
  const left = blocks.some(
    ({ element, mustUnderstand }) => mustUnderstand && isNamed(element, WSSE11, 'EncryptedHeader'),
  )
  if (left) throw new SecurityFailure('InvalidSecurity', 'an EncryptedHeader is still encrypted')
}
