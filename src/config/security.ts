/** The part of the configuration about security: keys, who the peers are, and what a message must have. */
import { z } from 'zod'
import { type DeepReadonly, duration, file, fileOrUrl, folder, text } from './kinds.js'
import { named, peer } from './peers.js'
import { policy } from './policies.js'

export { WEAK } from './peers.js'
export { LEVELS, SUITES } from './policies.js'

const tokens = z.strictObject({
  issuer: text().describe('Its iss claim.'),
  audience: text().describe('The aud claim that tokens for this node have.'),
  jwks: fileOrUrl().describe('File with its keys (a JSON Web Key Set), or an https: URL.'),
  ca: file()
    .optional()
    .describe('File with authorities for that URL, in PEM. Default: those of Node.js.'),
  algorithms: z
    .array(
      z.enum([
        'RS256',
        'RS384',
        'RS512',
        'PS256',
        'PS384',
        'PS512',
        'ES256',
        'ES384',
        'ES512',
        'EdDSA',
      ]),
    )
    .default(['RS256', 'PS256', 'ES256', 'EdDSA'])
    .describe('Algorithms that are taken.'),
})

export const security = z.strictObject({
  certificate: file()
    .optional()
    .describe('File with the certificate that this node signs with, and its chain, in PEM.'),
  key: file().optional().describe('File with its key, which also decrypts, in PEM.'),
  former: z
    .array(
      z.strictObject({
        certificate: file().describe('File with an earlier certificate.'),
        key: file().describe('File with its key.'),
      }),
    )
    .default([])
    .describe('Earlier pairs that still decrypt.'),
  revoked: z.array(file()).default([]).describe('Files with revocation lists, in PEM or DER.'),
  requireRevocationLists: z
    .boolean()
    .default(false)
    .describe('Trust no certificate whose issuer has no current revocation list.'),
  clockSkew: duration().prefault('5m').describe('Time by which clocks of others may differ.'),
  strict: z
    .boolean()
    .default(true)
    .describe(
      'Know only SOAP-SEC:id and wsu:Id as ids of parts, and Id within signatures; false: Id without a namespace, too.',
    ),
  tokens: z.record(named(), tokens).default({}).describe('Who issues bearer tokens (JWT).'),
  peers: z.record(named(), peer).prefault({}).describe('Known peers by names of your choice.'),
  policies: z
    .array(policy)
    .prefault([])
    .describe('What messages must have; all policies hold whose conditions do.'),
  evidence: z
    .strictObject({
      folder: folder()
        .optional()
        .describe('Where evidence is kept. Default: evidence in stateDir.'),
    })
    .prefault({})
    .describe('The record of messages under policies with non-repudiation.'),
})

export type Security = DeepReadonly<z.output<typeof security>>
export type PeerConfig = Security['peers'][string]
export type TokensConfig = Security['tokens'][string]
