/** The part of the section about who sends: rules, credentials, and proxies that speak for others. */
import { addressHeader, count, network, proxies, text, z } from '#transport'

const headerName = () =>
  z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'expected the name of a header field')

const proxyHeaders = z
  .strictObject({
    address: addressHeader().describe(
      'The one that has the address of the client; with the first, X-Forwarded-Proto says whether it came over TLS.',
    ),
    certificate: headerName()
      .optional()
      .describe(
        'The one that has its client certificate, in PEM, percent-encoded. Default: none is taken.',
      ),
    verified: headerName()
      .optional()
      .describe('The one that says SUCCESS if the proxy has verified that certificate.'),
  })
  .refine(({ certificate, verified }) => (certificate === undefined) === (verified === undefined), {
    path: ['certificate'],
    error: 'expected certificate and verified, or neither',
  })

export const senders = {
  senders: z
    .array(
      z.strictObject({
        hosts: z.array(network()).optional().describe('Networks that it connects from.'),
        certificates: z
          .array(text())
          .optional()
          .describe('Common names or SHA-256 fingerprints of its client certificate; * is any.'),
        peers: z
          .array(text())
          .optional()
          .describe('Names in security.peers, whatever proves them; * is any.'),
      }),
    )
    .optional()
    .describe('Rules for whose messages are taken; one is enough. Default: everybody’s.'),
  apiKeyHeader: headerName()
    .default('X-API-Key')
    .describe('Header field that API keys of peers come in.'),
  plainAuth: z
    .boolean()
    .default(false)
    .describe('Take passwords, keys and tokens without TLS from other machines, too.'),
  proxies: proxies(),
  proxyHeaders: proxyHeaders
    .prefault({})
    .describe('Header fields of those proxies; from others they count for nothing.'),
  maxRequestsPerMinute: count(1_000_000_000)
    .optional()
    .describe(
      'Requests from one network address that proves no peer; 429 beyond. Default: no bound.',
    ),
}
