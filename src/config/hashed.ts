/** What is kept of tokens and passwords: their hashes; a wrong one is told by its form, never by what it says. */
import { z } from 'zod'
import { secret } from './kinds.js'

/** SHA-256, which is enough for what a program has made at random. */
export const hashedToken = () =>
  secret(
    z.string().regex(/^sha256:[0-9a-f]{64}$/, {
      error: ({ input }) =>
        `expected sha256: and 64 hexadecimal digits, the hash of the token and not the token itself, got ${formOf(input)}; \`waybill keys token\` makes both`,
    }),
  )

/** scrypt, for what a person has made up. */
export const hashedPassword = () =>
  secret(
    z.string().regex(/^(sha256:[0-9a-f]{64}|scrypt:[A-Za-z0-9+/]{11,}=*:[A-Za-z0-9+/]{22,}=*)$/, {
      error: ({ input }) =>
        `expected sha256:hex or scrypt:salt:key, the hash of the password and not the password itself, got ${formOf(input)}; \`waybill keys password\` makes both`,
    }),
  )

/** What came, without any of it. */
function formOf(input: unknown): string {
  const text = String(input)
  const [, kind, rest = ''] = /^(sha256|scrypt):(.*)$/s.exec(text) ?? []
  switch (kind) {
    case 'sha256':
      return /^[0-9a-f]{64}$/i.test(rest)
        ? 'sha256: and digits in upper case'
        : `sha256: and ${rest.length} characters that are not that`
    case 'scrypt':
      return 'scrypt: and something else'
    default:
      return /^[0-9a-f]{64}$/i.test(text)
        ? '64 hexadecimal digits without sha256: before them'
        : 'a text that does not begin with sha256:'
  }
}
