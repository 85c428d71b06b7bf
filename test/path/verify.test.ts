/** The steps that hold a message against the policies of its way, in a whole node. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Peer } from '../../src/message/origin.js'
import {
  type Evidence,
  type EvidenceEntry,
  EvidenceUnavailable,
} from '../../src/security/evidence.js'
import { factsOf } from '../../src/security/trust/certificate-facts.js'
import type { Outcome } from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { mark, marking, T } from '../support/nodes/marking.js'
import { makeNode } from '../support/nodes/node.js'
import { attempt, trustOf } from '../support/security/attempt.js'
import {
  HONEST,
  type Kit,
  letter,
  type People,
  people,
  write,
} from '../support/security/forge/letter.js'
import { gateway } from '../support/security/gateway.js'
import { fingerprintOf } from '../support/security/issue.js'
import { soap11 } from '../support/wire/envelopes.js'

const REFUSED = 'The message does not have the security that is asked for.'

/** Alice and bob are known by their certificates; bob may call nothing here. */
function nodeOf(
  t: ExecutionContext,
  all: People,
  policy: Readonly<Record<string, unknown>>,
  evidence?: Evidence,
) {
  const { plugin, marks } = marking()
  const { pem, keyPem } = all.neighbour
  const folder = folderOf(t, {
    'alice.pem': all.alice.pem,
    'bob.pem': all.bob.pem,
    'node.pem': pem,
    'node-key.pem': keyPem,
  })
  const file = (name: string) => join(folder, name)
  const peers = {
    alice: {
      signs: { certificates: [file('alice.pem')] },
      certificates: [fingerprintOf(all.alice)],
    },
    bob: { signs: { certificates: [file('bob.pem')] }, calls: ['{urn:other}*'] },
    carol: { password: `sha256:${'0'.repeat(64)}` },
  }
  const settings = [
    `security.peers=${JSON.stringify(peers)}`,
    `security.policies=${JSON.stringify([policy])}`,
    `security.certificate=${file('node.pem')}`,
    `security.key=${file('node-key.pem')}`,
  ]
  const options = { settings, ...(evidence && { evidence }) }
  return { ...makeNode({ echo: plugin }, options), marks }
}

async function kit(form: Kit['form'] = 'wss', soap: Kit['soap'] = '1.1'): Promise<Kit> {
  return { ...(await people()), soap, form, at: Date.now() }
}

function bodyOf(outcome: Outcome): string {
  return outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : outcome.kind
}

for (const form of ['wss', 'soap-dsig'] as const) {
  for (const soap of ['1.1', '1.2'] as const) {
    test(`signature: what a peer has signed is done, by ${form} in SOAP ${soap}`, async (t) => {
      const setup = await kit(form, soap)
      const { inject, marks } = nodeOf(t, setup, { require: 'signature' })
      const outcome = await inject(write(letter(setup)), {
        mediaType: soap === '1.1' ? 'text/xml' : 'application/soap+xml',
      })
      t.is(outcome.kind, 'reply', bodyOf(outcome))
      t.deepEqual([...marks], [HONEST])
    })
  }
}

test('signature: what nobody has signed is refused, and its sender hears no reason', async (t) => {
  const { inject, marks, log } = nodeOf(t, await people(), { name: 'strict', require: 'signature' })
  const outcome = await inject(soap11(mark('unsigned')))
  t.is(outcome.kind, 'fault')
  t.true(bodyOf(outcome).includes(REFUSED))
  t.false(/strict|signature of a peer/.test(bodyOf(outcome)))
  t.is(marks.size, 0)
  t.true(
    log.some(({ cause }) => String(cause).includes('strict: it has no such signature of a peer')),
  )
})

test('a stranger’s signature gets the answer that no signature gets', async (t) => {
  const setup = await kit()
  const { inject, marks } = nodeOf(t, setup, { require: 'signature' })
  const strangers = letter(setup, [], setup.mallory)
  const outcome = await inject(write(strangers))
  t.is(outcome.kind, 'fault')
  t.true(bodyOf(outcome).includes(REFUSED))
  t.true(bodyOf(outcome).includes('InvalidSecurity'))
  t.is(marks.size, 0)
})

