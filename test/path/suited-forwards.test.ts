/** The suite of a destination’s policy: what is sent to it, and which of its answers are taken. */
import test from 'ava'
import type { Outcome } from '../../src/transport.js'
import { mark } from '../support/nodes/marking.js'
import { people } from '../support/security/forge/letter.js'
import { gateway } from '../support/security/gateway.js'
import {
  algorithmsIn,
  algorithmsOf,
  NAMES,
  RSA_SHA1,
  RSA_SHA256,
  suited,
} from '../support/security/suited.js'
import { soap11 } from '../support/wire/envelopes.js'

const SENDS = { sign: ['Body'], encrypt: ['Body'], reference: 'issuer-serial' }
const OUT = { name: 'out', destination: 'next', peers: ['bob'], require: 'signature' }
const SECRET = { ...OUT, encrypted: ['Body'], sends: SENDS }

const contentOf = (outcome: Outcome) =>
  outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : outcome.kind

for (const mode of ['relay', 'request-reply'] as const) {
  for (const suite of ['Basic256Sha256', 'Basic128GCM'] as const) {
    test(`${mode}: requests are sent, and answers taken, by ${suite} and by nothing else`, async (t) => {
      const everyone = await people()
      let by = NAMES[0]
      const { inject, sent } = gateway(t, everyone, mode, [{ ...SECRET, suite }], () =>
        suited(
          soap11(mark(`by ${by}`)),
          algorithmsOf(by ?? suite),
          everyone.bob,
          everyone.neighbour,
        ),
      )
      for (const other of NAMES) {
        by = other
        const outcome = await inject(soap11(mark('asked')))
        t.is(outcome.kind === 'reply', other === suite, `${other}: ${contentOf(outcome)}`)
        t.is(contentOf(outcome).includes(`by ${other}`), other === suite)
      }
      t.is(sent.length, NAMES.length)
      const { uris } = algorithmsOf(suite)
      for (const { body } of sent) {
        t.deepEqual(algorithmsIn(String(body)), [...new Set([...uris, RSA_SHA1])].sort())
      }
    })
  }

  test(`${mode}: sends.algorithm says by what requests are signed beside a suite`, async (t) => {
    const everyone = await people()
    const policy = { ...SECRET, sends: { ...SENDS, algorithm: 'rsa-sha256' }, suite: 'Basic256' }
    const { inject, sent } = gateway(t, everyone, mode, [policy], () =>
      suited(
        soap11(mark('answer')),
        algorithmsOf('Basic256', RSA_SHA256),
        everyone.bob,
        everyone.neighbour,
      ),
    )
    t.is((await inject(soap11(mark('asked')))).kind, 'reply')
    t.true(algorithmsIn(String(sent[0]?.body)).includes(RSA_SHA256))
    t.false(algorithmsIn(String(sent[0]?.body)).includes(RSA_SHA1))
  })

  test(`${mode}: the suite of a destination is not that of who asks: each has its own`, async (t) => {
    const everyone = await people()
    const policies = [
      { name: 'in', require: 'signature', sends: { sign: ['Body'] }, suite: 'Basic256Sha256' },
      { ...SECRET, suite: 'Basic192GCM' },
    ]
    const { inject, sent } = gateway(t, everyone, mode, policies, () =>
      suited(soap11(mark('answer')), algorithmsOf('Basic192GCM'), everyone.bob, everyone.neighbour),
    )
    const signed = { sign: ['Body'], encrypt: [], actor: NEXT }
    const request = suited(
      soap11(mark('asked')),
      { ...algorithmsOf('Basic256Sha256'), ...signed },
      everyone.alice,
      everyone.neighbour,
    )
    const outcome = await inject(request)
    t.is(outcome.kind, 'reply', contentOf(outcome))
    const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
    t.true(algorithmsIn(contentOf(outcome)).includes(sha256))
    const { uris } = algorithmsOf('Basic192GCM')
    t.true(uris.every((uri) => algorithmsIn(String(sent[0]?.body)).includes(uri)))
  })
}

const NEXT = 'http://schemas.xmlsoap.org/soap/actor/next'
