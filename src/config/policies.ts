/** The part of the configuration about policies: what messages must have, and what is put into them. */
import { z } from 'zod'
import { duration, secret, text } from './kinds.js'
import { named } from './peers.js'

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

/** Algorithms by the name that other stacks know them by; `strong` is this node's own choice. */
export const SUITES = [
  'strong',
  'Basic256Sha256',
  'Basic192Sha256',
  'Basic128Sha256',
  'Basic256',
  'Basic192',
  'Basic128',
  'Basic256GCM',
  'Basic192GCM',
  'Basic128GCM',
] as const

/** Body, Attachments, Timestamp, Addressing (every block of it), Signature, or the name of a block or of a body entry. */
const part = () =>
  z
    .string()
    .regex(
      /^(Body|Attachments|Timestamp|Addressing|Signature|UsernameToken|\{[^{}\s]+\}[^{}\s]+)$/,
      'expected Body, Attachments, Timestamp, Addressing, Signature, UsernameToken or {namespace}Name',
    )

const sends = z.strictObject({
  form: z
    .enum(['wss', 'soap-dsig'])
    .default('wss')
    .describe('WS-Security, or a Signature block of SOAP-DSIG, which has no Timestamp.'),
  sign: z.array(part()).default([]).describe('Parts that are signed, if the message has them.'),
  encrypt: z.array(part()).default([]).describe('Parts that are encrypted.'),
  order: z
    .enum(['sign-first', 'encrypt-first'])
    .default('sign-first')
    .describe(
      'Whether parts are signed and then encrypted, or the signature is over what was encrypted (sp:EncryptBeforeSigning).',
    ),
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
    .describe(
      'Of signatures. Default: as the key is, with SHA-256. Beside a suite: rsa-sha256, for what answers no signature.',
    ),
  reference: z
    .enum(['token', 'issuer-serial', 'key-identifier', 'thumbprint'])
    .default('token')
    .describe('How the certificate is told: in the message, or by a reference to it.'),
  cipher: z
    .enum(['aes128-gcm', 'aes256-gcm'])
    .optional()
    .describe('Of what is encrypted. Default: aes256-gcm, or that of the suite.'),
  timestamp: z
    .union([duration(), z.literal(false)])
    .prefault('5m')
    .describe('Time for which a message with a Timestamp counts; false: without one.'),
  user: text().optional().describe('Name of a UsernameToken. Default: none is written.'),
  password: secret().optional().describe('Its password.'),
  passwordType: z
    .enum(['digest', 'text'])
    .default('digest')
    .describe('PasswordDigest, or PasswordText: to a destination whose URL is https: only.'),
  actor: text().optional().describe('Actor that the block is for. Default: the ultimate receiver.'),
})

export const policy = z.strictObject({
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
      'Parts that a signature or MAC must cover, where one is required; a block: if it is there. Without Body, tls must be in require.',
    ),
  encrypted: z.array(part()).default([]).describe('Parts that must come encrypted.'),
  suite: z
    .enum(SUITES)
    .optional()
    .describe(
      'Algorithms that its messages are signed and encrypted by, and no others, as WS-SecurityPolicy and CXF name them; what is weak in them is warned of at start. Default: strong, unless another policy that holds says.',
    ),
  replays: z
    .enum(['once', 'dated', 'refuse'])
    .default('once')
    .describe(
      'A signed message that comes again: answered as before if the queue knows it, refused otherwise (once), the same where every signature must cover a time (dated), or always refused (refuse).',
    ),
  sends: sends
    .optional()
    .describe('What this node puts into answers, or into requests to the destination.'),
})
