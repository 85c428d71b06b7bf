/** The admin listener in the configuration: who may use it can prove it. */
import test from 'ava'
import { configurationOf } from '../support/config.js'

const read =
  (...settings: readonly string[]) =>
  () =>
    configurationOf({ environment: {}, settings })

test('nobody has to be named, wherever it listens: it asks everybody who they are', (t) => {
  for (const host of ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', '192.0.2.1']) {
    t.notThrows(read(`admin.host=${host}`))
  }
})

test('proxies are addresses or networks', (t) => {
  t.notThrows(read('admin.proxies=[127.0.0.1, 10.0.0.0/8]', 'admin.proxyHeader=Forwarded'))
  t.throws(read('admin.proxies=[proxy.example]'), { message: /admin\.proxies\.0: expected/ })
  t.throws(read('admin.proxyHeader=X-Real-IP'), { message: /admin\.proxyHeader: / })
})

test('an operator who can prove nothing is none', (t) => {
  t.throws(read('admin.operators={anna: {may: change}}'), {
    message: /admin\.operators\.anna: expected token, password or certificates/,
  })
})

test('certificates of operators need a listener that asks for them', (t) => {
  t.throws(read('admin.operators={anna: {certificates: [anna]}}'), {
    message: /admin\.operators\.anna\.certificates: expected admin\.tls\.clientAuthentication/,
  })
})

test('a token in the clear is refused by its form, and not told; the message says what makes a hash', (t) => {
  const hex = 'ab'.repeat(32)
  for (const [token, form] of [
    ['open-sesame', 'a text that does not begin with sha256:'],
    ['sha256:open-sesame', 'sha256: and 11 characters that are not that'],
    [`sha256:${hex.toUpperCase()}`, 'sha256: and digits in upper case'],
    [hex, '64 hexadecimal digits without sha256: before them'],
  ] as const) {
    const { message } = t.throws(read(`admin.operators={anna: {token: '${token}'}}`)) ?? {}
    t.true(
      message?.includes(
        `admin.operators.anna.token: expected sha256: and 64 hexadecimal digits, the hash of the token and not the token itself, got ${form}; \`waybill keys token\` makes both`,
      ),
      message,
    )
    t.notRegex(String(message), /open-sesame|abab/i)
  }
  const { message } = t.throws(read('admin.operators={anna: {password: hunter2}}')) ?? {}
  t.regex(String(message), /got a text that does not begin with sha256:.*keys password/)
  t.notRegex(String(message), /hunter2/)
})
