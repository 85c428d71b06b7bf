/** What plugins throw: a fault of whichever copy, a fault that is none, and what is no error at all. */
import test from 'ava'
import { SoapFault } from '../../src/plugin.js'
import { asFault } from '../../src/soap/fault.js'
import { element } from '../../src/xml/tree.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const RUN = soap11('<q:Run xmlns:q="urn:q"/>')
const BLOCK = soap11('<q:Run xmlns:q="urn:q"/>', '<q:Block xmlns:q="urn:q"/>')

/** A node whose operation throws, and one whose header handler does. */
function throwing(throws: () => unknown) {
  const fail = () => {
    throw throws()
  }
  return [
    makeNode({ q: { operations: [{ name: '{urn:q}Run', invoke: fail }] } }),
    makeNode({
      q: {
        operations: [{ name: '{urn:q}Run', invoke: () => undefined }],
        headers: [{ name: '{urn:q}Block', process: fail }],
      },
    }),
  ]
}

/** The module once more, as a plugin has it that brought its own copy of the package. */
const copy = (await import(new URL('../../src/soap/fault.js?copy', import.meta.url).href)) as {
  SoapFault: typeof SoapFault
}

test('a fault of another copy of the package is a fault', async (t) => {
  const detail = [element({ name: '{urn:q}Why', prefix: 'q' })]
  const foreign = new copy.SoapFault({ code: 'Client', reason: 'Not so.', detail })
  t.false(foreign instanceof SoapFault)
  t.is(asFault(foreign)?.stack, foreign.stack)
  for (const node of throwing(() => foreign)) {
    const outcome = await node.inject(BLOCK)
    t.is(outcome.kind === 'fault' && outcome.code, 'Client')
    const body = outcome.kind === 'fault' ? outcome.message.body : ''
    t.regex(body, /<faultstring>Not so\.<\/faultstring>/)
    t.regex(body, /<q:Why /)
  }
})

test('a code that SOAP does not have makes a bare Server fault', async (t) => {
  const odd = Object.assign(new copy.SoapFault({ code: 'Client', reason: 'x' }), { code: 'Bogus' })
  const made = () => new SoapFault({ code: 'Bogus' as 'Client', reason: 'x' })
  t.throws(made, {
    instanceOf: TypeError,
    message:
      'a fault has the code VersionMismatch, MustUnderstand, DataEncodingUnknown, Client, Server',
  })
  for (const throws of [made, () => odd]) {
    for (const node of throwing(throws)) {
      const outcome = await node.inject(BLOCK)
      t.is(outcome.kind === 'fault' && outcome.code, 'Server')
      const body = outcome.kind === 'fault' ? outcome.message.body : ''
      t.regex(body, /<faultcode>soap:Server<\/faultcode>/)
      t.false(body.includes('undefined'))
    }
  }
})

const trap = () => {
  throw new Error('trapped')
}
const hostile = { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap }

const ODD: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  'a text': () => 'text',
  'a symbol': () => Symbol('odd'),
  'an object without a prototype': () => Object.create(null),
  'a proxy of an error': () => new Proxy(new Error('x'), hostile),
  'a proxy of a fault': () => new Proxy(new SoapFault({ code: 'Client', reason: 'x' }), hostile),
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable(new Error('x'), {})
    revoke()
    return proxy
  },
  'an error whose message throws': () =>
    Object.defineProperty(new Error(), 'message', { get: trap }),
  'an error with a property that throws': () =>
    Object.defineProperty(new Error('x'), 'more', { get: trap, enumerable: true }),
  'an error whose message is null': () => Object.assign(new Error('x'), { message: null }),
  'an error whose cause is a proxy': () => new Error('x', { cause: new Proxy({}, hostile) }),
  'a fault whose reason is no text': () =>
    Object.assign(new SoapFault({ code: 'Client', reason: 'x' }), { message: null }),
  'a fault whose detail is no list': () =>
    new SoapFault({ code: 'Client', reason: 'x', detail: 7 as unknown as [] }),
}

for (const [what, throws] of Object.entries(ODD)) {
  test(`thrown by a plugin, ${what} is logged and makes a bare Server fault`, async (t) => {
    for (const node of throwing(throws)) {
      const outcome = await node.inject(BLOCK)
      t.is(outcome.kind === 'fault' && outcome.code, 'Server')
      const line = node.log.find(({ msg }) => /^the exchange failed/.test(String(msg)))
      t.is(typeof (line?.err as { message?: unknown } | undefined)?.message, 'string')
    }
  })
}

test('a result that cannot be looked at makes a bare Server fault', async (t) => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  for (const result of [new Proxy({}, hostile), { q: proxy }, () => undefined, 7, Symbol('odd')]) {
    const node = makeNode({
      q: { operations: [{ name: '{urn:q}Run', invoke: async () => ({ q: result }) as never }] },
    })
    const outcome = await node.inject(RUN)
    t.is(outcome.kind, outcome.kind === 'reply' ? 'reply' : 'fault')
  }
})
