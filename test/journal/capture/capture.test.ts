/** Capture: which exchanges are kept with their envelopes, what of these, and how much waits. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import test from 'ava'
import {
  type CaptureSettings,
  EnvelopeCapture,
} from '../../../src/store/journal/capture/capture.js'
import type { Passed } from '../../../src/store/journal/capture/envelopes.js'
import type { Captured } from '../../../src/store/journal/journal.js'
import { DEFAULT_XML_LIMITS } from '../../../src/xml/limits.js'
import { configurationOf } from '../../support/config.js'
import { exchangeOf } from '../../support/exchanges.js'

const bytes = (text: string) => Buffer.from(text)
const NONE: Passed = { received: undefined, answered: undefined, sent: undefined, route: undefined }

function capturing(settings: Partial<CaptureSettings> = {}) {
  const kept: Captured[] = []
  const warnings: string[] = []
  const capture = new EnvelopeCapture(
    {
      journal: { capture: [{ sample: 1 }], redact: [], ...settings },
      limits: DEFAULT_XML_LIMITS,
      node: { uri: 'urn:node' },
    },
    { maxEnvelope: 1000 },
    { capture: (envelope) => kept.push(envelope) },
    { warn: (_: object, sentence?: string) => warnings.push(sentence ?? '') },
  )
  return { kept, warnings, capture, ended: () => capture.close() }
}

test('the envelopes of an exchange are kept as they came, were sent on and answered', async (t) => {
  const { kept, capture, ended } = capturing()
  const event = exchangeOf()
  capture.take(event, {
    received: { body: Buffer.from('<é/>', 'latin1'), charset: 'iso-8859-1' },
    sent: '<s/>',
    answered: '<a/>',
    route: undefined,
  })
  t.deepEqual(kept, [], 'not within the turn that answers')
  await ended()
  t.deepEqual(
    kept.map(({ direction, envelope }) => [direction, envelope]),
    [
      ['received', '<é/>'],
      ['sent', '<s/>'],
      ['answered', '<a/>'],
    ],
  )
  t.true(kept.every(({ exchange, node }) => exchange === event.exchange && node === 'urn:node'))
})

test('the first rule that an exchange meets says whether it is kept', async (t) => {
  const { kept, capture, ended } = capturing({
    capture: [
      { operation: '{urn:x}Secret', sample: 0 },
      { operation: '{urn:x}*', outcome: 'fault', sample: 1 },
      { operation: 'Add', transport: 'smtp', sample: 1 },
      { peer: 'BANK', sample: 1 },
      { route: 'ledger', sample: 1 },
    ],
  })
  const passed = { ...NONE, received: { body: bytes('<a/>') } }
  const take = (more: Parameters<typeof exchangeOf>[0], route?: string) => {
    const event = exchangeOf(more)
    capture.take(event, { ...passed, route })
    return event.exchange
  }
  const wanted = [
    take({ operation: '{urn:x}Other', outcome: 'fault' }),
    take({ operation: '{urn:y}Add', transport: 'smtp' }),
    take({ from: 'x@bank.example' }),
    take({ sender: 'bank' }),
    take({ operation: '{urn:z}Any' }, 'ledger'),
  ]
  take({ operation: '{urn:x}Secret', outcome: 'fault', sender: 'bank' }, 'ledger')
  take({ operation: '{urn:x}Other' })
  take({ operation: '{urn:y}Add' })
  take({ operation: undefined })
  take({}, 'other')
  await ended()
  t.deepEqual(
    kept.map(({ exchange }) => exchange),
    wanted,
  )
})

test('* is every operation, and no star stands elsewhere', async (t) => {
  const { kept, capture, ended } = capturing({ capture: [{ operation: '*', sample: 1 }] })
  capture.take(exchangeOf({ operation: '{urn:x}Add' }), {
    ...NONE,
    received: { body: bytes('<a/>') },
    route: undefined,
  })
  await ended()
  t.is(kept.length, 1)
  const read = (operation: string) =>
    configurationOf({
      environment: {},
      settings: [`journal.capture=[{ "operation": ${JSON.stringify(operation)} }]`],
    })
  for (const right of ['*', 'Add', '{urn:x}Add', '{urn:x}*']) t.notThrows(() => read(right), right)
  for (const wrong of ['Add*', '**', '{urn:x}Add*', '*Add', '']) {
    t.throws(() => read(wrong), { code: 'WAYBILL_CONFIG_INVALID' }, wrong)
  }
})

test('a sample is as large as it says, and the same for all attempts of an exchange', async (t) => {
  const { kept, capture, ended } = capturing({ capture: [{ sample: 0.1 }] })
  const passed = { ...NONE, received: { body: bytes('<a/>') }, answered: '<b/>' }
  for (let index = 0; index < 5_000; index += 1) capture.take(exchangeOf(), passed)
  await ended()
  const received = kept.filter(({ direction }) => direction === 'received')
  t.true(received.length > 350 && received.length < 650, `${received.length}`)
  t.is(kept.length, 2 * received.length)
})

test('an attempt keeps what came only if its rule asks how it ended, and a later one only its answer', async (t) => {
  const passed = { ...NONE, received: { body: bytes('<a/>') }, sent: '<s/>', answered: '<b/>' }
  for (const [outcome, attempt, expected] of [
    [undefined, undefined, 'received sent answered'],
    [undefined, 1, 'sent answered'],
    [undefined, 2, 'answered'],
    ['fault', 1, 'received sent answered'],
    ['fault', 2, 'answered'],
  ] as const) {
    const { kept, capture, ended } = capturing({ capture: [{ outcome, sample: 1 }] })
    capture.take(exchangeOf({ outcome: 'fault', attempt }), passed)
    await ended()
    t.is(kept.map(({ direction }) => direction).join(' '), expected)
  }
})

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'

test('passwords of WS-Security and secrets of WS-Trust are never kept, whatever the configuration says', async (t) => {
  const { kept, capture, ended } = capturing()
  const body = bytes(
    `<a xmlns:w="${WSSE}"><w:UsernameToken><w:Username>ann</w:Username><w:Password>hush</w:Password></w:UsernameToken>` +
      '<t:BinarySecret xmlns:t="urn:any">aHVzaA==</t:BinarySecret>' +
      `<w:BinarySecurityToken ValueType="urn:jwt">aHVzaA==</w:BinarySecurityToken>` +
      '<s:Assertion xmlns:s="urn:saml"><s:Subject>aHVzaA==</s:Subject></s:Assertion></a>',
  )
  capture.take(exchangeOf(), { ...NONE, received: { body }, sent: body.toString() })
  await ended()
  t.is(kept.length, 2)
  for (const { envelope } of kept) {
    t.false(/hush|aHVzaA/.test(envelope), envelope)
    t.regex(
      envelope,
      /ann.*<w:Password>\[redacted\]<\/w:Password>.*>\[redacted\]<\/t:BinarySecret>/,
    )
  }
})

test('what cannot be read is kept only if nothing in it may have to be redacted', async (t) => {
  const open = capturing()
  const strict = capturing({ redact: ['//card'] })
  const utf16 = Buffer.from('<a><Password>hush</Password>', 'utf16le')
  for (const { capture } of [open, strict]) {
    for (const body of [
      bytes('<a>1'),
      bytes('<a><Password>hush</Password>'),
      bytes('{"password": "hush"}'),
      bytes('Authorization: Bearer aHVzaA=='),
      bytes('<a><BinarySecurityToken>aHVzaA=='),
      bytes('<!DOCTYPE a [<!ENTITY p "hush">]><a><Password>&p;</Password></a>'),
      utf16,
      Buffer.concat([utf16, Buffer.from([0])]),
      Buffer.from([0x3c, 0xff, 0xfe]),
    ]) {
      capture.take(exchangeOf(), { ...NONE, received: { body } })
    }
  }
  await Promise.all([open.ended(), strict.ended()])
  t.is(open.kept[0]?.envelope, '<a>1')
  for (const { envelope } of [...open.kept.slice(1), ...strict.kept]) {
    t.regex(envelope, /^\[not kept: /)
  }
  t.is(strict.kept.length, 9)
})

test('what comes faster than it can be looked at is not held in memory', async (t) => {
  const { kept, warnings, capture, ended } = capturing()
  const body = bytes(`<a>${'x'.repeat(3 * 1024 ** 2)}</a>`)
  for (let index = 0; index < 20; index += 1) {
    capture.take(exchangeOf(), { ...NONE, received: { body } })
  }
  await ended()
  t.is(kept.length, 2)
  t.is(warnings.length, 1)
  t.regex(kept[0]?.envelope ?? '', /^<a>x{997}\n\[cut: \d+ characters came\]$/)
  capture.take(exchangeOf(), { ...NONE, received: { body } })
  await ended()
  t.is(kept.length, 3)
})

test('a large envelope gives way to others', async (t) => {
  const { kept, capture, ended } = capturing({ redact: ['//b/@k'] })
  const body = bytes(`<a>${'<b k="1">2</b>'.repeat(90_000)}</a>`)
  capture.take(exchangeOf(), { ...NONE, received: { body } })
  let turns = 0
  let over = false
  const count = () => {
    turns += 1
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  await ended()
  over = true
  t.is(kept.length, 1)
  t.true(turns > 10, `${turns} turns`)
})

test('what is redacted is found whatever stands around it: comments, CDATA, prefixes, mixed content, ciphertext', async (t) => {
  const { kept, capture, ended } = capturing({ redact: ['//{urn:x}pin', '//{urn:x}card/@no'] })
  const cases = [
    '<pin xmlns="urn:x">4711</pin>',
    '<p:pin xmlns:p="urn:x">4711</p:pin>',
    '<pin xmlns="urn:x"><!-- 4711 --><![CDATA[4711</pin>]]>47<b>11</b> 4711</pin >',
    '<q:pin xmlns:q="urn:y" xmlns="urn:x"><q:pin xmlns:q="urn:x">4711</q:pin></q:pin>',
    '<card xmlns="urn:x" no=\'4711\'>text<pin>47&#49;1 4711</pin>text</card>',
    '<x xmlns="urn:x"><pin/><pin></pin><pin a=">">4711</pin><pin\n>4711</pin\n></x>',
    '<d:CipherValue xmlns:d="urn:enc">b3RoZXI=</d:CipherValue>',
  ]
  for (const one of cases) {
    capture.take(exchangeOf(), { ...NONE, received: { body: bytes(`<e>${one}</e>`) } })
  }
  await ended()
  t.is(kept.length, cases.length)
  for (const [at, { envelope }] of kept.entries()) {
    t.false(/4711|47&#49;1/.test(envelope), `${cases[at]}: ${envelope}`)
  }
  t.true(kept.at(-1)?.envelope.includes('b3RoZXI='))
})

test('10 MiB of small elements, each of which a path means, hold the event loop for no time worth it', async (t) => {
  const row = '<p:pin xmlns:p="urn:x" no="1">4711</p:pin>'
  const count = Math.floor((10 * 1024 ** 2) / row.length)
  for (const text of [
    `<a>${row.repeat(count)}</a>`,
    `<a><pin>${'x'.repeat(10 * 1024 ** 2)}</pin></a>`,
  ]) {
    const { kept, capture, ended } = capturing({ redact: ['//pin', '//@no', '//a//pin/@*'] })
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    capture.take(exchangeOf(), { ...NONE, received: { body: bytes(text) }, answered: text })
    await ended()
    delay.disable()
    t.log(
      `at most ${Math.round(delay.max / 1e6)} ms, 99 of 100 ${Math.round(delay.percentile(99) / 1e6)} ms`,
    )
    t.true(kept.length > 0)
    for (const { envelope } of kept) t.false(envelope.includes('4711'))
  }
})
