/** Business keys: what is found in a message, what of it is kept, and that slices and a second walk find the same. */
import test from 'ava'
import type { KeySeen } from '../../../src/message/events/events.js'
import {
  businessKeys,
  type KeyDefinition,
  type MessageKeys,
} from '../../../src/store/journal/keys/business-keys.js'
import { hashOfKey } from '../../../src/store/journal/keys/hash.js'
import { reading } from '../../../src/xml/read.js'
import type { XmlElement } from '../../../src/xml/tree.js'
import { atOnce, isWalk, type Walk } from '../../../src/xml/walk.js'
import { watching } from '../../../src/xml/walk-tree.js'
import { LONG } from '../../support/long.js'
import { Random, randomDocument } from '../../support/random.js'

const SECRET = Buffer.alloc(32, 3)
const secrets = { current: SECRET, prepare: async () => undefined }

interface Looked {
  readonly keys: readonly KeyDefinition[]
  readonly redact?: readonly string[]
  readonly operation?: string
}

const of = ({ keys, redact = [] }: Looked) => {
  const made = businessKeys({ keys, redact }, secrets)
  if (!made) throw new Error('there are no keys')
  return made
}

const done = (kept: MessageKeys | Walk<MessageKeys>) => (isWalk(kept) ? atOnce(kept) : kept)

/** In the pass that reads the text. */
function keysIn(text: string, looked: Looked): MessageKeys {
  const keys = of(looked)
  const watch = keys.finder()
  atOnce(reading(text, undefined, 'refused', { watch }))
  return done(keys.kept(watch.found, looked.operation))
}

const seen = (text: string, looked: Looked) => keysIn(text, looked).seen ?? []
const mrn = (path: string, more: Partial<KeyDefinition> = {}) => ({ name: 'mrn', path, ...more })
const value = (text: string, name = 'mrn'): KeySeen => ({ name, value: text })
const hash = (text: string, name = 'mrn'): KeySeen => ({
  name,
  hash: hashOfKey(SECRET, name, text),
})

test('elements and attributes are found, with white space collapsed and references resolved', (t) => {
  const text = `<e xmlns:c="urn:c" c:ref=" A&#x20;&amp;
    B "><c:mrn>
    24DE <!-- no --> <![CDATA[17]]>&#x38;
  </c:mrn><mrn>other</mrn></e>`
  t.deepEqual(seen(text, { keys: [mrn('//{urn:c}mrn')] }), [value('24DE 178')])
  t.deepEqual(seen(text, { keys: [mrn('/e/@{urn:c}ref')] }), [value('A & B')])
  t.deepEqual(seen(text, { keys: [mrn('//mrn')] }), [value('24DE 178'), value('other')])
  t.deepEqual(seen(text, { keys: [mrn('//{}mrn')] }), [value('other')])
  t.deepEqual(seen(text, { keys: [mrn('//nowhere')] }), [])
})

test('text of elements in it is not part of a value, and what is empty is none', (t) => {
  const text = '<e><k>1<i>2</i>3</k><k/><k> </k><k a=""/></e>'
  t.deepEqual(seen(text, { keys: [mrn('//k'), mrn('//@a')] }), [value('13')])
})

test('the same value counts once, and eight of one key are kept', (t) => {
  const values = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `<k>${n}</k>`).join('')
  const eight = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => value(String(n)))
  t.deepEqual(seen(`<e>${values}</e>`, { keys: [mrn('//k')] }), eight)
  const twice = { keys: [mrn('/e/k'), mrn('//k'), { name: 'order', path: '//k' }] }
  t.deepEqual(seen('<e><k>1</k></e>', twice), [value('1'), value('1', 'order')])
})

test('a value of more than 128 characters is kept as its hash, however long it is', (t) => {
  for (const length of [128, 129, 5_000, 70_000]) {
    const text = `${'x y'.repeat(length)}`.slice(0, length - 1).concat('z')
    const kept = seen(`<e><k>\n${text} </k></e>`, { keys: [mrn('//k')] })
    t.deepEqual(kept, [length === 128 ? value(text) : hash(text)], String(length))
  }
  const emoji = '\u{1F600}'.repeat(40_001)
  t.deepEqual(seen(`<e><k>a${emoji}</k></e>`, { keys: [mrn('//k')] }), [hash(`a${emoji}`)])
  const long = keysIn(`<e><k>${'x'.repeat(129)}</k></e>`, { keys: [mrn('//k')] })
  t.deepEqual(long.valuesOf('mrn'), [])
})

test('what is redacted is kept as its hash, wherever else the same value stands', (t) => {
  const text = '<e><p><k>1</k></p><k a="2">3</k><k>1</k><Password><k>4</k></Password></e>'
  const keys = [mrn('//k'), mrn('//@a')]
  t.deepEqual(seen(text, { keys, redact: ['//p'] }), [hash('1'), value('2'), value('3'), hash('4')])
  t.deepEqual(seen(text, { keys, redact: ['//p/k', '//k/@*'] }), [
    hash('1'),
    hash('2'),
    value('3'),
    hash('4'),
  ])
  // An element that is redacted keeps its attributes.
  t.deepEqual(seen(text, { keys: [mrn('//@a')], redact: ['//k'] }), [value('2')])
})

