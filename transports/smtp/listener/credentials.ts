/** Checks names and passwords of AUTH against what the configuration keeps of them. */
import { createHash, scrypt, timingSafeEqual } from 'node:crypto'

/** What unknown names are compared with, so that they take as long as known ones. */
const NOBODY = `scrypt:AAAAAAAAAAAAAAAAAAAAAA==:${'A'.repeat(43)}=`

/**
 * @param users  name to `scrypt:salt:key` (both base64; N 16384, r 8, p 1) or `sha256:hex`
 */
export async function isUser(
  users: Readonly<Record<string, string>>,
  name: string,
  password: string,
): Promise<boolean> {
  const known = Object.hasOwn(users, name)
  const matches = await isPassword(known ? (users[name] ?? NOBODY) : NOBODY, password)
  return known && matches
}

async function isPassword(kept: string, password: string): Promise<boolean> {
  const [kind, first = '', second = ''] = kept.split(':')
  switch (kind) {
    case 'sha256':
      return isSame(Buffer.from(first, 'hex'), createHash('sha256').update(password).digest())
    case 'scrypt': {
      const key = Buffer.from(second, 'base64')
      return isSame(key, await derive(password, Buffer.from(first, 'base64'), key.length))
    }
    default:
      throw new Error('smtp.users holds a password of a kind that is not known')
  }
}

function isSame(kept: Buffer, given: Buffer): boolean {
  return kept.length > 0 && kept.length === given.length && timingSafeEqual(kept, given)
}

function derive(password: string, salt: Buffer, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
