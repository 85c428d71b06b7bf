/** The reader: positions, namespaces, every limit, and each kind of refusal. */
import test from 'ava'
import { DEFAULT_XML_LIMITS, type XmlLimits } from '../../src/xml/limits.js'
import { readDocument } from '../../src/xml/read.js'
import {
  attributeOf,
  childElements,
  clarkName,
  elementText,
  namespaceOf,
  XML_NAMESPACE,
  type XmlElement,
} from '../../src/xml/tree.js'
import { Unreadable, type UnreadableKind } from '../../src/xml/unreadable.js'

/** Every element of a tree in document order. */
function everyElement(root: XmlElement): readonly XmlElement[] {
  return [root, ...childElements(root).flatMap(everyElement)]
}

/** The source of every element, cut out of the text by its positions. */
function sources(text: string): readonly string[] {
  return everyElement(readDocument(text)).map(({ start, end }) => text.slice(start, end))
}

function refusal(text: string, limits?: XmlLimits): Unreadable {
  try {
    readDocument(text, limits)
  } catch (error) {
    if (error instanceof Unreadable) return error
    throw error
  }
  throw new Error(`read without complaint: ${text.slice(0, 200)}`)
}

const LOCATIONS: Readonly<Record<string, readonly [text: string, expected: readonly string[]]>> = {
  'a lone root': ['<a/>', ['<a/>']],
  'a self-closing child': ['<a><b/></a>', ['<a><b/></a>', '<b/>']],
  'space before the slash': ['<a><b  /></a>', ['<a><b  /></a>', '<b  />']],
  'space in the end tag': ['<a><b></b \t\n></a >', ['<a><b></b \t\n></a >', '<b></b \t\n>']],
  'an XML declaration': ['<?xml version="1.0"?>\n<a><b/></a>\n', ['<a><b/></a>', '<b/>']],
  'comments around and inside': [
    '<!-- <z> --><a><!-- <y/> --><b/><!-- > --></a><!-- -->',
    ['<a><!-- <y/> --><b/><!-- > --></a>', '<b/>'],
  ],
  'CDATA that looks like markup': [
    '<a><![CDATA[<b></a>]]><b/></a>',
    ['<a><![CDATA[<b></a>]]><b/></a>', '<b/>'],
  ],
  'attributes with >': [
    `<a x=">" y='/>'><b z="<!-- &gt;"/></a>`.replace('<!--', '!--'),
    [`<a x=">" y='/>'><b z="!-- &gt;"/></a>`, '<b z="!-- &gt;"/>'],
  ],
  'CRLF between elements': ['<a>\r\n<b/>\r\n</a>', ['<a>\r\n<b/>\r\n</a>', '<b/>']],
  'CRLF after a name': [
    '<a\r\nx="1"><b\r\n/></a\r\n>',
    ['<a\r\nx="1"><b\r\n/></a\r\n>', '<b\r\n/>'],
  ],
  'CR after a name': ['<a\rx="1"><b\r/></a>', ['<a\rx="1"><b\r/></a>', '<b\r/>']],
  'LF after a name': ['<a\nx="1"><b\n/></a>', ['<a\nx="1"><b\n/></a>', '<b\n/>']],
  'CRLF between attributes': [
    '<a x="1"\r\n\r\n  y="2"\r\n><b/></a>',
    ['<a x="1"\r\n\r\n  y="2"\r\n><b/></a>', '<b/>'],
  ],
  'astral characters': [
    '<a x="\u{1F600}">\u{1F600}<b>\u{20000}</b>\u{1F600}<c/></a>',
    ['<a x="\u{1F600}">\u{1F600}<b>\u{20000}</b>\u{1F600}<c/></a>', '<b>\u{20000}</b>', '<c/>'],
  ],
  'astral names': [
    '<\u{20000}><b\u{20000} /></\u{20000}>',
    ['<\u{20000}><b\u{20000} /></\u{20000}>', '<b\u{20000} />'],
  ],
  'references before a child': [
    '<a>&amp;&#x1F600;&lt;<b/></a>',
    ['<a>&amp;&#x1F600;&lt;<b/></a>', '<b/>'],
  ],
  'prefixed names': [
    '<p:a xmlns:p="u"><p:b/><p:b\r\n></p:b></p:a>',
    ['<p:a xmlns:p="u"><p:b/><p:b\r\n></p:b></p:a>', '<p:b/>', '<p:b\r\n></p:b>'],
  ],
}