test('a redacted value is there for routes, and without the secret for nothing else', (t) => {
  const keys = businessKeys(
    { keys: [mrn('//k')], redact: ['//k'] },
    { current: undefined, prepare: async () => undefined },
  )
  const watch = keys?.finder()
  atOnce(reading('<e><k>1</k></e>', undefined, 'refused', { watch }))
  const kept = keys && done(keys.kept(watch?.found ?? [], undefined))
  t.is(kept?.seen, undefined)
  t.deepEqual(kept?.valuesOf('mrn'), ['1'])
})

test('what came encrypted is kept as its hash', (t) => {
  const text = '<e><h><k>1</k></h><b><k a="2">3</k></b></e>'
  const root = atOnce(reading(text))
  const [, body] = root.children as readonly XmlElement[]
  const keys = of({ keys: [mrn('//k'), mrn('//@a')] })
  const finder = keys.finder(body && [body])
  atOnce(watching(root, finder))
  const { seen: kept } = done(keys.kept(finder.found, undefined))
  t.deepEqual(kept, [value('1'), hash('2'), hash('3')])
})

test('a key may be one of some operations only', (t) => {
  const text = '<e><k>1</k></e>'
  for (const [wanted, operation, is] of [
    ['{urn:c}Submit', '{urn:c}Submit', true],
    ['{urn:c}Submit', '{urn:c}Cancel', false],
    ['{urn:c}*', '{urn:c}Cancel', true],
    ['Submit', '{urn:d}Submit', true],
    ['*', undefined, false],
    [undefined, undefined, true],
  ] as const) {
    const looked = { keys: [mrn('//k', { operation: wanted })], ...(operation && { operation }) }
    t.deepEqual(seen(text, looked), is ? [value('1')] : [], `${wanted} ${operation}`)
  }
})

test('bytes that travel beside the message are no key', (t) => {
  const keys = of({ keys: [mrn('//k')] })
  const watch = keys.finder()
  const bytes = new Uint8Array(3)
  const include = (element: XmlElement) =>
    element.local === 'Include'
      ? {
          size: 3,
          loaded: bytes,
          bytes: async () => bytes,
          async *stream() {
            yield bytes
          },
        }
      : undefined
  atOnce(reading('<e><k><Include/></k><k>1</k></e>', undefined, 'refused', { include, watch }))
  t.deepEqual(done(keys.kept(watch.found, undefined)).seen, [value('1')])
})

test('random documents have the same keys at once, in slices, and in a walk over what was read', (t) => {
  const seed = LONG ? Date.now() % 1_000_000 : 7
  const random = new Random(seed)
  const keys = of({
    keys: [
      { name: 'a', path: '//a' },
      { name: 'b', path: '//{u:1}*//b' },
      { name: 'c', path: '//@*' },
    ],
    redact: ['//Envelope', '//@p:a'.replace('p:', '{u:2}')],
  })
  let found = 0
  for (let run = 0; run < (LONG ? 20_000 : 1_000); run += 1) {
    const filler = random.chance(0.1) ? `<a>${'<x>12</x>'.repeat(3_000)}</a>` : ''
    const document = `<w>${filler}${randomDocument(random).replace(/<\?xml.*?\?>/, '')}</w>`
    const watch = keys.finder()
    let root: XmlElement
    try {
      root = atOnce(reading(document, undefined, 'refused', { watch }))
    } catch {
      continue
    }
    const walked = keys.finder()
    let slices = 0
    const walk = watching(root, walked)
    while (!walk.next().done) slices += 1
    if (filler !== '') t.true(slices > 1)
    t.deepEqual(walked.found, watch.found, `seed ${seed}: ${document}`)
    found += watch.found.length
  }
  t.true(found > 100)
})

test('what cannot be a path or a name is refused, and so are more than twenty keys', async (t) => {
  const { configurationOf } = await import('../../support/config.js')
  const set = (keys: unknown) =>
    configurationOf({ environment: {}, settings: [`journal.keys=${JSON.stringify(keys)}`] })
  t.notThrows(() => set(Array.from({ length: 20 }, () => mrn('//k'))))
  for (const [keys, message] of [
    [[mrn('k')], /journal\.keys\.0\.path: expected a path such as/],
    [[{ name: '1', path: '//k' }], /journal\.keys\.0\.name: expected a letter/],
    [[{ name: 'x'.repeat(33), path: '//k' }], /32 characters at most/],
    [[mrn('//k', { operation: 'a b' })], /expected \{namespace\}Name/],
    [Array.from({ length: 21 }, () => mrn('//k')), /journal\.keys/],
  ] as const) {
    t.throws(() => set(keys), { message }, JSON.stringify(keys))
  }
})
