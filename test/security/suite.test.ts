/** The suite of a policy: its algorithms are taken and answered, no others, and from nobody else. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { mark, marking } from '../support/nodes/marking.js'
import { makeNode } from '../support/nodes/node.js'
import { type People, people } from '../support/security/forge/letter.js'
import {
  algorithmsIn,
  algorithmsOf,
  NAMES,
  RSA_SHA1,
  RSA_SHA256,
  suited,
} from '../support/security/suited.js'
import { soap11 } from '../support/wire/envelopes.js'

const SENDS = { sign: ['Body', 'Timestamp'], encrypt: ['Body'], reference: 'issuer-serial' }
const GUARD = { require: 'signature', encrypted: ['Body'], sends: SENDS }

/** A node that has alice and bob as peers, and plugins of two names. */
function nodeWith(t: ExecutionContext, people: People, policies: readonly object[], allow = {}) {
  const { alice, bob, node } = people
  const folder = folderOf(t, {
    'alice.pem': alice.pem,
    'bob.pem': bob.pem,
    'node.pem': node.pem,
    'node.key': node.keyPem,
  })
  const peers = {
    alice: { signs: { certificates: [join(folder, 'alice.pem')] } },
    bob: { signs: { certificates: [join(folder, 'bob.pem')] }, ...allow },
  }
  const own = { certificate: join(folder, 'node.pem'), key: join(folder, 'node.key') }
  const { plugin, marks } = marking()
  const made = makeNode(
    { orders: plugin },
    { settings: [`security=${JSON.stringify({ ...own, peers, policies })}`] },
  )
  t.teardown(() => made.queue.close())
  const why = () => JSON.stringify(made.log)
  const ask = async (text: string, transport = 'http') => {
    const outcome = await made.inject(text, { transport })
    return outcome.kind === 'reply' || outcome.kind === 'fault'
      ? { kind: outcome.kind, text: outcome.message.body }
      : { kind: outcome.kind, text: '' }
  }
  return { ...made, ask, marks, why }
}

for (const suite of NAMES) {
  test(`${suite}: messages by it are taken and answered by it, those of all others are refused`, async (t) => {
    const everyone = await people()
    const node = nodeWith(t, everyone, [{ ...GUARD, suite }])
    for (const other of NAMES) {
      const text = suited(soap11(mark(other)), algorithmsOf(other), everyone.alice, everyone.node)
      const { kind, text: answer } = await node.ask(text)
      t.is(kind, other === suite ? 'reply' : 'fault', `${other}: ${answer}`)
      t.is(node.marks.has(other), other === suite)
      if (other !== suite) continue
      const { uris, signedBy } = algorithmsOf(suite)
      t.deepEqual(algorithmsIn(answer), [...new Set([...uris, signedBy?.algorithm])].sort())
    }
    t.regex(node.why(), /UnsupportedAlgorithm/)
  })
}

for (const algorithm of [RSA_SHA1, RSA_SHA256]) {
  test(`a suite: what comes by ${algorithm} is answered by it`, async (t) => {
    const everyone = await people()
    const suite = 'Basic256Sha256'
    const node = nodeWith(t, everyone, [{ ...GUARD, suite }])
    const text = suited(
      soap11(mark(algorithm)),
      algorithmsOf(suite, algorithm),
      everyone.alice,
      everyone.node,
    )
    const { kind, text: answer } = await node.ask(text)
    t.is(kind, 'reply', answer)
    const signatures = algorithmsIn(answer).filter((uri) => /#rsa-sha/.test(uri))
    t.deepEqual(signatures, [algorithm])
  })
}

test('a policy that says strong refuses AES-CBC where another policy has a suite, as it does alone', async (t) => {
  const everyone = await people()
  const others = [{ transport: 'smtp', ...GUARD, suite: 'Basic256Sha256' }]
  const strong = { transport: 'http', ...GUARD }
  const alone = nodeWith(t, everyone, [strong])
  const beside = nodeWith(t, everyone, [strong, ...others])
  const write = (text: string) =>
    suited(soap11(mark(text)), algorithmsOf('Basic256Sha256'), everyone.alice, everyone.node)
  const text = write('cbc')
  const before = await alone.ask(text)
  const after = await beside.ask(text)
  t.is(before.kind, 'fault')
  t.deepEqual(after, before)
  const why = /UnsupportedAlgorithm: \\"[^"]*aes256-cbc\\" is not accepted for encryption/
  t.regex(alone.why(), why)
  t.regex(beside.why(), why)
  t.is((await beside.ask(text, 'smtp')).kind, 'reply')
})

