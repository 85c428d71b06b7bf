/** `zeep` with xmlsec at a node that has a policy. */
import anyTest, { type TestFn } from 'ava'
import { securedCells } from './matrix/security.js'
import { python } from './projects.js'
import { openSecured, PASSWORD, refusedBy } from './secured.js'

const secured = openSecured(anyTest as TestFn, 'zeep', python('zeep'))
const { test, node, reserve } = secured

securedCells(secured, 'zeep', {
  // It signs a Timestamp only if a UsernameToken of its own brings one.
  policy: { signed: ['Body'] },
  fields: {
    UsernameToken: { wsse: 'PasswordDigest', user: 'client', password: PASSWORD },
    signed: { wsse: 'signature' },
    'signed and encrypted': { wsse: 'signature' },
  },
})

for (const soap of ['1.1', '1.2'] as const) {
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
