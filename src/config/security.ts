/** The part of the configuration about security: keys, who the peers are, and what a message must have. */
import { z } from 'zod'
import { bytes, count, DAY, file, milliseconds, network, secret, text } from './kinds.js'

/** What a policy asks of a message; `signature` and above by a key of a known peer. */
export const LEVELS = [
  'anonymous',
  'tls',
  'client-certificate',
  'password',
  'mac',
  'signature',
  'non-repudiation',
] as const

/** Algorithms that are refused unless a peer is allowed them. */
export const WEAK = [
  'rsa-sha1',
  'hmac-sha1',
  'sha1',
  'aes-cbc',
  'rsa-1_5',
  'rsa-oaep-sha1',
] as const

const name = /^[A-Za-z][A-Za-z0-9_-]*$/
const NAME = 'expected a letter, then letters, digits, _ and -'
const named = () => z.string().regex(name, NAME)

/** Body, Timestamp, Addressing (every block of it), Signature, or the name of a block or of a body entry. */
const part = () =>
  z
    .string()
    .regex(
      /^(Body|Timestamp|Addressing|Signature|UsernameToken|\{[^{}\s]+\}[^{}\s]+)$/,
      'expected Body, Timestamp, Addressing, Signature, UsernameToken or {namespace}Name',
    )

const operations = () =>
  z.array(z.string().regex(/^\{[^{}\s]+\}[^{}\s]+$/, 'expected {namespace}Name or {namespace}*'))

const password = () =>
  secret(
    z
      .string()
      .regex(
        /^(sha256:[0-9a-f]{64}|scrypt:[A-Za-z0-9+/]+=*:[A-Za-z0-9+/]+=*)$/,
        'expected sha256:hex or scrypt:salt:key',
      ),
  )

const rate = z.strictObject({
  messages: count(1_000_000_000).describe('Messages that are taken.'),
  per: milliseconds(31 * DAY).describe('Milliseconds in which they are taken.'),
})

const peer = z.strictObject({
  hosts: z
    .array(network())
    .optional()
    .describe('Networks that it connects from; from elsewhere nobody is this peer. Default: any.'),
  user: text().optional().describe('Name that goes with its password. Default: the peer’s name.'),
  password: password().optional().describe('Its password, as sha256:hex or scrypt:salt:key.'),
  digestPassword: secret()
    .optional()
    .describe('Its password as it is, for a UsernameToken with a digest.'),
  apiKey: password().optional().describe('Its API key, as sha256:hex.'),
  token: z
    .strictObject({
      issuer: named().describe('Name in security.tokens.'),
      claims: z
        .record(text(), text())
        .default({})
        .describe('Claims that its tokens have, such as sub.'),
    })
    .optional()
    .describe('Its bearer tokens.'),
  certificates: z
    .array(text())
    .optional()
    .describe('Subjects, common names or SHA-256 fingerprints of its TLS client certificates.'),
  mailboxes: z.array(text()).optional().describe('Its mail addresses, or *@domain, with domains.'),
  domains: z.array(text()).optional().describe('Domains that are proven to have sent its mail.'),
  signs: z
    .strictObject({
      certificates: z.array(file()).optional().describe('Files with its own certificates, in PEM.'),
      ca: file().optional().describe('File with those who issue its certificates, in PEM.'),
      subjects: z
        .array(text())
        .optional()
        .describe('Subjects or alternative names that its certificates by ca have; one is enough.'),
    })
    .optional()
    .describe('Whose signatures are its own: its certificates, or those by an authority.'),
  sharedKey: secret()
    .optional()
    .describe('Key of its HMACs, which this node uses for it too: 16 bytes or more, in base64.'),
  encryptTo: file()
    .optional()
    .describe(
      'File with the certificate that messages to it are encrypted to. Default: signs.certificates.',
    ),
  calls: operations()
    .optional()
    .describe('Operations that it may call, as {namespace}Name or {namespace}*. Default: all.'),
  over: z.array(text()).optional().describe('Transports that it may use. Default: all.'),
  rate: rate.optional().describe('Messages in a short time, 429 beyond. Default: no bound.'),
  quota: rate.optional().describe('Messages in a long time, likewise. Default: no bound.'),
  allow: z
    .array(z.enum(WEAK))
    .default([])
    .describe('Weak algorithms that are taken from it all the same; warned of at start.'),
})

