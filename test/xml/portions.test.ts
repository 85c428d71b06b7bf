/** Reading and writing in portions: where a portion ends makes no difference, and none is much longer than another. */
import test from 'ava'
import type { TypedElement } from '../../src/contract/typed-schema.js'
import { readingValues, writingValues } from '../../src/contract/values.js'
import { DEFAULT_XML_LIMITS, type XmlLimits } from '../../src/xml/limits.js'
import { readDocument, reading } from '../../src/xml/read.js'
import { attributeOf, childElements, elementText, type XmlElement } from '../../src/xml/tree.js'
import { Unreadable } from '../../src/xml/unreadable.js'
import { atOnce, PORTION, type Walk } from '../../src/xml/walk.js'
import { writeElement, writing } from '../../src/xml/write.js'
import { lengthWithin96MiB } from '../support/confined.js'
import { KINDS } from '../support/hostile/inputs.js'
import { SLOTS } from '../support/hostile/slots.js'
import { Random } from '../support/random.js'
import { typedBy } from '../support/typed.js'

interface Walked<Result> {
  readonly result: Result | undefined
  readonly portions: number
}

function walked<Result>(walk: Walk<Result>): Walked<Result> {
  for (let portions = 1; ; portions += 1) {
    try {
      const { done, value } = walk.next()
      if (done) return { result: value, portions }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return { result: undefined, portions }
    }
  }
}

const SIZE = 600_000

for (const kind of KINDS) {
  test(`a large message is read and written in portions: ${kind.name}`, (t) => {
    const make = (size: number) => SLOTS.open(kind.make(size, new Random(1)))
    const [small, large] = [make(SIZE / 4), make(SIZE)]
    const { result, portions } = walked(reading(large))
    const rate = (count: number, text: string) => (count * PORTION) / text.length
    // There are two passes, one of them for the characters only.
    if (result) t.true(rate(portions, large) >= 1, `${portions} for ${large.length}`)
    // A larger text takes no more portions than its length says.
    const before = rate(walked(reading(small)).portions, small)
    t.true(rate(portions, large) <= 1.5 * before, `${rate(portions, large)} after ${before}`)
    if (!result) return
    const written = walked(writing(result))
    const text = written.result ?? ''
    t.true(rate(written.portions, text) >= 0.1, `${written.portions} for ${text.length}`)
    t.is(text.length, writeElement(readDocument(text)).length)
  })
}

/** Where a portion ends, what must not be taken apart. */
const WHOLE: Readonly<Record<string, string>> = {
  '\r\n': '\n',
  '\r': '\n',
  '\r\r\n\n': '\n\n\n',
  '\r\r\r\n': '\n\n\n',
  '&lt;': '<',
  '&#x1F600;': '\u{1F600}',
  [`&#${'0'.repeat(3 * PORTION)}65;`]: 'A',
  '\u{1F600}': '\u{1F600}',
  ']]&gt;': ']]>',
}

for (const [source, form] of Object.entries(WHOLE)) {
  test(`the end of a portion takes nothing apart: ${JSON.stringify(source).slice(0, 20)}`, (t) => {
    for (let before = PORTION - 12; before <= PORTION + 1; before += 1) {
      const x = 'x'.repeat(before)
      const text = readDocument(`<a>${x}${source}${x}${source}</a>`)
      t.true(elementText(text) === `${x}${form}${x}${form}`)
      t.true(elementText(readDocument(writeElement(text))) === elementText(text))
      const value = attributeOf(readDocument(`<a b="${x}${source}${x}"/>`), '', 'b')
      t.true(value === `${x}${form.replaceAll('\n', ' ')}${x}`)
      const cdata = readDocument(`<a><![CDATA[${x}${source}]]>${x}</a>`)
      t.true(elementText(cdata) === `${x}${source.replaceAll(/\r\n?/g, '\n')}${x}`)
    }
  })
}

test('what is wrong is found wherever a portion ends', (t) => {
  const wrong = ['&none;', '&', ']]>', '\u0001', '\ud800', '<a b="1" b="2"/>', '<a b="&none;"/>']
  for (const piece of [...wrong, `<a b="${'&lt;'.repeat(65_537)}"/>`]) {
    for (let before = PORTION - 12; before <= PORTION + 1; before += 1) {
      const text = `<a>${'x'.repeat(before)}${piece}${'x'.repeat(PORTION)}</a>`
      t.throws(() => readDocument(text), { instanceOf: Unreadable }, `${before}: ${piece}`)
    }
  }
})

test('a start tag may be longer than a portion', (t) => {
  const count = 250
  const value = 'v'.repeat(PORTION / 50)
  const attributes = Array.from({ length: count }, (_, index) => ` a${index}="${value}${index}"`)
  for (const end of ['/>', '></a>', ' />']) {
    const { result, portions } = walked(reading(`<r><a${attributes.join('')}${end}<b/></r>`))
    t.true(portions > 4)
    const [a, b] = childElements(result as XmlElement)
    t.is(a?.attributes.length, count)
    t.is(a && attributeOf(a, '', `a${count - 1}`), `${value}${count - 1}`)
    t.is(b?.local, 'b')
  }
})

test('every unfinished document is refused, however it is divided', (t) => {
  const attributes = Array.from({ length: 200 }, (_, index) => ` a${index}="${'v'.repeat(100)}"`)
  const whole = `<r><a${attributes.join('')}>${'x'.repeat(40)}</a></r>`
  for (let length = 0; length < whole.length; length += 7) {
    t.throws(() => readDocument(whole.slice(0, length)), { instanceOf: Unreadable })
  }
})

test('values of many elements are read and written in portions', (t) => {
  const item = '<item><n>1</n></item>'
  const entry = readDocument(`<e>${item.repeat(20_000)}</e>`)
  const values = walked(readingValues(entry, undefined))
  t.true(values.portions > 50)
  const made = walked(writingValues('e', values.result ?? {}, undefined))
  t.true(made.portions > 50)
  t.is(writeElement(made.result as XmlElement), writeElement(entry))
  const schema = typedBy(t, {
    's.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="e"><xs:complexType><xs:sequence>
        <xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:sequence>
          <xs:element name="n" maxOccurs="unbounded"/>
        </xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element></xs:schema>`,
  }).element('e') as TypedElement
  const arranged = walked(schema.arranging(entry, 'urn:s'))
  t.true(arranged.portions > 50)
  t.is(writeElement(arranged.result as XmlElement), writeElement(entry))
})

test('declarations in scope are those around an element, not those beside it', (t) => {
  const limits: XmlLimits = { ...DEFAULT_XML_LIMITS, namespacesInScope: 3 }
  t.notThrows(() =>
    atOnce(reading(`<a xmlns="u">${'<b xmlns:p="u" xmlns:q="u"/>'.repeat(50)}</a>`, limits)),
  )
  const text = '<a xmlns="u"><b xmlns:p="u" xmlns:q="u"><c xmlns="v"/></b></a>'
  t.throws(() => readDocument(text, limits), { instanceOf: Unreadable })
})

test('the place of an error is found within a few times the size of the text', async (t) => {
  const read = new URL('../../src/xml/read.js', import.meta.url)
  const message = `(() => { try { module.readDocument('<a>' + '\\n'.repeat(13_000_000)) } catch (error) { return error.message } })()`
  t.is(await lengthWithin96MiB(read, message), '13000001:1: a is not closed'.length)
})
