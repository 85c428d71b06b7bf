/** Which envelopes a node of this configuration takes, and what it leaves to senders whose software writes them otherwise. */
import { SoapVersions } from '../soap/version.js'
import type { Config } from './schema.js'

export function servedVersions({
  soap,
  security,
}: Pick<Config, 'soap' | 'security'>): SoapVersions {
  return new SoapVersions(soap.namespaces, {
    styledEnvelope: soap.lenient,
    plainIds: !security.strict,
  })
}
