/** Metro (WSIT), which signs and encrypts by the WSDL of a node alone. */
import anyTest, { type TestFn } from 'ava'
import { securedCells } from './matrix/security.js'
import { java } from './projects.js'
import { BOTH, openSecured, refusedBy } from './secured.js'

const secured = openSecured(anyTest as TestFn, 'metro', java('metro'))
const { test, node, reserve } = secured

securedCells(secured, 'jax-ws', { policy: { suite: 'Basic256Sha256' } })

for (const suite of ['Basic256Sha256', 'Basic128'] as const) {
  test.serial(`${suite}: signs and encrypts by it, and takes the answer`, async (t) => {
    const daemon = await node(t, { ...BOTH, suite })
    t.regex((await reserve(t, daemon)).result ?? '', /^R-\d+$/, refusedBy(daemon))
  })
}

// It knows no AES-GCM: the day that it does, this fails, and docs/clients.md has a line to change.
for (const suite of ['strong', 'Basic128GCM'] as const) {
  test.serial(`${suite}: encrypts by AES-CBC all the same, which is refused`, async (t) => {
    const daemon = await node(t, { ...BOTH, suite })
    t.is((await reserve(t, daemon)).result, undefined)
    t.regex(refusedBy(daemon), /UnsupportedAlgorithm: "[^"]*aes\d+-cbc" is not accepted/)
  })
}
