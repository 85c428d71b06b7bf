/** SwA Profile 1.1: attachments that one node signs and encrypts, and another opens; and what strangers do to them on the way. */
import test from 'ava'
import type { Attachment } from '../../../src/message/message.js'
import { proveAttachments } from '../../../src/security/attachments/prove.js'
import { sealAttachments } from '../../../src/security/attachments/seal.js'
import { SecurityFailure } from '../../../src/security/failure.js'
import type { Pending } from '../../../src/security/pending.js'
import { UNSIGNED } from '../../../src/security/verdict.js'
import { Work } from '../../../src/security/work.js'
import { HeldBinary } from '../../../src/xml/binary.js'
import { digestOf, NumberedBinary } from '../../support/numbered-binary.js'
import { contentOf, last, type Sends, sentBy } from '../../support/security/sealed-attachments.js'

const held = (text: string) => new HeldBinary(Buffer.from(text))
const SCAN: Attachment = {
  contentType: 'image/png; a=b',
  id: 'scan@a.example',
  fields: [
    ['X-Own', 'not signed'],
    ['content-type', 'image/png; a=b'],
    ['Content-ID', '<scan@a.example>'],
    ['Content-Description', 'page 1'],
  ],
  content: new NumberedBinary(300_000, 4),
}
const NOTE: Attachment = { contentType: 'text/plain', id: 'n 1@a.example', content: held('a\nb') }

const SIGNED: Sends = { sign: ['Body', 'Attachments'] }
const BOTH: Sends = { ...SIGNED, encrypt: ['Body', 'Attachments'] }

for (const [name, sends, policy] of [
  ['signed', SIGNED, {}],
  ['signed and encrypted', BOTH, { encrypted: ['Attachments'] }],
  [
    'encrypted under a shorter key',
    { ...BOTH, cipher: 'aes128-gcm' },
    { encrypted: ['Body', 'Attachments'] },
  ],
] as const) {
  test(`SwA Profile 1.1 §5: attachments that are ${name} are opened, and are what they were`, async (t) => {
    const { body, attachments = [] } = await sentBy(t, sends, [SCAN, NOTE])
    if ('encrypt' in sends) t.is(attachments[0]?.contentType, 'application/octet-stream')
    const { inject, seen, log } = last(t, policy)
    const outcome = await inject(body, { attachments })
    t.is(outcome.kind, 'reply', `${contentOf(outcome)} ${JSON.stringify(log)}`)
    const [scan, note] = seen[0] ?? []
    t.is(scan?.contentType, SCAN.contentType)
    t.deepEqual(scan?.fields, SCAN.fields)
    t.is(await digestOf(scan?.content), await digestOf(SCAN.content))
    t.is(Buffer.from((await note?.content.bytes()) ?? []).toString(), 'a\nb')
  })
}

test('SwA Profile 1.1 §5.4: what a node on the way must not change is told from what it may', async (t) => {
  const { body, attachments = [] } = await sentBy(t, SIGNED, [SCAN, NOTE])
  const [scan, note] = attachments
  if (!scan || !note) return t.fail()
  // Each to a node of its own: one that comes again is refused.
  const sent = async (...those: readonly Attachment[]) =>
    (await last(t).inject(body, { attachments: those })).kind
  const changed = (fields: Attachment['fields'], contentType = scan.contentType) =>
    ({ ...scan, contentType, fields }) as Attachment
  const renamed = scan.fields?.map(([name, value]) => [name.toUpperCase(), `  ${value}`] as const)
  // In another order, with other names' case, comments, quotes and fields that are not listed.
  t.is(await sent(note, changed([...(renamed ?? [])].toReversed())), 'reply')
  t.is(await sent(changed([...(scan.fields ?? []), ['X-Hop', 'gate']]), note), 'reply')
  const quoted = scan.fields?.map(([name, value]) =>
    /type/i.test(name)
      ? ([name, 'IMAGE/png (a comment) ;A="b"'] as const)
      : ([name, value] as const),
  )
  t.is(await sent(changed(quoted), note), 'reply')
  // SwA Profile 1.1 §5.4.2: the line ends of text are those of RFC 2045.
  t.is(await sent(scan, { ...note, content: held('a\r\nb') }), 'reply')
  const typed = [
    ...(scan.fields ?? []).filter(([name]) => !/type/i.test(name)),
    ['Content-Type', 'text/html'] as const,
  ]
  t.is(await sent(changed(typed, 'text/html'), note), 'fault')
  t.is(await sent(changed(scan.fields?.filter(([name]) => !/descr/i.test(name))), note), 'fault')
  t.is(await sent(scan, { ...note, content: held('a\n\nb') }), 'fault')
})

test('attachments that were swapped, taken away, doubled or put beside others are refused', async (t) => {
  for (const sends of [SIGNED, BOTH]) {
    const { body, attachments = [] } = await sentBy(t, sends, [SCAN, NOTE])
    const { inject, seen } = last(t)
    const [scan, note] = attachments
    if (!scan || !note) return t.fail()
    const swapped = [
      { ...scan, id: note.id },
      { ...note, id: scan.id },
    ]
    const other = { ...scan, content: new NumberedBinary(scan.content.size, 5) }
    const stranger: Attachment = { contentType: 'image/png', id: 'c@a.example', content: held('c') }
    const attacks = {
      'contents swapped': [
        { ...scan, content: note.content },
        { ...note, content: scan.content },
      ],
      'ids swapped': swapped,
      'one changed': [other, note],
      'one cut short': [{ ...scan, content: held('') }, note],
      'one taken away': [scan],
      'all taken away': [],
      'one twice, the true one first': [scan, other, note],
      'one twice, the true one last': [other, scan, note],
      'another beside them': [scan, note, stranger],
      'one without an id beside them': [scan, note, { ...stranger, id: undefined, name: 'c.png' }],
    }
    for (const [name, those] of Object.entries(attacks)) {
      t.is((await inject(body, { attachments: those })).kind, 'fault', name)
    }
    t.is(seen.length, 0)
    t.is((await inject(body, { attachments })).kind, 'reply')
  }
})

