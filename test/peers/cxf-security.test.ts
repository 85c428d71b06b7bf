/** Apache CXF, which signs and encrypts by the WSDL of a node alone. */
import anyTest, { type TestFn } from 'ava'
import { securedCells } from './matrix/security.js'
import { java } from './projects.js'
import { BOTH, openSecured, PASSWORD, refusedBy } from './secured.js'

const secured = openSecured(anyTest as TestFn, 'cxf', java('cxf-security'))
const { test, node, reserve } = secured

securedCells(secured, 'cxf', {
  policy: { suite: 'Basic256Sha256' },
  fields: {
    UsernameToken: { 'ws-security.username': 'client', 'ws-security.password': PASSWORD },
  },
})

for (const suite of ['Basic256Sha256', 'Basic128GCM', 'Basic256GCM'] as const) {
  test.serial(`${suite}: signs and encrypts by it, and takes the answer`, async (t) => {
    const daemon = await node(t, { ...BOTH, suite })
    t.regex((await reserve(t, daemon)).result ?? '', /^R-\d+$/, refusedBy(daemon))
  })
}

test.serial(
  'strong: by a class that says what Basic256Sha256 of the WSDL stands for',
  async (t) => {
    const daemon = await node(t, BOTH)
    t.regex(
      (await reserve(t, daemon, { loader: 'strong' })).result ?? '',
      /^R-\d+$/,
      refusedBy(daemon),
    )
  },
)

// No property sets the digest of RSA-OAEP: the day that one does, docs/clients.md has a line to change.
test.serial('strong: without that class it encrypts by AES-CBC, which is refused', async (t) => {
  const daemon = await node(t, BOTH)
  t.is((await reserve(t, daemon)).result, undefined)
  t.regex(refusedBy(daemon), /UnsupportedAlgorithm: "[^"]*aes256-cbc" is not accepted/)
})
