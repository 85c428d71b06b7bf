/** Refuses options for security that contradict each other, before anything is sent. */
import type { SecurityOptions } from './security-options.js'

/** @throws TypeError for options that say two things, of which one would not be done */
export function refuseContradictions(options: SecurityOptions): void {
  const { form = 'wss', sign = [], encrypt = [], order, timestamp, user, encryptTo } = options
  const { suite, allow = [], key } = options
  const refuse = (sentence: string) => {
    throw new TypeError(`security.${sentence}`)
  }
  if (form === 'soap-dsig') {
    if (user) refuse('user: expected form wss, as SOAP-DSIG has no UsernameToken')
    if (encryptTo !== undefined)
      refuse('encryptTo: expected form wss, as SOAP-DSIG encrypts nothing')
    if (typeof timestamp === 'number') {
      refuse('timestamp: expected form wss, as SOAP-DSIG has no Timestamp')
    }
  }
  if (typeof timestamp === 'number' && !(Number.isInteger(timestamp) && timestamp > 0)) {
    refuse(`timestamp: expected milliseconds, or false, got ${timestamp}`)
  }
  if (timestamp === false && sign.includes('Timestamp')) {
    refuse('sign: expected no Timestamp in it, as timestamp is false')
  }
  if (suite !== undefined && allow.length > 0) {
    refuse('allow: expected none beside suite, which says what is taken')
  }
  if (suite !== undefined && !['rsa-sha256', undefined].includes(key?.algorithm)) {
    refuse(`key.algorithm: expected rsa-sha256, or none, beside suite, got ${key?.algorithm}`)
  }
  if (order === 'encrypt-first' && encrypt.includes('Signature')) {
    refuse('encrypt: expected no Signature in it, as there is none before')
  }
}
