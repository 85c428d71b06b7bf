/** Reads the password that an option of a command says the place of. */
import { fileOf } from './file-of.js'

/**
 * Never the password itself: everybody on the machine sees the arguments of a process.
 *
 * @param where  `env:NAME` or `file:path`
 * @throws TypeError
 */
export function passwordAt(where: string): string {
  const [, kind, name = ''] = /^(env|file):(.+)$/s.exec(where) ?? []
  const found = kind === 'env' ? process.env[name] : kind === 'file' ? fileOf(name) : undefined
  if (kind === undefined) throw new TypeError('a password is given as env:NAME or file:path')
  if (!found) throw new TypeError(`${where}: there is no password`)
  return found.replace(/\r?\n$/, '')
}
