/** The part of the configuration about peers: how each is known, what it may do, and its keys. */
import { z } from 'zod'
import { hashedPassword, hashedToken } from './hashed.js'
import { count, DAY, duration, file, network, secret, text } from './kinds.js'

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
/** A name of the operator’s choice, as others refer to it. */
export const named = () => z.string().regex(name, NAME)

const operations = () =>
  z.array(z.string().regex(/^\{[^{}\s]+\}[^{}\s]+$/, 'expected {namespace}Name or {namespace}*'))

const rate = z.strictObject({
  messages: count(1_000_000_000).describe('Messages that are taken.'),
  per: duration({ most: 31 * DAY }).describe('Time in which they are taken.'),
})

export const peer = z
  .strictObject({
    hosts: z
      .array(network())
      .optional()
      .describe(
        'Networks that its messages come from, whatever proves it; from elsewhere nobody is this peer. Default: any.',
      ),
    user: text().optional().describe('Name that goes with its password. Default: the peer’s name.'),
    password: hashedPassword()
      .optional()
      .describe('Its password, as sha256:hex or scrypt:salt:key.'),
    digestPassword: secret()
      .optional()
      .describe('Its password as it is, for a UsernameToken with a digest.'),
    apiKey: hashedToken().optional().describe('Its API key, as sha256:hex.'),
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
    mailboxes: z
      .array(text())
      .optional()
      .describe('Its mail addresses, or *@domain, with domains.'),
    domains: z.array(text()).optional().describe('Domains that are proven to have sent its mail.'),
    signs: z
      .strictObject({
        certificates: z
          .array(file())
          .optional()
          .describe('Files with its own certificates, in PEM.'),
        ca: file().optional().describe('File with those who issue its certificates, in PEM.'),
        subjects: z
          .array(text())
          .optional()
          .describe(
            'Subjects or alternative names that its certificates by ca have; one is enough.',
          ),
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
      .describe(
        'Weak algorithms that are taken from it anyway; warned of at start. `aes-cbc` opens a timing oracle, whatever is signed.',
      ),
  })
  .refine(({ mailboxes, domains }) => !mailboxes || domains !== undefined, {
    path: ['mailboxes'],
    error: 'expected domains beside them: anybody can write an address',
  })
