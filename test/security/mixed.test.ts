/** Parts of several messages of one sender, put together: only what its signatures cover together is that sender's word. */
import test from 'ava'
import { SecurityFailure } from '../../src/security/failure.js'
import { judge } from '../../src/security/judge.js'
import { Policies } from '../../src/security/policies.js'
import type { AcceptedSignature } from '../../src/security/verdict.js'
import { readConfig } from '../support/config.js'
import { attempt, trustOf } from '../support/security/attempt.js'
import { type Kit, people } from '../support/security/forge/letter.js'
import {
  type ForgeOptions,
  type Over,
  type Part,
  type Several,
  seven,
  several,
  written,
} from '../support/security/forge/several.js'
import { token, WSSE } from '../support/security/forge/texts.js'

const AT = Date.UTC(2030, 0, 1)
const SEVEN = Object.keys(seven())
const ALL = await people()
const KITS: readonly Kit[] = (['1.1', '1.2'] as const).flatMap((soap) =>
  (['wss', 'soap-dsig'] as const).map((form) => ({ ...ALL, soap, form, at: AT })),
)
const WSS = KITS.filter(({ form }) => form === 'wss')
const SOAP_DSIG = KITS.filter(({ form }) => form === 'soap-dsig')

const named = ({ soap, form }: Kit) => `SOAP ${soap}, ${form}`

function policiesFor(section: object) {
  const peers = {
    alice: { signs: { certificates: ['a.pem'] } },
    bob: { signs: { certificates: ['b.pem'] } },
  }
  const settings = [
    `security.peers=${JSON.stringify(peers)}`,
    `security.policies=${JSON.stringify([section])}`,
  ]
  return new Policies(readConfig({ environment: {}, settings }).security.policies).of({
    transport: 'http',
    path: 'x',
    mailboxes: [],
    operation: 'x',
    route: undefined,
  })
}

interface Heard {
  /** Undefined for what is refused. */
  readonly sender: string | undefined
  readonly why: string | undefined
  readonly signatures: readonly AcceptedSignature[]
  readonly apart: readonly AcceptedSignature[]
  readonly confirmed: readonly string[]
}

/** What a node makes of a text under a policy. */
function heard(text: string, section: object): Heard {
  try {
    const { verdict, envelope } = attempt(text, trustOf(ALL), AT)
    const policies = policiesFor(section)
    const input = { policies, envelope, verdict, attachments: [], peer: {}, identity: undefined }
    const judged = judge(input)
    const { signatures, apart, confirmed } = judged.verdict
    return { sender: judged.sender, why: undefined, signatures, apart, confirmed }
  } catch (error) {
    if (!(error instanceof SecurityFailure)) throw error
    return { sender: undefined, why: error.message, signatures: [], apart: [], confirmed: [] }
  }
}

const policy = (signed: readonly Part[], more: object = {}) => ({
  require: 'signature',
  peers: ['alice'],
  signed,
  ...more,
})

const FULL = policy(['Body', 'Timestamp', 'Addressing'])

/** A later message whose Body, with what signs it, is that of an earlier one. */
function mixed(earlier: Several, later: Several): Several {
  const kept = later.signatures.slice(0, -1)
  return { ...later, signatures: [...kept, ...earlier.signatures.slice(-1)], body: earlier.body }
}

function two(kit: Kit, signatures: readonly Over[]): readonly [Several, Several] {
  const forged = (text: string): ForgeOptions => ({ text, addressing: seven() })
  return [several(kit, forged('first'), signatures), several(kit, forged('second'), signatures)]
}

/** Which part is named depends on the signatures that are left. */
const NOT_SIGNED = /^policy-1: (Body|Timestamp|Addressing) is not signed$/