test('peers: a known peer that the policy does not name is refused', async (t) => {
  const setup = await kit()
  const { inject, marks } = nodeOf(t, setup, { require: 'signature', peers: ['bob'] })
  t.is((await inject(write(letter(setup)))).kind, 'fault')
  t.is(marks.size, 0)
})

test('calls: a peer may call what its entry says, whatever the policy', async (t) => {
  const setup = await kit()
  const { inject, marks } = nodeOf(t, setup, { require: 'anonymous' })
  t.is((await inject(write(letter(setup, [], setup.bob)))).kind, 'fault')
  t.is(marks.size, 0)
  t.is((await inject(write(letter(setup)))).kind, 'reply')
})

const TLS: Peer = { tls: { protocol: 'TLSv1.3' } }
const CAROL = {
  subject: 'CN=carol',
  issuer: 'CN=ca',
  serial: '1',
  fingerprint: 'c'.repeat(64),
  names: [],
}
const CERTIFIED: Peer = { tls: { protocol: 'TLSv1.3', certificate: CAROL } }

const LEVELS: readonly (readonly [level: string, met: Peer, unmet: Peer])[] = [
  ['tls', TLS, {}],
  ['client-certificate', CERTIFIED, TLS],
  ['password', { name: 'carol' }, TLS],
]

for (const [level, met, unmet] of LEVELS) {
  test(`${level}: the connection decides`, async (t) => {
    const { inject } = nodeOf(t, await people(), { require: level })
    t.is((await inject(soap11(mark('a')), { peer: met })).kind, 'reply')
    t.is((await inject(soap11(mark('b')), { peer: unmet })).kind, 'fault')
  })
}

test('path: a policy of a plugin holds for its operations wherever they are called', async (t) => {
  const { inject, marks } = nodeOf(t, await people(), { require: 'signature', path: 'echo' })
  t.is((await inject(soap11(mark('a')), { destination: 'echo' })).kind, 'fault')
  t.is((await inject(soap11(mark('a')))).kind, 'fault')
  t.is(marks.size, 0)
  const other = nodeOf(t, await people(), { require: 'signature', path: 'trace' })
  t.is((await other.inject(soap11(mark('a')))).kind, 'reply')
})

test('several levels: all must be met', async (t) => {
  const setup = await kit()
  const { inject } = nodeOf(t, setup, { require: ['tls', 'signature'] })
  const text = write(letter(setup))
  t.is((await inject(text)).kind, 'fault')
  t.is((await inject(text, { peer: TLS })).kind, 'reply')
})

const aliceByTls = ({ alice }: People): Peer => ({
  tls: { protocol: 'TLSv1.3', certificate: factsOf(alice.certificate) },
})

function kept(fails = false) {
  const state = { fails }
  const entries: EvidenceEntry[] = []
  const evidence: Evidence = {
    async append(entry) {
      if (state.fails) throw new EvidenceUnavailable('no space is left')
      entries.push(entry)
    },
    probe: async () => undefined,
    close: async () => undefined,
  }
  return { entries, evidence, state }
}

test('non-repudiation: both messages are kept, and the answer is kept as it is sent', async (t) => {
  const setup = await kit()
  const { entries, evidence } = kept()
  const policy = { require: 'non-repudiation', sends: { sign: ['Body'] } }
  const { inject } = nodeOf(t, setup, policy, evidence)
  const text = write(letter(setup))
  const outcome = await inject(text, { peer: aliceByTls(setup) })
  t.is(outcome.kind, 'reply', bodyOf(outcome))
  const [received, sent, ...more] = entries
  t.is(more.length, 0)
  t.is(received?.direction, 'received')
  t.is(Buffer.from(received?.bytes ?? []).toString(), text)
  t.deepEqual(
    received?.signatures.map(({ peer }) => peer),
    ['alice'],
  )
  t.is(sent?.direction, 'sent')
  t.is(Buffer.from(sent?.bytes ?? []).toString(), bodyOf(outcome))
  t.is(sent?.exchange, received?.exchange)
})

test('non-repudiation: what cannot be kept is not done, and is done when it comes again', async (t) => {
  const setup = await kit()
  const { evidence, state } = kept(true)
  const { inject, marks } = nodeOf(t, setup, { require: 'non-repudiation' }, evidence)
  const text = write(letter(setup))
  const outcome = await inject(text, { peer: aliceByTls(setup) })
  t.is(outcome.kind === 'refused' && outcome.refusal, 'unavailable')
  t.is(marks.size, 0)
  state.fails = false
  t.is((await inject(text, { peer: aliceByTls(setup) })).kind, 'reply')
  t.is(marks.size, 1)
})

