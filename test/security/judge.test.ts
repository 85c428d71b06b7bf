/** Whose message it is, where more than one peer has signed something of it. */
import test from 'ava'
import type { Security } from '../../src/config/security.js'
import type { Peer } from '../../src/message/origin.js'
import { judge } from '../../src/security/judge.js'
import { Policies } from '../../src/security/policies.js'
import { readConfig } from '../support/config.js'
import { attempt, trustOf } from '../support/security/attempt.js'
import { type Kit, letter, people, signatureOf, write } from '../support/security/forge/letter.js'
import { signed } from '../support/security/forge/sign.js'
import { reference, token, tokenReference, toToken } from '../support/security/forge/texts.js'

const AT = Date.UTC(2030, 0, 1)

async function kit(): Promise<Kit> {
  return { ...(await people()), soap: '1.1', form: 'wss', at: AT }
}

function policyOf(section: object, more: Partial<Security['policies'][number]> = {}) {
  const settings = [
    'security.peers={"alice":{"signs":{"certificates":["a.pem"]}},"bob":{"signs":{"certificates":["b.pem"]}}}',
    `security.policies=${JSON.stringify([section])}`,
  ]
  const { policies } = readConfig({ environment: {}, settings }).security
  return new Policies(policies.map((one) => ({ ...one, ...more })))
}

/** Alice has signed Body; bob has added a signature of Body and Timestamp, before hers or behind it. */
function both(kit: Kit, first: 'alice' | 'bob'): string {
  const own = letter(kit)
  const time = own.tokens.slice(own.tokens.indexOf('<wsu:Timestamp'))
  const overBody = reference('#Body', own.body)
  const hers = signed([overBody], kit.alice.key, own.keyInfo)
  const his = signed(
    [overBody, reference('#Time', time)],
    kit.bob.key,
    tokenReference(toToken('His')),
  )
  const tokens = own.tokens + token(kit.bob.certificate.raw, 'His')
  const text = first === 'alice' ? hers + his : his + hers
  return write({ ...own, tokens }).replace(signatureOf(own), text)
}

const WHERE = { transport: 'http', path: 'x', mailboxes: [], operation: 'x', route: undefined }

function judged(kit: Kit, text: string, section: object): string | undefined {
  const { verdict, envelope } = attempt(text, trustOf(kit), AT)
  const policies = policyOf(section).of(WHERE)
  return judge({ policies, envelope, verdict, attachments: [], peer: {}, identity: undefined })
    .sender
}

test('what another peer has signed does not make up for what the sender has not', async (t) => {
  const setup = await kit()
  const section = { require: 'signature', signed: ['Body', 'Timestamp'] }
  t.throws(() => judged(setup, both(setup, 'alice'), { ...section, peers: ['alice'] }), {
    message: /Timestamp is not signed/,
  })
  t.throws(() => judged(setup, both(setup, 'alice'), section))
  t.is(judged(setup, both(setup, 'bob'), section), 'bob')
  t.throws(() => judged(setup, both(setup, 'bob'), { ...section, peers: ['alice'] }), {
    message: /it is by bob, not by alice/,
  })
  t.is(judged(setup, write(letter(setup)), { ...section, peers: ['alice'] }), 'alice')
})

test('a policy that leaves Body out is met over TLS only, whatever its levels are', async (t) => {
  const setup = await kit()
  const { envelope, verdict } = attempt(write(letter(setup)), trustOf(setup), AT)
  // No configuration has such a policy: a start refuses it.
  const section = { require: ['tls', 'signature'], signed: ['Timestamp'] }
  const policies = policyOf(section, { require: 'signature' }).of(WHERE)
  const judgedBy = (peer: Peer, signatures = verdict.signatures) =>
    judge({
      policies,
      envelope,
      verdict: { ...verdict, signatures },
      attachments: [],
      peer,
      identity: undefined,
    })
  const tls = { tls: { protocol: 'TLSv1.3' } }
  t.is(judgedBy(tls).sender, 'alice')
  t.throws(() => judgedBy({}), { message: /Body need not be signed, and it did not come over TLS/ })
  const timeOnly = verdict.signatures.map((one) => ({
    ...one,
    covers: one.covers.filter(({ local }) => local === 'Timestamp'),
  }))
  t.is(judgedBy(tls, timeOnly).sender, 'alice')
  t.throws(() => judgedBy({}, timeOnly))
})
