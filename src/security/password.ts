/** Checks passwords against what the configuration keeps of them, in a time that tells nothing; makes what is kept. */
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** What a name is compared with that nobody has: of each kind, one that no password is known of. */
const NOBODY = {
  sha256: `sha256:${'0'.repeat(64)}`,
  scrypt: `scrypt:AAAAAAAAAAAAAAAAAAAAAA==:${'A'.repeat(43)}=`,
} as const

/**
 * True if the password is that of the name. It takes as long whether somebody has that name or not, and
 * however each password is kept.
 *
 * @param users  name to `scrypt:salt:key` (both base64; N 16384, r 8, p 1) or `sha256:hex`
 */
export async function isUser(
  users: Readonly<Record<string, string>>,
  name: string,
  password: string,
): Promise<boolean> {
  const own = Object.hasOwn(users, name) ? users[name] : undefined
  const isSlow = (kept: string) => kept.startsWith('scrypt:')
  const slow = Object.values(users).some(isSlow)
  const kept = own ?? (slow ? NOBODY.scrypt : NOBODY.sha256)
  const matches = await isPassword(kept, password)
  if (slow && !isSlow(kept)) await isPassword(NOBODY.scrypt, password)
  return own !== undefined && matches
}

/** @param kept  as in `isUser` */
export async function isPassword(kept: string, password: string): Promise<boolean> {
  const [kind, first = '', second = ''] = kept.split(':')
  switch (kind) {
    case 'sha256':
      return isSame(Buffer.from(first, 'hex'), createHash('sha256').update(password).digest())
    case 'scrypt': {
      const key = Buffer.from(second, 'base64')
      return isSame(key, await derive(password, Buffer.from(first, 'base64'), key.length))
    }
    default:
      throw new TypeError('expected a password that is kept as sha256:hex or scrypt:salt:key')
  }
}

/** What is kept of a secret that is long and made at random, as `sha256:hex`. */
export function hashOf(secret: string): string {
  return `sha256:${createHash('sha256').update(secret).digest('hex')}`
}

/** What is kept of a password, as `scrypt:salt:key`. */
export async function slowHashOf(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, 32)
  return `scrypt:${salt.toString('base64')}:${key.toString('base64')}`
}

function isSame(kept: Buffer, shown: Buffer): boolean {
  return kept.length > 0 && kept.length === shown.length && timingSafeEqual(kept, shown)
}

function derive(password: string, salt: Buffer, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
