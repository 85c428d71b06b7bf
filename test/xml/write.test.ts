/** The writer: what it writes reads back as the same tree, wherever names and text are awkward. */
import test from 'ava'
import { readDocument } from '../../src/xml/read.js'
import {
  attribute,
  childElements,
  clarkName,
  element,
  elementText,
  inScope,
  namespaceOf,
  resolveQName,
  XML_NAMESPACE,
  type XmlElement,
} from '../../src/xml/tree.js'
import { escapeAttribute, escapeText, writeElement } from '../../src/xml/write.js'
import { lengthWithin96MiB } from '../support/confined.js'
import { Random, randomDocument } from '../support/random.js'

/** What an element says, without positions and without how its scope came about. */
function contentOf(of: XmlElement): unknown {
  return {
    name: clarkName(of),
    prefix: of.prefix,
    scope: [...inScope(of.scope)].filter(([, namespace]) => namespace !== '').sort(),
    attributes: of.attributes,
    children: of.children.map((child) => (typeof child === 'string' ? child : contentOf(child))),
  }
}

const again = (root: XmlElement) => readDocument(writeElement(root))

test('what was read, written and read again is the same tree', (t) => {
  const random = new Random(11)
  let compared = 0
  for (let count = 0; count < 2000; count += 1) {
    const text = randomDocument(random)
    const root = tryRead(text)
    if (!root) continue
    t.deepEqual(contentOf(again(root)), contentOf(root), text)
    compared += 1
  }
  t.true(compared > 1000, `only ${compared} were readable`)
})

test('every element of a document stands for itself when written alone', (t) => {
  const random = new Random(12)
  for (let count = 0; count < 300; count += 1) {
    const root = tryRead(randomDocument(random))
    if (!root) continue
    for (const child of childElements(root)) t.deepEqual(contentOf(again(child)), contentOf(child))
  }
})

function tryRead(text: string): XmlElement | undefined {
  try {
    return readDocument(text)
  } catch {
    return undefined
  }
}

test('writing twice gives the same text', (t) => {
  const root = readDocument('<p:a xmlns:p="u" x="1"><b xmlns="v">&lt;\r\n&#13;</b><p:c/></p:a>')
  t.is(writeElement(again(root)), writeElement(root))
})

test('prefixes that only the content uses survive', (t) => {
  const root = readDocument(
    '<e xmlns="u:e" xmlns:t="u:t"><f xmlns:v="u:v" type="t:T"><g>v:code</g></f></e>',
  )
  const [f] = childElements(root)
  const [g] = childElements(again(f as XmlElement))
  t.deepEqual(resolveQName((g as XmlElement).scope, elementText(g as XmlElement)), {
    namespace: 'u:v',
    local: 'code',
  })
  t.is(namespaceOf((g as XmlElement).scope, 't'), 'u:t')
  t.is(namespaceOf((g as XmlElement).scope, ''), 'u:e')
})

test('a default namespace that was taken back stays taken back', (t) => {
  const root = readDocument('<a xmlns="u"><b xmlns=""><c/></b></a>')
  t.deepEqual(contentOf(again(root)), contentOf(root))
  const [b] = childElements(root)
  t.is(writeElement(b as XmlElement), '<b><c/></b>')
})

test('an element made here gets the declarations that its names need, once', (t) => {
  const made = element({
    name: '{u:1}a',
    prefix: 'p',
    attributes: [attribute('{u:2}x', '1', 'q'), attribute('y', '2')],
    children: [element({ name: '{u:1}b', prefix: 'p' }), element({ name: 'c' })],
  })
  t.is(writeElement(made), '<p:a xmlns:p="u:1" xmlns:q="u:2" q:x="1" y="2"><p:b/><c/></p:a>')
})

test('a child without namespace does not fall into a default one', (t) => {
  const made = element({
    name: '{u:1}a',
    children: [element({ name: 'b' }), element({ name: '{u:1}c' })],
  })
  t.is(writeElement(made), '<a xmlns="u:1"><b xmlns=""/><c/></a>')
})

