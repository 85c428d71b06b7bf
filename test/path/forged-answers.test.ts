/** Answers of a destination that are not what its policy asks for: whoever waits never gets them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { marking, T } from '../support/nodes/marking.js'
import { serveNode } from '../support/nodes/node.js'
import {
  forgedBody,
  type Kit,
  type Letter,
  letter,
  nameless,
  people,
  write,
} from '../support/security/forge/letter.js'
import { signedInfo, valueFor } from '../support/security/forge/sign.js'
import { reference, timestamp, WSA, WSU } from '../support/security/forge/texts.js'
import { securityOf } from '../support/security/guarded.js'
import { MOVED } from '../support/security/variants/moved.js'
import { soap11 } from '../support/wire/envelopes.js'
import { ask, TEXT_XML } from '../support/wire/wire.js'

const WSSE11 = 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd'
const ASK = `<t:Ask xmlns:t="${T}"/>`

interface Gateway {
  /** Sends a request with a MessageID on; the destination answers with the text. */
  ask(
    answer: (kit: Kit, request: string) => string,
  ): Promise<{ readonly status: number; readonly text: string }>
  /** The last request as it came to the destination. */
  readonly log: readonly Record<string, unknown>[]
}

async function gateway(t: ExecutionContext): Promise<Gateway> {
  const all = await people()
  let answer: (request: string) => string = () => ''
  const archive = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const text = answer(Buffer.concat(pieces).toString('utf8'))
    response.writeHead(200, { 'content-type': TEXT_XML }).end(text)
  })
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve))
  t.teardown(() => archive.close())
  const url = `http://127.0.0.1:${(archive.address() as AddressInfo).port}/`
  const policy = {
    destination: 'archive',
    require: 'signature',
    peers: ['alice'],
    signed: ['Body', 'Timestamp', 'Addressing'],
    sends: { sign: ['Body', 'Timestamp', 'Addressing'] },
  }
  const settings = [
    `destinations=${JSON.stringify({ archive: { url } })}`,
    `routes=${JSON.stringify([{ to: 'archive' }])}`,
    'node.uri=urn:example:gateway',
    securityOf(t, all, [policy]),
  ]
  const node = await serveNode({ marking: marking().plugin }, { settings })
  t.teardown(() => node.close())
  let number = 0
  return {
    log: node.log,
    async ask(from) {
      number += 1
      const kit: Kit = { ...all, soap: '1.1', form: 'wss', at: Date.now() }
      answer = (request) => from(kit, request)
      const id = `<wsa:MessageID xmlns:wsa="${WSA}">urn:example:request-${number}</wsa:MessageID>`
      const to = `<wsa:Action xmlns:wsa="${WSA}">urn:example:ask</wsa:Action>`
      return ask(node.url, soap11(ASK, id + to))
    },
  }
}

const block = (name: string, text: string) =>
  `<wsa:${name} xmlns:wsa="${WSA}" xmlns:wsu="${WSU}" wsu:Id="Known">${text}</wsa:${name}>`
const requested = (text: string) => /MessageID[^>]*>([^<]+)</.exec(text)?.[1] ?? ''
const sentValue = (text: string) => /SignatureValue>([^<]+)</.exec(text)?.[1] ?? ''

/** Alice’s answer, with a signed RelatesTo. */
const related = (kit: Kit, id: string, more: Partial<Letter> = {}) => {
  const relates = block('RelatesTo', id)
  return write({ ...letter(kit, [reference('#Known', relates)]), before: relates, ...more })
}

/** A signed confirmation of a value. */
function confirming(kit: Kit, value: string): string {
  const own = letter(kit)
  const text = `<wsse11:SignatureConfirmation xmlns:wsse11="${WSSE11}" xmlns:wsu="${WSU}" Value="${value}" wsu:Id="Confirmed"></wsse11:SignatureConfirmation>`
  const time = own.tokens.slice(own.tokens.indexOf('<wsu:Timestamp'))
  const over = [
    reference('#Body', own.body),
    reference('#Time', time),
    reference('#Confirmed', text),
  ]
  const info = signedInfo(over)
  return write({ ...own, tokens: own.tokens + text, info, value: valueFor(info, kit.alice.key) })
}

