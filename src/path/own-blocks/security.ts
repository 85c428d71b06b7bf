/** The blocks of WS-Security and SOAP-DSIG, as a node finds them; the step that verifies opens them. */
import { SOAP_SEC, WSSE, WSSE11 } from '../../security/names.js'
import type { HeaderBlock } from '../../soap/header-block.js'
import type { OwnRow } from './row.js'

export const SECURITY_ROW: OwnRow<readonly HeaderBlock[]> = {
  names: [
    `{${WSSE}}Security`,
    `{${SOAP_SEC}}Signature`,
    // WSS 1.1 §9.4.5: to understand it is to know how to decrypt it; what it holds is understood afterwards.
    `{${WSSE11}}EncryptedHeader`,
  ],
  /** Names the node as their handler, and the key that turns it on. */
  owner: 'WS-Security and SOAP-DSIG (security)',
  kept: false,
  read: (blocks) => blocks,
}