test('one prefix wanted for two namespaces on one element becomes two prefixes', (t) => {
  const made = element({
    name: '{u:1}a',
    prefix: 'p',
    attributes: [
      attribute('{u:2}x', '2', 'p'),
      attribute('{u:3}x', '3', 'p'),
      attribute('{u:1}x', '1', 'p'),
      attribute('{u:4}x', '4', 'p1'),
    ],
  })
  const read = readDocument(writeElement(made))
  t.is(clarkName(read), '{u:1}a')
  t.deepEqual(
    read.attributes.map(({ namespace, value }) => [namespace, value]),
    [
      ['u:2', '2'],
      ['u:3', '3'],
      ['u:1', '1'],
      ['u:4', '4'],
    ],
  )
})

test('what is bound where the text will stand is not declared again', (t) => {
  const made = element({
    name: '{u:1}a',
    prefix: 'p',
    children: [element({ name: '{u:2}b', prefix: 'q' })],
  })
  t.is(
    writeElement(
      made,
      undefined,
      new Map([
        ['p', 'u:1'],
        ['q', 'u:other'],
      ]),
    ),
    '<p:a><q:b xmlns:q="u:2"/></p:a>',
  )
})

test('attributes can be left out everywhere in the tree', (t) => {
  const root = readDocument('<a x="1" y="2"><b y="3" xml:lang="en"/></a>')
  t.is(
    writeElement(root, ({ local }) => local !== 'y'),
    '<a x="1"><b xml:lang="en"/></a>',
  )
})

test('text and values come back character by character', (t) => {
  const awkward = ' <>&"\'\t\n\r\r\n]]>\u0085\u2028\u00a0\u{1F600}\ufffd '
  const made = element({ name: 'a', attributes: [attribute('x', awkward)], children: [awkward] })
  const read = readDocument(writeElement(made))
  t.is(elementText(read), awkward)
  t.is(read.attributes[0]?.value, awkward)
})

test('characters that XML cannot hold are refused with their number', (t) => {
  for (const [character, number] of [
    ['\u0000', '0000'],
    ['\u0008', '0008'],
    ['\u000b', '000B'],
    ['\u001f', '001F'],
    ['\ufffe', 'FFFE'],
    ['\uffff', 'FFFF'],
    ['\ud800', 'D800'],
    ['x\udc00', 'DC00'],
    ['\udc00\ud800', 'DC00'],
  ] as const) {
    for (const escaped of [escapeText, escapeAttribute]) {
      t.throws(() => escaped(`a${character}b`), {
        instanceOf: TypeError,
        message: `U+${number} cannot be written in XML`,
      })
    }
  }
})

test('a name or prefix that is none cannot be made', (t) => {
  for (const name of ['', 'a b', 'a>', '1a', '-a', 'a:b', '{u}', '{u}a/', 'a="1"', '\u0300a']) {
    t.throws(() => element({ name, prefix: 'p' }), { instanceOf: TypeError }, name)
    t.throws(() => attribute(name, '', name.startsWith('{') ? 'p' : ''), { instanceOf: TypeError })
  }
  for (const prefix of ['p q', 'p:q', '1', 'xml', 'xmlns', 'p"']) {
    t.throws(() => element({ name: '{u}a', prefix }), { instanceOf: TypeError }, prefix)
  }
  t.throws(() => element({ name: `{${XML_NAMESPACE}}a`, prefix: 'p' }), { instanceOf: TypeError })
  t.notThrows(() => element({ name: '{u}\u00e9-.1\u{20000}', prefix: '_p' }))
})

test('an attribute has a prefix exactly if it has a namespace', (t) => {
  t.throws(() => attribute('{u}a', ''), { instanceOf: TypeError })
  t.throws(() => attribute('a', '', 'p'), { instanceOf: TypeError })
})

const WRITE = new URL('../../src/xml/write.js', import.meta.url)

test('text that is nothing but markup is escaped within a few times its size', async (t) => {
  const text = "module.escapeText('<'.repeat(5_000_000))"
  t.is(await lengthWithin96MiB(WRITE, text), 20_000_000)
  const value = "module.escapeAttribute('\"'.repeat(5_000_000))"
  t.is(await lengthWithin96MiB(WRITE, value), 30_000_000)
})
