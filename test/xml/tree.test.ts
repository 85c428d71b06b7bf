/** The tree's questions: names, scopes, text. */
import test from 'ava'
import { readDocument } from '../../src/xml/read.js'
import {
  attributeOf,
  childElements,
  clarkName,
  elementText,
  hasText,
  inScope,
  isNamed,
  namespaceOf,
  parseClarkName,
  resolveQName,
  rootScope,
  trimXml,
  XML_NAMESPACE,
  type XmlElement,
} from '../../src/xml/tree.js'

test('Clark names are put together and taken apart', (t) => {
  for (const [name, namespace, local] of [
    ['{urn:x}a', 'urn:x', 'a'],
    ['a', '', 'a'],
    ['{u{v}a', 'u{v', 'a'],
    ['{unclosed', '', '{unclosed'],
  ] as const) {
    t.deepEqual(parseClarkName(name), { namespace, local })
    t.is(clarkName({ namespace, local }), name)
  }
})

test('the innermost declaration of a prefix counts', (t) => {
  const root = readDocument('<a xmlns="u:1" xmlns:p="u:p"><b xmlns="" xmlns:p="u:q"/></a>')
  const [b] = childElements(root) as [XmlElement]
  t.is(namespaceOf(root.scope, ''), 'u:1')
  t.is(namespaceOf(b.scope, ''), '')
  t.is(namespaceOf(b.scope, 'p'), 'u:q')
  t.is(namespaceOf(b.scope, 'none'), undefined)
  t.is(namespaceOf(rootScope(), ''), '')
  t.is(namespaceOf(rootScope(), 'xml'), XML_NAMESPACE)
  t.deepEqual(
    [...inScope(b.scope)],
    [
      ['', ''],
      ['p', 'u:q'],
    ],
  )
})

test('a QName in content is trimmed and resolved; unbound prefixes are none', (t) => {
  const { scope } = readDocument('<a xmlns="u:1" xmlns:p="u:p"/>')
  t.deepEqual(resolveQName(scope, ' \r\n p:code\t'), { namespace: 'u:p', local: 'code' })
  t.deepEqual(resolveQName(scope, 'code'), { namespace: 'u:1', local: 'code' })
  t.is(resolveQName(scope, 'q:code'), undefined)
})

test('text is what stands directly inside', (t) => {
  const root = readDocument('<a> 1<b>2</b>3 </a>')
  t.is(elementText(root), ' 13 ')
  t.is(elementText(readDocument('<a/>')), '')
  t.true(hasText(root))
  t.false(hasText(readDocument('<a> \r\n\t<b>x</b></a>')))
  t.true(hasText(readDocument('<a>\u00a0</a>')))
})

test('white space is what XML says it is', (t) => {
  t.is(trimXml(' \t\r\n a b \n'), 'a b')
  t.is(trimXml('\u00a0a\u2028'), '\u00a0a\u2028')
  t.is(trimXml(''), '')
  t.is(trimXml(' \n '), '')
})

test('trimming takes time in proportion to the text', (t) => {
  // In proportion to its square, it would take hours.
  const long = `a${' '.repeat(10_000_000)}b`
  t.is(trimXml(long), long)
})

test('attributes and elements are found by namespace and name', (t) => {
  const root = readDocument('<p:a xmlns:p="u" p:x="1" x="2"/>')
  t.is(attributeOf(root, 'u', 'x'), '1')
  t.is(attributeOf(root, '', 'x'), '2')
  t.is(attributeOf(root, 'v', 'x'), undefined)
  t.true(isNamed(root, 'u', 'a'))
  t.false(isNamed(root, '', 'a'))
  t.false(isNamed(root, 'u', 'b'))
})