const old = Date.UTC(2020, 0, 1)

const BAD: readonly (readonly [string, (kit: Kit, request: string) => string])[] = [
  ['an unsigned answer', (kit) => write({ ...letter(kit), body: forgedBody(kit) }, '')],
  ['a stranger’s answer', (kit) => write(letter(kit, [], kit.mallory))],
  ['another peer’s answer', (kit) => write(letter(kit, [], kit.bob))],
  ['an answer by the twin of the peer’s certificate', (kit) => write(letter(kit, [], kit.twin))],
  ['an answer that was altered', (kit) => write({ ...letter(kit), body: forgedBody(kit) })],
  ['an old answer', (kit) => write(letter({ ...kit, at: old }))],
  [
    'an old answer with a fresh Timestamp',
    (kit) => {
      const own = letter({ ...kit, at: old })
      return write({ ...own, tokens: own.tokens.replace(/<wsu:Timestamp.*/s, timestamp(kit.at)) })
    },
  ],
  ['an answer that relates to another request', (kit) => related(kit, 'urn:example:other')],
  [
    'an answer whose RelatesTo was altered',
    (kit, request) =>
      related(kit, 'urn:example:other', { before: block('RelatesTo', requested(request)) }),
  ],
  [
    'an answer whose RelatesTo nobody has signed',
    (kit, request) => write({ ...letter(kit), before: block('RelatesTo', requested(request)) }),
  ],
  [
    'an answer to another request, whose RelatesTo was put into a block',
    (kit) =>
      related(kit, 'urn:example:other', {
        before: `<w:W xmlns:w="urn:w">${block('RelatesTo', 'urn:example:other')}</w:W>`,
      }),
  ],
  ['an answer that confirms another request', (kit) => confirming(kit, 'AAAA')],
  [
    'a fault that nobody has signed',
    () =>
      soap11('<s:Fault><faultcode>s:Client</faultcode><faultstring>forged</faultstring></s:Fault>'),
  ],
]

for (const [name, answer] of BAD) {
  test(`${name} is none: who asked gets a fault of the node`, async (t) => {
    const { ask: send, log } = await gateway(t)
    const { status, text } = await send(answer)
    t.is(status, 500, text)
    t.notRegex(text, /honest|forged/)
    t.true(log.length > 0)
  })
}

test('an answer as it must be reaches who asked, and only once', async (t) => {
  const { ask: send, log } = await gateway(t)
  let kept = ''
  const first = await send((kit) => {
    kept = write(letter(kit))
    return kept
  })
  t.is(first.status, 200, JSON.stringify(log.slice(-3)))
  t.regex(first.text, /honest/)
  const second = await send(() => kept)
  t.is(second.status, 500)
  t.notRegex(second.text, /honest/)
})

test('an answer that relates to the request, and one that confirms its signature, reach who asked', async (t) => {
  const { ask: send } = await gateway(t)
  for (const answer of [
    (kit: Kit, request: string) => related(kit, requested(request)),
    (kit: Kit, request: string) => confirming(kit, sentValue(request)),
  ]) {
    const { status, text } = await send(answer)
    t.is(status, 200, text)
    t.regex(text, /honest/)
  }
})

test('no wrapped answer reaches who asked', async (t) => {
  const { ask: send } = await gateway(t)
  for (const { name, build, soaps } of MOVED) {
    if (soaps) continue
    const { status, text } = await send(build)
    t.true(status >= 400, name)
    t.notRegex(text, /honest|forged/, name)
  }
  const { text } = await send((kit) => write({ ...letter(kit), body: nameless(kit) }))
  t.notRegex(text, /forged/)
})
