/** UsernameToken: a digest proves a password once; the password itself counts over TLS only. */
import { createHash } from 'node:crypto'
import test from 'ava'
import { SecurityFailure } from '../../../src/security/failure.js'
import { proveUsers } from '../../../src/security/open.js'
import {
  envelope,
  letter,
  NOW,
  opened,
  PASSWORD,
  refusal,
  sealed,
  security,
  trust,
} from '../../support/security/blocks.js'
import { WSSE, WSU } from '../../support/security/forge/texts.js'

const TYPES = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0'
const NONCE = Buffer.from('0123456789abcdef')

interface Token {
  readonly user?: string
  readonly password?: string
  readonly at?: number
  readonly nonce?: string
  readonly created?: boolean
  readonly type?: string
}

function token({
  user = 'alice',
  password = PASSWORD,
  at = NOW,
  nonce,
  created,
  type,
}: Token = {}) {
  const when = new Date(at).toISOString()
  const digest = createHash('sha1').update(NONCE).update(when).update(password).digest('base64')
  const nonceText = nonce ?? `<wsse:Nonce>${NONCE.toString('base64')}</wsse:Nonce>`
  const createdText =
    created === false ? '' : `<wsu:Created xmlns:wsu="${WSU}">${when}</wsu:Created>`
  return envelope(
    security(
      `<wsse:UsernameToken xmlns:wsse="${WSSE}"><wsse:Username>${user}</wsse:Username>` +
        `<wsse:Password Type="${type ?? `${TYPES}#PasswordDigest`}">${digest}</wsse:Password>${nonceText}${createdText}</wsse:UsernameToken>`,
    ),
  )
}

const plain = (password: string, type = ` Type="${TYPES}#PasswordText"`) =>
  envelope(
    security(
      `<wsse:UsernameToken xmlns:wsse="${WSSE}"><wsse:Username>alice</wsse:Username><wsse:Password${type}>${password}</wsse:Password></wsse:UsernameToken>`,
    ),
  )

test('Username Token Profile 1.1 §3.1: the digest of nonce, created and password proves who knows it', (t) => {
  const { verdict } = opened(token())
  t.like(verdict.users, [{ peer: 'alice', nonce: NONCE.toString('base64') }])
  t.is(verdict.users[0]?.element.local, 'UsernameToken')
})

test('Username Token Profile 1.1 §3.1: what is sealed with a password is opened', (t) => {
  const user = { name: 'alice', password: PASSWORD, form: 'digest' } as const
  const [first, second] = [0, 1].map(() => opened(sealed(letter(), { sign: [], user }).text))
  t.is(first?.verdict.users[0]?.peer, 'alice')
  t.not(first?.verdict.users[0]?.nonce, second?.verdict.users[0]?.nonce)
})

for (const [name, user] of [
  ['of another password', { password: 'other' }],
  ['of an unknown user', { user: 'mallory' }],
  ['without a nonce', { nonce: '' }],
  ['without Created', { created: false }],
  ['with two nonces', { nonce: '<wsse:Nonce>AAAA</wsse:Nonce><wsse:Nonce>AAAA</wsse:Nonce>' }],
  [
    'with a nonce in another encoding',
    { nonce: '<wsse:Nonce EncodingType="urn:hex">AAAA</wsse:Nonce>' },
  ],
  ['that is older than its nonce is kept', { at: NOW - 600_001 }],
  ['from the future', { at: NOW + 300_001 }],
] satisfies (readonly [string, Token])[]) {
  test(`Username Token Profile 1.1 §3.1: a digest ${name} proves nothing`, (t) => {
    t.is(refusal(token(user))?.code, 'FailedAuthentication')
  })
}

test('a digest that waited in the queue still counts', (t) => {
  t.is(refusal(token({ at: NOW - 86_400_000 }), { fresh: false }), undefined)
})

test('an unknown user and a wrong password are told alike, by the name that was tried', (t) => {
  const [unknown, wrong] = [refusal(token({ user: 'mallory' })), refusal(token({ password: 'x' }))]
  t.is(unknown?.code, wrong?.code)
  t.is(unknown?.why.replace('mallory', 'alice'), wrong?.why)
})

test('a password as text counts over TLS only, and once it is checked', async (t) => {
  t.is(refusal(plain(PASSWORD))?.code, 'FailedAuthentication')
  for (const type of [undefined, '']) {
    const over = opened(plain(PASSWORD, type), { secure: true })
    t.deepEqual(over.verdict.users, [])
    t.is(over.claims.length, 1)
    t.like((await proveUsers(over, trust())).users, [{ peer: 'alice', nonce: undefined }])
  }
})

test('a wrong password as text is refused once it is checked', async (t) => {
  const over = opened(plain('wrong'), { secure: true })
  const error = await t.throwsAsync(proveUsers(over, trust()), { instanceOf: SecurityFailure })
  t.notRegex(String(error?.message), /wrong|sesame/)
})

test('a password of an unknown type, none at all, and one beyond all measure are refused', (t) => {
  t.is(refusal(token({ type: 'urn:other' }))?.code, 'UnsupportedSecurityToken')
  const none = plain('').replace(/<wsse:Password.*<\/wsse:Password>/, '')
  t.is(refusal(none, { secure: true })?.code, 'FailedAuthentication')
  t.is(refusal(plain('x'.repeat(2000)), { secure: true })?.code, 'FailedAuthentication')
})
