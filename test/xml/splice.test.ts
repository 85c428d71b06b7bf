/** Splicing: what is not cut stays as it came. */
import test from 'ava'
import { readDocument } from '../../src/xml/read.js'
import { type Cut, inOrder, putInside, splice, spliceBytes } from '../../src/xml/splice.js'
import { childElements } from '../../src/xml/tree.js'
import { WrittenText } from '../../src/xml/written.js'
import { Random } from '../support/random.js'

test('without cuts the text is the same', (t) => {
  t.is(splice('<a/>', []), '<a/>')
  t.is(splice('', []), '')
})

test('cuts at the start, in the middle, at the end and side by side', (t) => {
  const text = '0123456789'
  t.is(splice(text, [{ start: 0, end: 2 }]), '23456789')
  t.is(splice(text, [{ start: 8, end: 10, insert: 'x' }]), '01234567x')
  t.is(
    splice(text, [
      { start: 2, end: 4 },
      { start: 4, end: 6, insert: 'yy' },
    ]),
    '01yy6789',
  )
  t.is(splice(text, [{ start: 5, end: 5, insert: '-' }]), '01234-56789')
  t.is(splice(text, [{ start: 0, end: 10, insert: 'all' }]), 'all')
})

test('cuts that overlap, run backwards or leave the text are refused', (t) => {
  for (const cuts of [
    [
      { start: 0, end: 3 },
      { start: 2, end: 4 },
    ],
    [
      { start: 4, end: 5 },
      { start: 0, end: 1 },
    ],
    [{ start: 3, end: 2 }],
    [{ start: 0, end: 11 }],
    [{ start: -1, end: 2 }],
  ]) {
    t.throws(() => splice('0123456789', cuts), { instanceOf: RangeError })
  }
})

test('an element cut by its positions takes nothing else along', (t) => {
  const text = '<a>\r\n  <b\r\n x=">"/> <!-- b --><b>&amp;\u{1F600}</b>&#xA;</a>'
  const cuts = childElements(readDocument(text)).map(({ start, end }) => ({
    start,
    end,
    insert: '|',
  }))
  t.is(splice(text, cuts), '<a>\r\n  | <!-- b -->|&#xA;</a>')
})

test('text is put in as the last thing inside an element', (t) => {
  for (const [text, changed] of [
    ['<r><a></a></r>', '<r><a>|</a></r>'],
    ['<r><a><!-- </a> --></a ></r>', '<r><a><!-- </a> -->|</a ></r>'],
    ['<r><a><a/></a></r>', '<r><a><a/>|</a></r>'],
    ['<r><a/></r>', '<r><a>|</a></r>'],
    [`<r><x:a xmlns:x='u' b="/" /></r>`, `<r><x:a xmlns:x='u' b="/" >|</x:a></r>`],
    [`<r><a b="/"></a></r>`, `<r><a b="/">|</a></r>`],
    ['<r><a/><b></b></r>', '<r><a>|</a><b></b></r>'],
  ] as const) {
    const [first] = childElements(readDocument(text))
    t.is(first && splice(text, [putInside(first, text, '|')]), changed)
  }
})

test('cuts are put in order by where they begin', (t) => {
  const cuts = [
    { start: 5, end: 6 },
    { start: 0, end: 2 },
    { start: 2, end: 2, insert: '|' },
  ]
  t.is(splice('0123456789', inOrder(cuts)), '|2346789')
  t.is(cuts[0]?.start, 5)
})

test('bytes are cut as the text is, and what stays is not copied', (t) => {
  const random = new Random(7)
  const text = 'abcdefghij'.repeat(20)
  const bytes = Buffer.from(text)
  for (let times = 0; times < 500; times += 1) {
    const cuts: Cut[] = []
    for (let at = random.below(20); at < text.length; at += random.below(60)) {
      const end = Math.min(text.length, at + random.below(30))
      cuts.push({ start: at, end, ...(random.below(2) === 0 && { insert: `<${times}>é` }) })
      at = end
    }
    const written = new WrittenText(spliceBytes(bytes, cuts))
    t.is(written.text, splice(text, cuts))
    for (const part of written.parts)
      t.true(typeof part === 'string' || part.buffer === bytes.buffer)
  }
  const wrong = [
    { start: 5, end: 9 },
    { start: 3, end: 4 },
  ]
  t.throws(() => spliceBytes(bytes, wrong), { instanceOf: RangeError })
  t.throws(() => spliceBytes(bytes, [{ start: 5, end: 999 }]), { instanceOf: RangeError })
})