for (const [what, [text, expected]] of Object.entries(LOCATIONS)) {
  test(`positions are exact with ${what}`, (t) => {
    t.deepEqual(sources(text), expected)
  })
}

test('positions are exact wherever white space of any form may stand', (t) => {
  for (const space of [' ', '\t', '\n', '\r', '\r\n', '\r\r\n', '\n\r\n ', ' \r\n']) {
    const b = `<b${space}x="1"${space}/>`
    const c = `<c${space}>${space}</c${space}>`
    const text = `${space}<a>${space}${b}${space}${c}</a>${space}`
    t.deepEqual(sources(text).slice(1), [b, c], JSON.stringify(space))
  }
})

test('text and CDATA are joined; comments leave no trace', (t) => {
  const root = readDocument('<a>1<!-- x -->2<![CDATA[<3>]]>4<b/>5</a>')
  t.deepEqual(
    root.children.map((child) => (typeof child === 'string' ? child : child.local)),
    ['12<3>4', 'b', '5'],
  )
  t.is(elementText(root), '12<3>45')
})

test('line ends are LF in text, and spaces in attributes, unless they are references', (t) => {
  const root = readDocument('<a x="1\r\n2\r3\t4&#13;&#10;&#9;5">1\r\n2\r3&#13;</a>')
  t.is(attributeOf(root, '', 'x'), '1 2 3 4\r\n\t5')
  t.is(elementText(root), '1\n2\n3\r')
})

test('the five entities and character references are resolved', (t) => {
  const root = readDocument(
    '<a x="&quot;&apos;&lt;">&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#x1F600;</a>',
  )
  t.is(attributeOf(root, '', 'x'), `"'<`)
  t.is(elementText(root), `<>&"'AB\u{1F600}`)
})

test('names are resolved by the scope they stand in', (t) => {
  const root = readDocument(
    '<a xmlns="u:d" xmlns:p="u:p" p:x="1" x="2"><p:b xmlns:p="u:q"/><c xmlns=""><d/></c><p:e/></a>',
  )
  t.deepEqual(everyElement(root).map(clarkName), ['{u:d}a', '{u:q}b', 'c', 'd', '{u:p}e'])
  t.is(attributeOf(root, 'u:p', 'x'), '1')
  t.is(attributeOf(root, '', 'x'), '2')
  t.is(attributeOf(root, 'u:d', 'x'), undefined)
})

test('the prefix xml needs no declaration and may have its own', (t) => {
  const root = readDocument(`<a xml:lang="en" xmlns:xml="${XML_NAMESPACE}"/>`)
  t.is(attributeOf(root, XML_NAMESPACE, 'lang'), 'en')
  t.is(namespaceOf(root.scope, 'xml'), XML_NAMESPACE)
})

test('declarations are no attributes', (t) => {
  const root = readDocument('<a xmlns="u" xmlns:p="v" x="1"/>')
  t.deepEqual(root.attributes, [{ prefix: '', local: 'x', namespace: '', value: '1' }])
})

test('names that objects inherit are names like any other', (t) => {
  const root = readDocument('<constructor __proto__="1" toString="2"><__proto__/></constructor>')
  t.is(attributeOf(root, '', '__proto__'), '1')
  t.deepEqual(everyElement(root).map(clarkName), ['constructor', '__proto__'])
})

const name = (length: number) => 'n'.repeat(length)
const attributes = (count: number) =>
  Array.from({ length: count }, (_, index) => ` a${index}="${index}"`).join('')
const declarations = (count: number) =>
  Array.from({ length: count }, (_, index) => ` xmlns:n${index}="u:${index}"`).join('')

