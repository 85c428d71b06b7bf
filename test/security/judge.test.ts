/** Whose message it is, where more than one peer has signed something of it. */
import test from 'ava'
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

function policyOf(section: object) {
  const settings = [
    'security.peers={"alice":{"signs":{"certificates":["a.pem"]}},"bob":{"signs":{"certificates":["b.pem"]}}}',
    `security.policies=${JSON.stringify([section])}`,
  ]
  return new Policies(readConfig({ environment: {}, settings }).security.policies)
}

/** Alice has signed Body; bob has added a signature of Body and Timestamp, before hers or behind it. */
function both(given: Kit, first: 'alice' | 'bob'): string {
  const own = letter(given)
  const time = own.tokens.slice(own.tokens.indexOf('<wsu:Timestamp'))
  const overBody = reference('#Body', own.body)
  const hers = signed([overBody], given.alice.key, own.keyInfo)
  const his = signed(
    [overBody, reference('#Time', time)],
    given.bob.key,
    tokenReference(toToken('His')),
  )
  const tokens = own.tokens + token(given.bob.certificate.raw, 'His')
  const text = first === 'alice' ? hers + his : his + hers
  return write({ ...own, tokens }).replace(signatureOf(own), text)
}

const WHERE = { transport: 'http', path: 'x', mailbox: undefined, operation: 'x', route: undefined }

function judged(given: Kit, text: string, section: object): string | undefined {
  const { verdict, envelope } = attempt(text, trustOf(given), AT)
  const policies = policyOf(section).of(WHERE)
  return judge({ policies, envelope, verdict, attachments: [], peer: {}, known: undefined })
}

test('what another peer has signed does not make up for what the sender has not', async (t) => {
  const given = await kit()
  const section = { require: 'signature', signed: ['Body', 'Timestamp'] }
  t.throws(() => judged(given, both(given, 'alice'), { ...section, peers: ['alice'] }), {
    message: /Timestamp is not signed/,
  })
  t.throws(() => judged(given, both(given, 'alice'), section))
  t.is(judged(given, both(given, 'bob'), section), 'bob')
  t.throws(() => judged(given, both(given, 'bob'), { ...section, peers: ['alice'] }), {
    message: /it is by bob, not by alice/,
  })
  t.is(judged(given, write(letter(given)), { ...section, peers: ['alice'] }), 'alice')
})
