/** A security block with a UsernameToken: the digest of a password, with a nonce of its own. */
import { createHash, randomBytes } from 'node:crypto'
import { WSSE, WSU } from './forge/texts.js'

const TOKENS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0'

export function userToken(password: string, user = 'alice'): string {
  const nonce = randomBytes(16)
  const created = new Date().toISOString()
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  return (
    `<wsse:Security xmlns:wsse="${WSSE}" s:mustUnderstand="1"><wsse:UsernameToken>` +
    `<wsse:Username>${user}</wsse:Username><wsse:Password Type="${TOKENS}#PasswordDigest">${digest}</wsse:Password>` +
    `<wsse:Nonce>${nonce.toString('base64')}</wsse:Nonce><wsu:Created xmlns:wsu="${WSU}">${created}</wsu:Created>` +
    '</wsse:UsernameToken></wsse:Security>'
  )
}