test('what the policy asks for is asked of every attachment', async (t) => {
  const { body, attachments = [] } = await sentBy(t, { sign: ['Body'] }, [SCAN, NOTE])
  t.is((await last(t).inject(body, { attachments })).kind, 'fault')
  t.is((await last(t, { signed: ['Body'] }).inject(body, { attachments })).kind, 'reply')
  const signed = await sentBy(t, SIGNED, [SCAN, NOTE])
  const sealed = last(t, { encrypted: ['Attachments'] })
  t.is((await sealed.inject(signed.body, { attachments: signed.attachments ?? [] })).kind, 'fault')
  // A greeting that people read is no attachment, and need not be signed.
  const greeting: Attachment = { contentType: 'text/plain', content: held('Hello') }
  const alone = await sentBy(t, { sign: ['Body'] }, [])
  t.is((await last(t).inject(alone.body, { attachments: [greeting] })).kind, 'reply')
})

test('XOP §3: a signature over an element covers the part that stands for its text', async (t) => {
  const bytes = Buffer.alloc(5000, 'abc')
  const base64 = bytes.toString('base64')
  const { body } = await sentBy(t, { sign: ['Body'] }, [], base64)
  const include =
    '<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:p%40a"/>'
  t.true(body.includes(base64))
  const packed = body.replace(base64, include)
  const sent = async (content: Uint8Array, ...more: readonly Attachment[]) => {
    const part = { contentType: 'image/png', id: 'p@a', content: new HeldBinary(content) }
    const message = { attachments: [part, ...more], packaging: 'xop' } as const
    return (await last(t).inject(packed, message)).kind
  }
  t.is(await sent(bytes), 'reply')
  t.is(await sent(Buffer.alloc(5000, 'abd')), 'fault')
  t.is(await sent(bytes, NOTE), 'fault')
})

test('a message that waits in the queue is opened again as it came', async (t) => {
  const { body, attachments = [] } = await sentBy(t, BOTH, [SCAN, NOTE])
  const { inject, seen, queue } = last(t, { encrypted: ['Attachments'] })
  const outcome = await inject(body, { attachments, patience: 0 })
  t.is(outcome.kind, 'pending', contentOf(outcome))
  if (outcome.kind !== 'pending') return
  const state = await queue.ended(outcome.exchange, AbortSignal.timeout(60_000))
  t.is(state?.state, 'done')
  t.is(await digestOf(seen[0]?.[0]?.content), await digestOf(SCAN.content))
})

test('SwA Profile 1.1 §5.4: XML is signed in its canonical form, and what is no XML is refused', async (t) => {
  const xml = (text: string): Attachment => ({
    contentType: 'application/xml',
    id: 'x@a.example',
    content: held(text),
  })
  const { body } = await sentBy(t, SIGNED, [xml('<a  b="1"   c="2"/>')])
  const sent = async (text: string) =>
    (await last(t).inject(body, { attachments: [xml(text)] })).kind
  t.is(await sent("<a c='2' b='1'></a>"), 'reply')
  t.is(await sent('<a c="2" b="2"/>'), 'fault')
  t.is(await sent('<!DOCTYPE a><a b="1" c="2"/>'), 'fault')
  t.is(await sent('<a b="1" c="2">'), 'fault')
})

test('one that is decrypted after its signature was held against it does not count as signed', async (t) => {
  const id = String(NOTE.id)
  const cipher = 'aes256-gcm'
  const { attachments, sealed } = await sealAttachments([NOTE], {
    sign: false,
    encrypt: true,
    cipher,
  })
  const over = await sealAttachments(attachments, { sign: true, encrypt: false, cipher })
  const [signed] = over.sealed.signed
  if (!signed) return t.fail()
  const step = {
    kind: 'digest',
    signature: 0,
    id,
    complete: true,
    hash: 'sha256',
    digest: signed.digest,
  } as const
  const signature = {
    kind: 'mac',
    form: 'wss',
    peer: 'a',
    algorithm: '',
    references: [],
    value: '',
    covers: [],
    chain: [],
  } as const
  const verdict = { ...UNSIGNED, signatures: [signature] }
  const decryption = {
    kind: 'decryption',
    id,
    cipher: 'aes-256-gcm',
    secret: sealed.secret,
    contentType: 'text/plain',
  } as const
  const work = new Work(1000, (why) => new SecurityFailure('InvalidSecurity', why))
  const coveredBy = async (pending: readonly Pending[]) => {
    const proven = await proveAttachments({ pending, verdict, work }, { attachments })
    return [proven.verdict.signatures[0]?.attachments, proven.verdict.decryptedAttachments]
  }
  t.deepEqual(await coveredBy([step]), [[id], []])
  t.deepEqual(await coveredBy([step, decryption]), [[], [id]])
  await t.throwsAsync(coveredBy([decryption, step]), { message: /another one/ })
  const wrong = { ...decryption, secret: Buffer.alloc(32) }
  await t.throwsAsync(coveredBy([wrong]), { instanceOf: SecurityFailure })
})
