/** Long text is written as bytes: the same as short text is, and no character that XML forbids. */
import test from 'ava'
import { element } from '../../src/xml/tree.js'
import { atOnce, PORTION } from '../../src/xml/walk.js'
import { escapeText, writeElement, writingParts } from '../../src/xml/write.js'
import { WrittenText } from '../../src/xml/written.js'
import { Random } from '../support/random.js'

const ALPHABETS = [
  ['a', 'b', ' ', '\n'],
  ['a', 'b', '&'],
  ['&', '<', '>', '\r', ']'],
  ['a', 'é', '<', '\u20ac'],
  ['\u{1F600}', 'x', '&', '\u{10ffff}'],
]

/** Runs of each character, short and long ones. */
function randomText(random: Random, alphabet: readonly string[]): string {
  let text = ''
  while (text.length < 3 * PORTION) {
    text += (alphabet[random.below(alphabet.length)] ?? '').repeat(1 + random.below(60))
  }
  return text
}

test('long text has the same references as short text, in its bytes and in its string', (t) => {
  const random = new Random(5)
  for (const alphabet of ALPHABETS) {
    for (let times = 0; times < 20; times += 1) {
      const text = randomText(random, alphabet)
      const root = element({ name: 'a', children: ['x', text, element({ name: 'b' }), text] })
      const expected = `<a>x${escapeText(text)}<b/>${escapeText(text)}</a>`
      const written = new WrittenText(atOnce(writingParts(root)))
      const bytes = Buffer.concat(written.parts.map((part) => Buffer.from(part)))
      t.true(bytes.equals(Buffer.from(expected)))
      t.is(written.size, bytes.length)
      t.true(written.text === expected)
      t.true(writeElement(root) === expected)
      t.true(written.parts.length > 2)
    }
  }
})

test('a character that XML does not allow is refused wherever it stands in long text', (t) => {
  for (const one of ['\0', '\u001f', '\ud800', '\udc00', '\uffff']) {
    for (const x of ['x', 'é']) {
      for (const at of [0, 5, PORTION - 1, PORTION, 2 * PORTION + 3]) {
        const text = `${x.repeat(at)}${one}${x.repeat(3 * PORTION - at)}`
        const root = element({ name: 'a', children: [text] })
        t.throws(
          () => writeElement(root),
          { instanceOf: TypeError },
          `${JSON.stringify(one)} ${at}`,
        )
      }
    }
  }
})