/** So many declarations in scope at the innermost element, four on each of those around it. */
function nested(count: number): string {
  const inside = count > 4 ? nested(count - 4) : ''
  return `<a${declarations(Math.min(count, 4))}>${inside}</a>`
}

/** For each limit a document that needs exactly so much of it. */
const NEEDS: Readonly<Record<keyof XmlLimits, (much: number) => string>> = {
  depth: (much) => '<a>'.repeat(much) + '</a>'.repeat(much),
  attributes: (much) => `<a${attributes(much)}${declarations(3)}/>`,
  namespaces: (much) => `<a${declarations(much)}${attributes(3)}/>`,
  namespacesInScope: (much) => `<a xmlns="u">${nested(much - 1)}</a>`,
  elements: (much) => `<a>${'<b/>'.repeat(much - 1)}</a>`,
  name: (much) => `<${name(much)}/>`,
  attributeValue: (much) => `<a x="${'v'.repeat(much)}"/>`,
}

for (const limit of Object.keys(NEEDS) as (keyof XmlLimits)[]) {
  test(`limits.${limit} holds at the bound and not beyond it`, (t) => {
    for (const bound of [5, DEFAULT_XML_LIMITS[limit]]) {
      const limits = { ...DEFAULT_XML_LIMITS, [limit]: bound }
      t.notThrows(() => readDocument(NEEDS[limit](bound), limits))
      const { kind, message } = refusal(NEEDS[limit](bound + 1), limits)
      t.is(kind, 'limit')
      t.regex(message, new RegExp(`^\\d+:\\d+: more than ${bound} \\(limits\\.${limit}\\)$`))
    }
  })
}

test('the limit of names holds for attributes and counts the prefix', (t) => {
  const limits = { ...DEFAULT_XML_LIMITS, name: 7 }
  t.notThrows(() => readDocument('<a xmlns:p="u" p:nnnnn="1"/>', limits))
  t.is(refusal('<a xmlns:p="u" p:nnnnnn="1"/>', limits).kind, 'limit')
  t.is(refusal('<a nnnnnnnn="1"/>', limits).kind, 'limit')
  t.is(refusal('<a xmlns:nn="1"/>', limits).kind, 'limit')
})

test('depth is that of open elements, not their number', (t) => {
  const limits = { ...DEFAULT_XML_LIMITS, depth: 2 }
  t.notThrows(() => readDocument(`<a>${'<b></b>'.repeat(50)}</a>`, limits))
  t.is(refusal('<a><b/><b><c/></b></a>', limits).kind, 'limit')
})

