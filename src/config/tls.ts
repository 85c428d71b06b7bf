/** The keys of the configuration that say how a listener speaks TLS, the same in every transport. */
import { z } from 'zod'
import { type DeepReadonly, file } from './kinds.js'

/** A certificate with its key, of one name of the node or of several. */
export const tlsPair = {
  certificate: file().describe('File with certificate and chain, in PEM.'),
  key: file().describe('File with the key of the certificate, in PEM.'),
}

/** Keys beside a pair. */
export const tlsKeys = {
  minVersion: z
    .enum(['TLSv1.2', 'TLSv1.3'])
    .default('TLSv1.2')
    .describe('Oldest version that is spoken.'),
  clientAuthentication: z
    .enum(['none', 'request', 'require'])
    .default('none')
    .describe('Whether clients are asked for a certificate, or must have one.'),
  clientAuthority: file()
    .optional()
    .describe('File with those who issue certificates of clients, in PEM; no other is trusted.'),
  revoked: z
    .array(file())
    .default([])
    .describe(
      'Files with revocation lists, in PEM or DER: with them, each authority in the chain of a client needs a current one.',
    ),
}

const shape = z.strictObject({
  ...tlsPair,
  names: z.array(z.strictObject(tlsPair)).default([]),
  ...tlsKeys,
})

/** What is common to the sections of all transports. */
export type TlsSection = DeepReadonly<z.output<typeof shape>>
