/** Long documents are read in windows: the same trees and refusals as of the whole text, wherever a window ends. */
import test from 'ava'
import { decodeSource } from '../../src/xml/charset.js'
import { lookingThrough } from '../../src/xml/forbidden-bytes.js'
import { DEFAULT_XML_LIMITS } from '../../src/xml/limits.js'
import { readDocument, readingBytes } from '../../src/xml/read.js'
import { elementText, type XmlElement } from '../../src/xml/tree.js'
import { Unreadable } from '../../src/xml/unreadable.js'
import { atOnce, PORTION } from '../../src/xml/walk.js'
import { WINDOW_BOUNDS, type WindowBounds } from '../../src/xml/window.js'
import { LONG } from '../support/long.js'
import { mutate, Random, randomDocument } from '../support/random.js'

/** So small that a short document has many windows. */
const SMALL: readonly WindowBounds[] = [
  { window: 8, margin: 1, text: 1 },
  { window: 16, margin: 4, text: 8 },
  { window: 24, margin: 12, text: 3 },
]

const TIMES = LONG ? 50 : 1

type Verdict = { readonly tree: XmlElement } | { readonly kind: string; readonly root: unknown }

function verdict(read: () => XmlElement): Verdict {
  try {
    return { tree: read() }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { kind: error.kind, root: error.rootNamespace }
  }
}

function inWindows(text: string, bounds?: WindowBounds): Verdict {
  const body = Buffer.from(text)
  return verdict(() => atOnce(readingBytes({ body }, DEFAULT_XML_LIMITS, {}, bounds)).root)
}

const whole = (text: string) => verdict(() => readDocument(text))

/** Windows are those of ASCII; a declaration may name another encoding, which decoding looks at. */
function inAscii(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, 'n').replaceAll(/encoding/g, 'enkoding')
}

test('random documents, whole and mutated: the same trees and refusals', (t) => {
  const random = new Random(3)
  let refused = 0
  const count = 4000 * TIMES
  for (let done = 0; done < count; done += 1) {
    let text = randomDocument(random)
    for (let times = random.below(3); times > 0; times -= 1) text = mutate(text, random)
    text = inAscii(text)
    const expected = whole(text)
    if ('kind' in expected) refused += 1
    for (const bounds of SMALL) {
      const found = inWindows(text, bounds)
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        t.deepEqual(found, expected, `${JSON.stringify(bounds)}: ${text}`)
      }
    }
  }
  t.true(refused > count / 10 && refused < (count * 9) / 10, `${refused} of ${count}`)
})

/** What must not be taken apart, or is wrong, at the end of a window. */
const PIECES = [
  '<b c="d">e</b>',
  '<b c="d"/>',
  '<b\r\n c = "&lt;>"\t/>',
  '<!-- > -->',
  '<![CDATA[<b>]]>',
  '&amp;&#x41;&#0000066;',
  '\r\n\r\r\n',
  '<?pi?>',
  '<!DOCTYPE a>',
  '</c>',
  '<c>',
  '<b c="d" c="e"/>',
  '<p:b/>',
  '&none;',
  '&',
  ']]>',
  '<![CDATA[',
  '<!-- -- -->',
  '<b c="',
  '\u0001',
]

test('whatever stands at the end of a window: the same trees and refusals', (t) => {
  const { window, margin, text: long } = WINDOW_BOUNDS
  const pads = [window - 20, margin - 20, long - 20, 2 * window].flatMap((pad) =>
    Array.from({ length: 24 }, (_, more) => pad + 2 * more),
  )
  for (const piece of PIECES) {
    for (const pad of pads) {
      const x = 'x'.repeat(pad)
      for (const text of [`<a>${x}${piece}${x}${piece}${x}</a>`, `<a b="${x}">${piece}${x}</a>`]) {
        const filled = text + ' '.repeat(Math.max(0, 3 * window - text.length))
        if (JSON.stringify(inWindows(filled)) !== JSON.stringify(whole(filled))) {
          t.fail(`${piece} after ${pad}`)
        }
      }
    }
  }
  t.pass()
})

test('a declaration may be longer than a window', (t) => {
  const text = `<?xml${' '.repeat(3 * WINDOW_BOUNDS.window)}version="1.0"?><a/>`
  t.deepEqual(inWindows(text), whole(text))
  t.true('tree' in whole(text))
})

test('a long document says where it is wrong, and its text is made when somebody asks', (t) => {
  const x = `${'x'.repeat(PORTION)}\n`.repeat(40)
  const wrong = `<a>${x}<b c="d>${x}</a>`
  const body = Buffer.from(wrong)
  const error = t.throws(() => atOnce(readingBytes({ body })), { instanceOf: Unreadable })
  t.is(error?.message, t.throws(() => readDocument(wrong))?.message)
  const text = `<a>${x}<b>${x}</b></a>`
  const { source, root } = atOnce(readingBytes({ body: Buffer.from(text) }))
  t.true(typeof source !== 'string' && source.text === text)
  t.is(elementText(root).length, x.length)
  const [, b] = root.children
  t.true(typeof b === 'object' && text.slice(b.start, b.end) === `<b>${x}</b>`)
})

test('XML 1.0 §2.2: what is no character is found in bytes as it is in text, wherever it stands', (t) => {
  const forbidden = [...'\0\u0001\b\v\f\u000e\u001f\ufffe\uffff']
  const allowed = [
    ...'\t\n\r \u007f\u0080\u0e01\ud7ff\ue000\uffee\ufffd',
    '\u{10000}',
    '\u{10ffff}',
  ]
  const found = (text: string) => atOnce(lookingThrough(decodeSource(Buffer.from(text), 'utf-8')))
  for (const around of ['x', 'é']) {
    for (let before = 0; before < 70; before += 1) {
      const start = around.repeat(before)
      for (const one of allowed) t.is(found(`${start}${one}${around.repeat(40)}`), -1)
      for (const one of forbidden) {
        t.is(found(`${start}${one}${around.repeat(40)}`), start.length, JSON.stringify(one))
      }
    }
  }
  // At the ends of what is looked at together.
  for (const one of forbidden) {
    for (let before = 256 * 1024 - 4; before < 256 * 1024 + 2; before += 1) {
      t.is(found(`${'x'.repeat(before)}${one}é`), before)
    }
  }
})
