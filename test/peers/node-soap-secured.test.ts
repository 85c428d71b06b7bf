/** `soap` of npm, called node-soap, at a node that has a policy. */
import anyTest, { type TestFn } from 'ava'
import { securedCells } from './matrix/security.js'
import { openWire } from './matrix/wire.js'
import type { Fields } from './peer.js'
import { nodeProgram } from './projects.js'
import { openSecured, PASSWORD, refusedBy, SIGNED } from './secured.js'
import { itemOf } from './trial.js'

const secured = openSecured(anyTest as TestFn, 'node-soap', nodeProgram('node-soap'))
const { test, node, reserve } = secured

const IDS = { wsse: 'signature', idMode: 'wssecurity' }

securedCells(secured, 'node-soap', {
  fields: {
    UsernameToken: { wsse: 'PasswordDigest', user: 'client', password: PASSWORD },
    signed: IDS,
    'signed and encrypted': IDS,
  },
})

for (const soap of ['1.1', '1.2'] as const) {
  test.serial(`SOAP ${soap}: WSSecurityCert as it comes, by strict: false alone`, async (t) => {
    const asItComes = { soap, wsse: 'signature' }
    const lenient = await node(t, SIGNED, { security: { strict: false } })
    t.regex((await reserve(t, lenient, asItComes)).result ?? '', /^R-\d+$/, refusedBy(lenient))
    const strict = await node(t, SIGNED)
    t.is((await reserve(t, strict, asItComes)).result, undefined)
  })

  test.serial(`SOAP ${soap}: a UsernameToken with the password as text, over TLS`, async (t) => {
    const daemon = await node(t, { require: ['tls', 'password'] }, { tls: true })
    const token = { wsse: 'PasswordText', user: 'client', password: PASSWORD }
    t.regex(
      (await reserve(t, daemon, { soap, ...token })).result ?? '',
      /^R-\d+$/,
      refusedBy(daemon),
    )
    t.is((await reserve(t, daemon, { soap, ...token, password: 'wrong' })).result, undefined)
  })
}

// Its Timestamp counts in seconds, and nothing else that it signs differs: such calls have one SignatureValue.
test.serial('two equal signed calls within one second are both served', async (t) => {
  const daemon = await node(t, SIGNED)
  const wire = await openWire(`${daemon.url}/warehouse`)
  t.teardown(wire.close)
  const twice = async (fields: Fields) => {
    const call = async () => {
      const answer = await reserve(t, daemon, { ...IDS, ...fields, address: wire.url })
      return { answer, value: /<SignatureValue>([^<]+)</.exec(wire.last().requested.body)?.[1] }
    }
    const [first, second] = [await call(), await call()]
    t.truthy(first.value)
    return { ...first, again: second.answer, equal: first.value === second.value }
  }
  // A second may end between the two.
  const equally = async (fields: Fields): ReturnType<typeof twice> => {
    const calls = await twice(fields)
    return calls.equal ? calls : equally(fields)
  }
  const values = {
    text: 'tea',
    count: '1',
    amount: '1',
    at: '2026-02-28T23:59:58Z',
    open: 'true',
  }
  const safe = await equally({ operation: 'Echo', ...values, items: 'tea' })
  t.is(safe.answer.text, 'tea')
  t.is(safe.again.text, 'tea')
  const { answer, again } = await equally({ item: itemOf('tea') })
  t.regex(answer.result ?? '', /^R-\d+$/)
  // Of any other the second is the first, come again: it gets that answer, and nothing runs.
  t.is(again.result, answer.result)
})