test('non-repudiation: an answer that cannot be kept is not passed on, and is taken when it comes again', async (t) => {
  const setup = await kit()
  const { entries, evidence, state } = kept()
  const text = write(letter(setup, [], setup.bob))
  const policy = { destination: 'next', require: 'non-repudiation', peers: ['bob'] }
  const { inject, sent } = gateway(t, setup, 'relay', [policy], () => text, {
    peer: { tls: { protocol: 'TLSv1.3', certificate: factsOf(setup.bob.certificate) } },
    evidence: {
      ...evidence,
      append: (entry) => (entry.direction === 'sent' ? Promise.resolve() : evidence.append(entry)),
    },
  })
  state.fails = true
  const outcome = await inject(soap11('<x:One xmlns:x="urn:x"/>'))
  t.is(outcome.kind === 'refused' && outcome.refusal, 'unavailable', bodyOf(outcome))
  state.fails = false
  t.is((await inject(soap11('<x:One xmlns:x="urn:x"/>'))).kind, 'reply')
  // A third time it has come before.
  t.is((await inject(soap11('<x:One xmlns:x="urn:x"/>'))).kind, 'fault')
  t.deepEqual([sent.length, entries.length], [3, 1])
})

test('non-repudiation: a signature without the client certificate of the same subject is not enough', async (t) => {
  const setup = await kit()
  const { entries, evidence } = kept()
  const { inject, marks } = nodeOf(t, setup, { require: 'non-repudiation' }, evidence)
  t.is((await inject(write(letter(setup)))).kind, 'fault')
  t.is((await inject(write(letter(setup)), { peer: CERTIFIED })).kind, 'fault')
  t.is((await inject(soap11(mark('a')), { peer: aliceByTls(setup) })).kind, 'fault')
  t.is(marks.size + entries.length, 0)
})

for (const form of ['wss', 'soap-dsig'] as const) {
  test(`seal: an answer is signed by ${form}, a fault after the policy was met too, and one before is not`, async (t) => {
    const setup = await kit(form)
    const sends = { form, sign: ['Body'] }
    const { inject } = nodeOf(t, setup, { require: 'signature', sends })
    const trust = trustOf({ ...setup, alice: setup.neighbour })
    const reply = bodyOf(await inject(write(letter(setup))))
    t.true(attempt(reply, trust, Date.now()).executed !== undefined, reply)
    t.is(attempt(reply, trust, Date.now()).verdict.form, form)
    const unmet = bodyOf(await inject(soap11(mark('unsigned'))))
    t.false(unmet.includes('Signature'))
  })
}

test('replays: the same signed message counts once', async (t) => {
  const setup = await kit()
  const { inject } = nodeOf(t, setup, { require: 'signature', replays: 'dated' })
  const text = write(letter(setup))
  t.is((await inject(text)).kind, 'reply')
  const again = await inject(text)
  t.is(again.kind, 'fault')
  t.true(bodyOf(again).includes('it came before, and counts once'))
})

test('replays: under the same identification it is answered as before, and under another one refused', async (t) => {
  const setup = await kit()
  const { inject } = nodeOf(t, setup, { require: 'signature', operation: `{${T}}Mark` })
  const text = write(letter(setup))
  const keyed = { idempotencyKey: 'one', patience: 5_000 }
  const first = await inject(text, keyed)
  t.is(first.kind, 'reply')
  t.is(bodyOf(await inject(text, keyed)), bodyOf(first))
  t.is((await inject(text, { ...keyed, idempotencyKey: 'other' })).kind, 'fault')
  t.is((await inject(text, { ...keyed, idempotencyKey: 'other' })).kind, 'fault')
})

test('replays: refuse means every repetition', async (t) => {
  const setup = await kit()
  const { inject } = nodeOf(t, setup, { require: 'signature', replays: 'refuse' })
  const text = write(letter(setup))
  const keyed = { idempotencyKey: 'one', patience: 5_000 }
  t.is((await inject(text, keyed)).kind, 'reply')
  t.is((await inject(text, keyed)).kind, 'fault')
})