const REFUSED: readonly (readonly [kind: UnreadableKind, text: string])[] = [
  ['malformed', ''],
  ['malformed', ' \n'],
  ['malformed', 'text'],
  ['malformed', '<a>'],
  ['malformed', '<a></b>'],
  ['malformed', '<a><b></a></b>'],
  ['malformed', '<a/><b/>'],
  ['malformed', '<a/>text'],
  ['malformed', 'text<a/>'],
  ['malformed', '<a/>&amp;'],
  ['malformed', '<a/><![CDATA[]]>'],
  ['malformed', '<a x="1" x="2"/>'],
  ['malformed', '<a xmlns:p="u" xmlns:p="u"/>'],
  ['malformed', '<a __proto__="1" __proto__="2"/>'],
  ['malformed', '<a x=1/>'],
  ['malformed', '<a x/>'],
  ['malformed', '<a x="1"y="2"/>'],
  ['malformed', '<a x="<"/>'],
  ['malformed', '<a>]]></a>'],
  ['malformed', '<a><!-- -- --></a>'],
  ['malformed', '<a><!-- ---></a>'],
  ['malformed', '<a>&unknown;</a>'],
  ['malformed', '<a>&amp</a>'],
  ['malformed', '<a>& </a>'],
  ['malformed', '<a>&#0;</a>'],
  ['malformed', '<a>&#x1;</a>'],
  ['malformed', '<a>&#xD800;</a>'],
  ['malformed', '<a>&#xFFFE;</a>'],
  ['malformed', '<a>&#x110000;</a>'],
  ['malformed', '<a>&#;</a>'],
  ['malformed', '<a>\u0000</a>'],
  ['malformed', '<a>\u0008</a>'],
  ['malformed', '<a>\ud800</a>'],
  ['malformed', '<a>\udc00</a>'],
  ['malformed', '<a>\uffff</a>'],
  ['malformed', '<1a/>'],
  ['malformed', '< a/>'],
  ['malformed', '<a/'],
  ['malformed', '<?xml version="1.1"?><a/>'],
  ['malformed', '<?xml version="1.2"?><a/>'],
  ['malformed', '<?xml version="2.0"?><a/>'],
  ['malformed', '<?xml encoding="utf-8"?><a/>'],
  ['malformed', ' <?xml version="1.0"?><a/>'],
  ['doctype', '<!DOCTYPE a><a/>'],
  ['doctype', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'],
  ['doctype', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
  ['instruction', '<?go now?><a/>'],
  ['instruction', '<a><?go?></a>'],
  ['instruction', '<a/><?go ?>'],
  ['instruction', '<?xml-stylesheet href="x"?><a/>'],
  ['namespace', '<p:a/>'],
  ['namespace', '<a p:x="1"/>'],
  ['namespace', '<a xmlns:p="u"><b/></a><!---->'.replace('<b/>', '<q:b/>')],
  ['namespace', '<a xmlns:p=""/>'],
  ['namespace', '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>'],
  ['namespace', '<a xmlns:xml="u"/>'],
  ['namespace', `<a xmlns:p="${XML_NAMESPACE}"/>`],
  ['namespace', `<a xmlns="${XML_NAMESPACE}"/>`],
  ['namespace', '<a xmlns:xmlns="u"/>'],
  ['namespace', '<a xmlns:p="http://www.w3.org/2000/xmlns/"/>'],
  ['namespace', '<xmlns:a/>'],
  ['namespace', '<a xmlns:p="u"><p:b:c/></a>'],
  ['namespace', '<a xmlns:p="u" p:b:c="1"/>'],
  ['namespace', '<:a/>'],
  ['namespace', '<a :x="1"/>'],
  ['namespace', '<a:/>'],
  ['namespace', '<a xmlns:p="u" p:="1"/>'],
  ['namespace', '<a xmlns:="u"/>'],
  ['namespace', '<a xmlns:p="u"><p:1/></a>'],
]

for (const [kind, text] of REFUSED) {
  test(`refuses as ${kind}: ${JSON.stringify(text)}`, (t) => {
    const { kind: found, message, name } = refusal(text)
    t.is(found, kind)
    t.regex(message, /^\d+:\d+: ./)
    t.is(name, 'Unreadable')
  })
}

test('a refusal names the namespace of the root as soon as that is known', (t) => {
  t.is(refusal('<s:E xmlns:s="u:soap"><q:b/></s:E>').rootNamespace, 'u:soap')
  t.is(refusal('<a xmlns="u:d"><?pi?></a>').rootNamespace, 'u:d')
  t.is(refusal('<!DOCTYPE a><a xmlns="u:d"/>').rootNamespace, undefined)
  t.is(refusal('<q:a/>').rootNamespace, undefined)
})

test('what a refusal quotes is short', (t) => {
  const long = 'p'.repeat(1000)
  for (const text of [`<${long}:a/>`, `<a><?${long} ?></a>`, `<a ${long}:x="1"/>`]) {
    t.true(refusal(text).message.length < 200)
  }
})

test('XML 1.0 may be declared in every form that is allowed', (t) => {
  for (const declaration of [
    `<?xml version="1.0"?>`,
    `<?xml version='1.0' encoding='UTF-8'?>`,
    `<?xml version = "1.0" encoding="utf-8" standalone="yes" ?>`,
  ]) {
    t.notThrows(() => readDocument(`${declaration}<a/>`), declaration)
  }
})

test('reads documents one after the other, independent of each other', (t) => {
  t.throws(() => readDocument('<a xmlns:p="u"><b>'))
  t.throws(() => readDocument('<p:a/>'))
  t.is(readDocument('<a/>').end, 4)
})
