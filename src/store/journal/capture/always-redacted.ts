/** What is redacted whatever the configuration says. */
import { type Path, readPath } from '../../../xml/paths/path.js'

/**
 * Passwords of WS-Security, keys of WS-Trust, and tokens that are as good as a password for whoever reads them
 * (tickets of Kerberos, JWT, assertions of SAML).
 */
export const ALWAYS_REDACTED: readonly Path[] = [
  '//Password',
  '//BinarySecret',
  '//BinarySecurityToken',
  '//Assertion',
].map(readPath)