test('nothing is opened by AES-CBC where no policy that may hold has it', async (t) => {
  const everyone = await people()
  const sealed = suited(
    soap11(mark('cbc')),
    algorithmsOf('Basic256'),
    everyone.alice,
    everyone.node,
  )
  // What cannot be decrypted tells whether anybody tried.
  const damaged = sealed.replace(
    /(<xenc:CipherValue>)[^<]{40}(?=[^<]*<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/,
    `$1${'A'.repeat(40)}`,
  )
  t.not(damaged, sealed)
  const policy = { ...GUARD, suite: 'Basic256' }
  const here = nodeWith(t, everyone, [policy])
  t.is((await here.ask(damaged)).kind, 'fault')
  t.regex(here.why(), /FailedCheck: what is encrypted cannot be decrypted/)
  for (const way of [{ transport: 'smtp' }, { mailbox: 'bus@node.example' }]) {
    const node = nodeWith(t, everyone, [{ ...policy, ...way }])
    t.is((await node.ask(damaged)).kind, 'fault')
    t.regex(node.why(), /UnsupportedAlgorithm/)
    t.notRegex(node.why(), /FailedCheck/)
  }
})

test('the operation is known once it is decrypted: its policy decides, and no other one', async (t) => {
  const everyone = await people()
  const operation = (name: string) => `{urn:example:marking}${name}`
  const node = nodeWith(t, everyone, [
    { operation: operation('Mark'), ...GUARD },
    { operation: operation('Act'), ...GUARD, suite: 'Basic128GCM' },
  ])
  const ask = (name: string, suite: 'strong' | 'Basic128GCM') =>
    node.ask(
      suited(
        soap11(mark(`${name} ${suite}`, name)),
        algorithmsOf(suite),
        everyone.alice,
        everyone.node,
      ),
    )
  t.is((await ask('Act', 'Basic128GCM')).kind, 'reply')
  t.is((await ask('Mark', 'Basic128GCM')).kind, 'fault')
  t.is((await ask('Act', 'strong')).kind, 'fault')
  t.is((await ask('Mark', 'strong')).kind, 'reply')
  t.deepEqual([...node.marks], ['Act Basic128GCM', 'Mark strong'])
})

test('what a peer is allowed adds nothing to a suite, and a suite nothing to what others may send', async (t) => {
  const everyone = await people()
  const allow = { allow: ['rsa-sha1', 'sha1', 'aes-cbc', 'rsa-oaep-sha1'] }
  const node = nodeWith(
    t,
    everyone,
    [
      { transport: 'http', ...GUARD },
      { transport: 'smtp', ...GUARD, suite: 'Basic256GCM' },
    ],
    allow,
  )
  const write = (text: string, by: People['alice']) =>
    suited(soap11(mark(text)), algorithmsOf('Basic128'), by, everyone.node)
  t.is((await node.ask(write('bob', everyone.bob))).kind, 'reply')
  t.is((await node.ask(write('alice', everyone.alice))).kind, 'fault')
  t.is((await node.ask(write('bob, by a suite', everyone.bob), 'smtp')).kind, 'fault')
  t.deepEqual([...node.marks], ['bob'])
})

test('a policy without a suite leaves it to the others that hold; two that differ are met by nothing', async (t) => {
  const everyone = await people()
  const write = (name: 'Basic256' | 'Basic128GCM' | 'strong') =>
    suited(soap11(mark(name)), algorithmsOf(name), everyone.alice, everyone.node)
  const one = nodeWith(t, everyone, [{ require: 'signature' }, { ...GUARD, suite: 'Basic256' }])
  t.is((await one.ask(write('Basic256'))).kind, 'reply')
  t.is((await one.ask(write('strong'))).kind, 'fault')
  const two = nodeWith(t, everyone, [
    { require: 'signature', suite: 'strong' },
    { ...GUARD, suite: 'Basic256' },
  ])
  for (const name of ['Basic256', 'Basic128GCM', 'strong'] as const) {
    t.is((await two.ask(write(name))).kind, 'fault')
  }
})

test('an answer to what nobody has signed is signed as the suite has it, or as the policy says', async (t) => {
  const everyone = await people()
  for (const [algorithm, expected] of [
    [undefined, RSA_SHA1],
    ['rsa-sha256', RSA_SHA256],
  ] as const) {
    const sends = { sign: ['Body'], algorithm }
    const node = nodeWith(t, everyone, [{ suite: 'Basic256Sha256', sends }])
    const { kind, text } = await node.ask(soap11(mark('plain')))
    t.is(kind, 'reply', text)
    t.true(algorithmsIn(text).includes(expected))
  }
})

test('a message comes again: it is refused, or answered by the same suite', async (t) => {
  const everyone = await people()
  const node = nodeWith(t, everyone, [{ ...GUARD, suite: 'Basic192', replays: 'dated' }])
  const text = suited(
    soap11(mark('again')),
    algorithmsOf('Basic192'),
    everyone.alice,
    everyone.node,
  )
  t.is((await node.ask(text)).kind, 'reply')
  t.is((await node.ask(text)).kind, 'fault')
  t.regex(node.why(), /it came before/)
})
