/** What node-soap puts into the security block of a call: a UsernameToken, or a signature. */
import { readFileSync } from 'node:fs'
import { WSSecurity, WSSecurityCert } from 'soap'

/** Undefined for a call that has none. */
export function securityOf({ wsse, user, password, key, certificate, idMode }) {
  switch (wsse) {
    case 'PasswordDigest':
    case 'PasswordText':
      return new WSSecurity(user, password, { passwordType: wsse })
    case 'signature': {
      // As it comes, or with what its documentation has for ids in the namespace of WS-Security.
      const options = idMode === undefined ? undefined : { signerOptions: { idMode } }
      return new WSSecurityCert(readFileSync(key), readFileSync(certificate), '', options)
    }
    default:
      return undefined
  }
}