const sends = z.strictObject({
  form: z
    .enum(['wss', 'soap-dsig'])
    .default('wss')
    .describe('WS-Security, or a Signature block of SOAP-DSIG.'),
  sign: z.array(part()).default([]).describe('Parts that are signed, if the message has them.'),
  encrypt: z.array(part()).default([]).describe('Parts that are encrypted, after they are signed.'),
  to: named()
    .optional()
    .describe(
      'Peer that it is encrypted to, or whose shared key signs. Default: who sent the request.',
    ),
  mac: z.boolean().default(false).describe('Sign with the key shared with that peer.'),
  algorithm: z
    .enum([
      'rsa-sha256',
      'rsa-sha384',
      'rsa-sha512',
      'rsa-pss-sha256',
      'ecdsa-sha256',
      'ecdsa-sha384',
      'ecdsa-sha512',
      'ed25519',
    ])
    .optional()
    .describe('Of signatures. Default: as the key is, with SHA-256.'),
  reference: z
    .enum(['token', 'issuer-serial', 'key-identifier', 'thumbprint'])
    .default('token')
    .describe('How the certificate is told: in the message, or by a reference to it.'),
  cipher: z
    .enum(['aes128-gcm', 'aes256-gcm'])
    .default('aes256-gcm')
    .describe('Of what is encrypted.'),
  timestamp: milliseconds()
    .default(300_000)
    .describe('Milliseconds for which a message with a Timestamp counts.'),
  user: text().optional().describe('Name of a UsernameToken. Default: none is written.'),
  password: secret().optional().describe('Its password, written as a digest.'),
  actor: text().optional().describe('Actor that the block is for. Default: the ultimate receiver.'),
})

const policy = z.strictObject({
  name: named().optional().describe('For logs and waybill plan. Default: policy and its number.'),
  transport: text().optional().describe('Transport that the message came over.'),
  path: text().optional().describe('Plugin or path that it was addressed to.'),
  mailbox: text().optional().describe('Mail address of this node that it was sent to.'),
  operation: z
    .string()
    .regex(/^\{[^{}\s]+\}[^{}\s]+$/, 'expected {namespace}Name or {namespace}*')
    .optional()
    .describe('Name of its body entry, as {namespace}Name or {namespace}*.'),
  route: named().optional().describe('Route that it goes on by.'),
  destination: named()
    .optional()
    .describe('Destination: requests to it are sent, and its answers taken, by this policy.'),
  require: z
    .union([z.enum(LEVELS), z.array(z.enum(LEVELS))])
    .default('anonymous')
    .describe('What the message must have; of several, all.'),
  peers: z.array(named()).optional().describe('Peers that may send it. Default: all.'),
  signed: z
    .array(part())
    .default(['Body'])
    .describe(
      'Parts that a signature or MAC must cover, where one is required; a block: if it is there.',
    ),
  encrypted: z.array(part()).default([]).describe('Parts that must come encrypted.'),
  replays: z
    .enum(['once', 'refuse'])
    .default('once')
    .describe(
      'A signed message that comes again: answered as before if the queue knows it, refused otherwise (once), or always refused.',
    ),
  sends: sends
    .optional()
    .describe('What this node puts into answers, or into requests to the destination.'),
})

const tokens = z.strictObject({
  issuer: text().describe('Its iss claim.'),
  audience: text().describe('The aud claim that tokens for this node have.'),
  jwks: text().describe('File with its keys (a JSON Web Key Set), or an https: URL.'),
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
    .array(z.strictObject({ certificate: file(), key: file() }))
    .default([])
    .describe('Earlier pairs that still decrypt.'),
  revoked: z.array(file()).default([]).describe('Files with revocation lists, in PEM or DER.'),
  requireRevocationLists: z
    .boolean()
    .default(false)
    .describe('Trust no certificate whose issuer has no current revocation list.'),
  clockSkew: milliseconds()
    .default(300_000)
    .describe('Milliseconds by which clocks of others may differ.'),
  strict: z
    .boolean()
    .default(true)
    .describe('Know only SOAP-SEC:id and wsu:Id as ids of parts, and Id within signatures.'),
  tokens: z.record(named(), tokens).default({}).describe('Who issues bearer tokens (JWT).'),
  peers: z.record(named(), peer).default({}).describe('Known peers by names of your choice.'),
  policies: z
    .array(policy)
    .default([])
    .describe('What messages must have; all policies hold whose conditions do.'),
  evidence: z
    .strictObject({
      folder: text().optional().describe('Where evidence is kept. Default: evidence in stateDir.'),
      fileSize: bytes(1024 ** 4)
        .default(64 * 1024 ** 2)
        .describe('Bytes after which a file is signed and the next one begun.'),
    })
    .prefault({})
    .describe('The record of messages under policies with non-repudiation.'),
})

export type Security = z.output<typeof security>
