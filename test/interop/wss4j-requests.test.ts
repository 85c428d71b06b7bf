/** Requests of our sender over TLS, read by WSS4J: passwords as text and as digest, and what is encrypted before it is signed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import type { SecurityOptions } from '../../src/client/security-options.js'
import { createSender } from '../../src/client/sender.js'
import { folderOf } from '../support/folder.js'
import { certificates } from '../support/security/certificates.js'
import { answeringTls } from '../support/wire/answering-tls.js'
import { soap11 } from '../support/wire/envelopes.js'
import { wssCall } from './wss4j.js'

const test = anyTest as TestFn
const read = wssCall(test)
const PASSWORD = 'a secret of theirs'
const SUM = soap11('<m:R xmlns:m="urn:m"><sum>3</sum></m:R>')

/** What WSS4J says of a request, whose password it knows. */
async function readOf(t: ExecutionContext, security: SecurityOptions, password = PASSWORD) {
  const { rsa, rsa3072 } = certificates()
  const { url, ca, requested: requests } = await answeringTls(t, SUM)
  const sender = createSender({ security, http: { ca } })
  t.teardown(() => sender.close())
  t.is((await sender.call(url, '{urn:m}Add', { result: 1 })).values.sum, '3')
  const folder = folderOf(t, {
    'signer.pem': rsa.pem,
    'own.pem': rsa3072.pem,
    'own.key': rsa3072.keyPem,
    'request.xml': requests[0] ?? '',
  })
  const file = (name: string) => join(folder, name)
  const order = { certificate: file('own.pem'), key: file('own.key'), peer: file('signer.pem') }
  // The password of the key, too: each is asked of the same.
  const all = security.encryptTo === undefined ? { password } : {}
  const answer = file('request.xml')
  writeFileSync(answer, requests[0] ?? '')
  return read({ ...order, ...all, answer })
}

const user = { name: 'alice', password: PASSWORD } as const

test('PasswordText without a Timestamp', async (t) => {
  const security = { user: { ...user, form: 'text' }, timestamp: false } as const
  t.regex(await readOf(t, security), /user .*alice[\s\S]*verified true/)
  t.regex(await readOf(t, security, 'another'), /verified false/)
})

test('PasswordDigest, with a Timestamp and without', async (t) => {
  for (const timestamp of [60_000, false] as const) {
    t.regex(await readOf(t, { user, timestamp }), /user .*alice[\s\S]*verified true/)
  }
  t.regex(await readOf(t, { user }, 'another'), /verified false/)
})

test('sp:EncryptBeforeSigning: the signature holds over the ciphertext, and Body is decrypted then', async (t) => {
  const { rsa, rsa3072 } = certificates()
  const text = await readOf(t, {
    key: { key: rsa.keyPem, certificate: rsa.pem },
    encryptTo: rsa3072.pem,
    order: 'encrypt-first',
    allow: ['rsa-oaep-sha1'],
  })
  t.regex(text, /verified true/, text)
  t.regex(text, /signed\.\d+ .*Body/)
  t.regex(text, /decrypted\.\d+ .*(?:Add|Body)/)
  t.regex(text, /result 1/)
})
