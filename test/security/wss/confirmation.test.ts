/** SignatureConfirmation: an answer says which signatures its request had (WS-Security 1.1 §8.5). */
import test from 'ava'
import {
  aloneBy,
  envelope,
  letter,
  opened,
  sealed,
  security,
} from '../../support/security/blocks.js'

const WSSE11 = 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd'

test('WSS 1.1 §8.5.1: each signature of the request is confirmed, and told', (t) => {
  const confirm = ['AAAA', 'BBBB']
  const { text } = sealed(letter(), { confirm })
  t.deepEqual(aloneBy(opened(text)).confirmed, confirm)
})

test('WSS 1.1 §8.5.2: a confirmation that is not signed confirms nothing', (t) => {
  const { text } = sealed(letter(), { confirm: ['AAAA'] })
  const more = `<k:SignatureConfirmation xmlns:k="${WSSE11}" Value="CCCC"/>`
  const added = text.replace('<ds:Signature ', `${more}<ds:Signature `)
  t.deepEqual(aloneBy(opened(added)).confirmed, ['AAAA'])
  t.deepEqual(aloneBy(opened(envelope(security(more)))).confirmed, [])
})

test('WSS 1.1 §8.5.1: without a Value it says that the request had no signature', (t) => {
  const none = `<k:SignatureConfirmation xmlns:k="${WSSE11}"/>`
  t.deepEqual(aloneBy(opened(envelope(security(none)))).confirmed, [])
})
