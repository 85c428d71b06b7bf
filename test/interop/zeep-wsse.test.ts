/** Signed calls by zeep's WS-Security plugins: the node verifies what it sends, and it verifies the answer. */
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import type { VersionName } from '../../src/transport.js'
import { CLIENTS, run } from './foreign-client.js'
import { type Holder, PASSWORD, pairs, wssNode } from './wss-node.js'

const test = anyTest as TestFn
const folder = pairs(test)
const node = wssNode(test, folder, {
  require: 'signature',
  sends: { sign: ['Body', 'Timestamp'] },
})

interface Understood {
  readonly result?: number
  readonly fault?: { readonly code: string; readonly reason: string }
  readonly refused?: boolean
  readonly sent: string
  readonly received?: string
}

async function call(
  order: object,
  who: Holder = 'client',
  soap: VersionName = '1.1',
): Promise<Understood> {
  const { url, files } = node()
  const whole = {
    soap,
    url,
    ...files(who),
    peer: files('node').certificate,
    reference: 'token',
    algorithm: 'rsa-sha256',
    ...order,
  }
  const output = await run('python3', [`${CLIENTS}zeep-wsse.py`], JSON.stringify(whole))
  return JSON.parse(output.toString('utf8'))
}

for (const soap of ['1.1', '1.2'] as const) {
  for (const [reference, name] of [
    ['token', 'BinarySignature: a token that is referred to'],
    ['data', 'Signature: the certificate in the reference'],
  ] as const) {
    for (const algorithm of ['rsa-sha256', 'rsa-sha512'] as const) {
      test(`SOAP ${soap}, ${name}, ${algorithm}`, async (t) => {
        const { result, received } = await call({ reference, algorithm }, 'client', soap)
        t.is(result, 3)
        t.true(received?.includes('SignatureConfirmation'))
      })
    }
  }

  test(`SOAP ${soap}: with a UsernameToken beside the signature`, async (t) => {
    const { result } = await call({ user: 'client', password: PASSWORD }, 'client', soap)
    t.is(result, 3)
  })
}

test('ECDSA with a key on P-256', async (t) => {
  t.is((await call({ algorithm: 'ecdsa-sha256' }, 'curve')).result, 3)
})

test('SHA-1, which zeep takes by itself, is refused, and the log names it', async (t) => {
  await refused(t, await call({ algorithm: 'default' }))
  await t.notThrowsAsync(node().refused(/rsa-sha1/))
})

test('SHA-1 is taken from a peer that is allowed it', async (t) => {
  t.is((await call({ algorithm: 'default' }, 'legacy')).result, 3)
})

test('a stranger’s signature and a wrong password are refused', async (t) => {
  await refused(t, await call({}, 'stranger'))
  await t.notThrowsAsync(node().refused(/not trusted/))
  await refused(t, await call({ user: 'client', password: 'wrong' }))
})

test('no signature is refused', async (t) => {
  const { fault } = await call({ reference: undefined })
  t.is(fault?.reason, 'The message does not have the security that is asked for.')
})

test('zeep refuses an answer that another key has signed', async (t) => {
  const { refused: bad, result } = await call({ peer: node().files('stranger').certificate })
  t.true(bad)
  t.is(result, undefined)
})

async function refused(t: ExecutionContext, { result, fault, refused: unsigned }: Understood) {
  t.is(result, undefined)
  // Faults of refusals are not signed: zeep tells that and no more, unless it reads the fault first.
  t.true(fault !== undefined || unsigned)
}