test('Body and its own signature of another message are not served with what the sender signed apart', (t) => {
  for (const kit of WSS) {
    const [earlier, later] = two(kit, [{ parts: ['Time', ...SEVEN] }, { parts: ['Body'] }])
    const { why } = heard(written(mixed(earlier, later)), FULL)
    t.regex(why ?? '', NOT_SIGNED, named(kit))
    // Nor is the message that they were taken from: nobody can tell them apart.
    t.regex(heard(written(later), FULL).why ?? '', NOT_SIGNED, named(kit))
    // All under one signature, it is served, with more parts than eight.
    const [whole] = two(kit, [{ parts: ['Time', ...SEVEN, 'Body'] }])
    t.is(heard(written(whole), FULL).sender, 'alice', named(kit))
  }
})

test('signatures count together that cover the same Timestamp', (t) => {
  for (const kit of WSS) {
    const over: readonly Over[] = [{ parts: ['Time', ...SEVEN] }, { parts: ['Time', 'Body'] }]
    const [earlier, later] = two(kit, over)
    const { sender, signatures, apart } = heard(written(later), FULL)
    t.deepEqual([sender, signatures.length, apart.length], ['alice', 2, 0], named(kit))
    // The Timestamp of the other message is not there, or is another one.
    t.regex(heard(written(mixed(earlier, later)), FULL).why ?? '', /no element for #Time/)
    const [own] = later.signatures
    const [, foreign] = earlier.signatures
    if (own === undefined || foreign === undefined) return t.fail()
    // With it, in a block for whoever comes next, which is opened before the other, or behind it.
    const { soap } = kit
    const actor = soap === '1.1' ? 'actor' : 'role'
    const content =
      token(kit.alice.certificate.raw, 'Other') +
      earlier.time +
      foreign.replace('URI="#Token"', 'URI="#Other"')
    const next = `<wsse:Security xmlns:wsse="${WSSE}" s:${actor}="${NEXT[soap]}">${content}</wsse:Security>`
    const text = written({ ...later, body: earlier.body, signatures: [own] })
    for (const tag of ['<wsse:Security ', '</s:Header>']) {
      const { why } = heard(
        text.replace(tag, () => next + tag),
        FULL,
      )
      t.regex(why ?? '', NOT_SIGNED, named(kit))
    }
  }
})

const NEXT = {
  '1.1': 'http://schemas.xmlsoap.org/soap/actor/next',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope/role/next',
} as const

test('signatures count together if one covers the ds:Signature of the other, through others, too', (t) => {
  for (const kit of KITS) {
    const times = kit.form === 'wss' ? ['Time'] : []
    const section = policy(['Body', ...(kit.form === 'wss' ? ['Timestamp'] : []), 'Addressing'])
    const over: readonly Over[] = [
      { parts: times.length > 0 ? times : ['To'] },
      { parts: SEVEN, endorses: true },
      { parts: ['Body'], endorses: true },
    ]
    const [earlier, later] = two(kit, over)
    const { sender, why, signatures } = heard(written(later), section)
    t.deepEqual([sender, why, signatures.length], ['alice', undefined, 3], named(kit))
    // WSS 1.1 §5: elements are prepended, so that an endorsing one stands before what it endorses.
    const prepended = { ...later, signatures: later.signatures.toReversed() }
    if (kit.form === 'wss') t.is(heard(written(prepended), section).sender, 'alice', named(kit))
    // The endorsed signature of the other message is not there.
    const { why: missing } = heard(written(mixed(earlier, later)), section)
    t.regex(missing ?? '', /no element for #Signature/, named(kit))
    // With it, they are a group of their own.
    const whole = {
      ...later,
      signatures: [...later.signatures.slice(0, -1), ...earlier.signatures],
    }
    const foreign = { ...whole, body: earlier.body, time: earlier.time + later.time }
    t.not(heard(written(foreign), section).why, undefined, named(kit))
  }
})

test('without a Timestamp and without an endorsing one, all parts are under one signature', (t) => {
  const section = policy(['Body', 'Addressing'])
  for (const kit of KITS) {
    const [earlier, later] = two(kit, [{ parts: SEVEN }, { parts: ['Body'] }])
    for (const one of [later, mixed(earlier, later)]) {
      t.regex(heard(written(one), section).why ?? '', NOT_SIGNED, named(kit))
    }
    const [whole] = two(kit, [{ parts: [...SEVEN, 'Body'] }])
    t.is(heard(written(whole), section).sender, 'alice', named(kit))
    // Where one is enough for the policy, what the other covers does not count as signed.
    const alone = heard(written(later), policy(['Body']))
    t.deepEqual([alone.sender, alone.signatures.length, alone.apart.length], ['alice', 1, 1])
    t.deepEqual(
      alone.signatures[0]?.covers.map(({ local }) => local),
      ['Body'],
    )
  }
})

test('of groups that all meet the policy, the one that covers most counts, then the first', (t) => {
  for (const kit of SOAP_DSIG) {
    const over = (...all: readonly Over[]) => written(two(kit, all)[0])
    const most = heard(over({ parts: ['Body'] }, { parts: ['Body', 'To'] }), policy(['Body']))
    t.deepEqual(
      most.signatures[0]?.covers.map(({ local }) => local),
      ['Body', 'To'],
    )
    const { signatures, apart } = heard(
      over({ parts: ['Body'] }, { parts: ['Body'] }),
      policy(['Body']),
    )
    t.true(Number(signatures[0]?.element?.start) < Number(apart[0]?.element?.start))
  }
})

test('a MAC and a signature are not of one message if they are not tied, nor is what another peer ties', (t) => {
  const mac = { require: 'mac', peers: ['bob'], signed: ['Body', 'Addressing'] }
  for (const kit of KITS) {
    const text = (...over: readonly Over[]) => written(two(kit, over)[0])
    const apart = text({ parts: ['Body'], by: 'bob' }, { parts: SEVEN, by: 'mac' })
    t.regex(heard(apart, mac).why ?? '', NOT_SIGNED, named(kit))
    const macs = text({ parts: ['Body'], by: 'mac' }, { parts: SEVEN, by: 'mac' })
    t.regex(heard(macs, mac).why ?? '', NOT_SIGNED, named(kit))
    const tied = text({ parts: ['Body'], by: 'bob' }, { parts: SEVEN, by: 'mac', endorses: true })
    t.is(heard(tied, mac).sender, 'bob', named(kit))
    // Where signatures are asked for, a MAC ties nothing.
    const signature = { ...mac, require: 'signature' }
    const between: readonly Over[] = [
      { parts: ['Body'], by: 'bob' },
      { parts: ['To'], by: 'mac', endorses: true },
      { parts: SEVEN, by: 'bob', endorses: true },
    ]
    t.is(heard(text(...between), mac).sender, 'bob', named(kit))
    t.is(heard(text(...between), signature).why, 'policy-1: Addressing is not signed', named(kit))
    // Bob may endorse what alice has signed, and does not tie it.
    const by: readonly Over[] = [
      { parts: ['Body'] },
      { parts: ['To'], by: 'bob', endorses: true },
      { parts: SEVEN, endorses: true },
    ]
    t.regex(heard(text(...by), policy(['Body', 'Addressing'])).why ?? '', NOT_SIGNED)
  }
})

test('a message with signatures of two peers is served as before', (t) => {
  for (const kit of KITS) {
    const over: readonly Over[] = [
      { parts: [...SEVEN, 'Body'] },
      { parts: ['To'], by: 'bob', endorses: true },
    ]
    const { sender, signatures, apart } = heard(
      written(two(kit, over)[0]),
      policy(['Body', 'Addressing']),
    )
    t.is(sender, 'alice', named(kit))
    t.deepEqual(
      [signatures, apart].map((all) => all.map(({ peer }) => peer)),
      [['alice'], ['bob']],
    )
  }
})
