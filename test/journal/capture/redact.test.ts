/** Redaction by path: what is meant is gone from the text that is kept, and nothing else is. */
import test from 'ava'
import { keptText, redactions } from '../../../src/store/journal/capture/redact.js'
import { readPath } from '../../../src/xml/paths/path.js'
import { Paths } from '../../../src/xml/paths/paths.js'
import { readDocument } from '../../../src/xml/read.js'
import { atOnce } from '../../../src/xml/walk.js'

function redacted(text: string, ...paths: readonly string[]): string {
  const cuts = atOnce(redactions(readDocument(text), text, new Paths(paths.map(readPath))))
  return keptText(text, cuts, 1_000_000)
}

const TEXT =
  '<e:Envelope xmlns:e="urn:e" xmlns="urn:x"><e:Body><order card=\'4111\' note="a > b"><card>4111</card>' +
  '<person><card type="debit" x:type="secret" xmlns:x="urn:y"><![CDATA[42]]><!-- 43 -->&#52;4</card></person>' +
  '</order><card xmlns=""/></e:Body></e:Envelope>'

test('elements are meant by their names, at a place or at any depth', (t) => {
  for (const [path, gone, stays] of [
    ['//{urn:x}card', ['42', '43', '&#52;4', '<card>4111'], ["card='4111'"]],
    ['//card', ['42', '<card>4111'], ["card='4111'"]],
    [
      '/{urn:e}Envelope/{urn:e}Body/{urn:x}order/{urn:x}card',
      ['<card>4111'],
      ['42', "card='4111'"],
    ],
    ['/Envelope/*/order/person', ['<card type', '42'], ['<card>4111']],
    ['//order//card', ['42', '<card>4111'], []],
    ['//{urn:x}*', ['<card', '42'], []],
    ['//{}card', [], ['42', '4111', "card='4111'"]],
    ['/card', [], ['42', '4111']],
    ['//order/@card', ["'4111'"], ['<card>4111', 'a > b']],
    ['//@*', ["'4111'", 'debit', 'secret', 'a > b'], ['<card>4111', '42']],
    ['//@type', ['debit', 'secret'], ['42']],
    ['//@{urn:y}type', ['secret'], ['debit']],
    ['//@{}type', ['debit'], ['secret']],
    ['/Envelope/Body/order//@note', ['a > b'], ["card='4111'"]],
  ] as const) {
    const kept = redacted(TEXT, path)
    const end = path === '//{urn:x}*' ? '<card xmlns=""/>' : ''
    const seen = kept.replace(end, '')
    for (const one of gone) t.false(seen.includes(one), `${path} leaves ${one}: ${kept}`)
    for (const one of stays) t.true(seen.includes(one), `${path} takes ${one}: ${kept}`)
    t.notThrows(() => readDocument(kept), path)
    t.is(kept.includes('[redacted]'), gone.length > 0, path)
  }
})

test('several paths may mean the same, and what is within what is gone', (t) => {
  t.is(
    redacted(
      '<a k="1"><b k="2"><c>3</c></b><d>4</d></a>',
      ...['//b', '//c', '/a/b/c', '//@k', '//*/@k'],
    ),
    '<a k="[redacted]"><b k="[redacted]">[redacted]</b><d>4</d></a>',
  )
})

test('an attribute is found however its tag is written', (t) => {
  t.is(
    redacted('<a\n x = "1"\tsecret\r\n=\r\n\'"2\'/>', '//@secret'),
    '<a\n x = "1"\tsecret\r\n=\r\n\'[redacted]\'/>',
  )
  t.is(
    redacted('<secret secret="secret=1" x="secret"/>', '//@secret'),
    '<secret secret="[redacted]" x="secret"/>',
  )
})

test('what cannot be read as a path is told', (t) => {
  const wrong = ['', 'a', '/', '//', '/a/', '/a b', '/@a/b', '/{urn:x', '///a', '/a[1]', '//wsse:a']
  for (const path of [...wrong, '/a'.repeat(33)]) {
    t.throws(
      () => readPath(path),
      { instanceOf: RangeError, message: /^expected a path such as/ },
      path,
    )
  }
})

test('what is cut never has part of what was redacted, and says that it was cut', (t) => {
  const secret = 'secret'.repeat(10)
  const text = `<a>${'é'.repeat(20)}<b>${secret}</b>${'x'.repeat(50)}</a>`
  const cuts = atOnce(redactions(readDocument(text), text, new Paths([readPath('//b')])))
  const whole = keptText(text, cuts, 1_000)
  for (let most = 1; most < 110; most += 1) {
    const kept = keptText(text, cuts, most)
    t.false(kept.includes('secr'), `${most}: ${kept}`)
    t.is(kept.endsWith(`\n[cut: ${text.length} characters came]`), most < whole.length)
  }
  t.is(keptText('<a>\u{1F600}</a>', [], 4), '<a>\n[cut: 9 characters came]')
})

test('work is in proportion to the text, whatever paths and depth', (t) => {
  const depth = 99
  const rows = 3_000
  const text = '<a>'.repeat(depth) + '<a k="1">2</a>'.repeat(rows) + '</a>'.repeat(depth)
  const paths = [`${'//a'.repeat(31)}/@k`, `${'//*'.repeat(31)}//b`].map(readPath)
  const cuts = atOnce(redactions(readDocument(text), text, new Paths(paths)))
  t.is(cuts.length, rows)
})
