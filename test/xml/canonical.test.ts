/** Exclusive XML Canonicalization: its clauses, what is left out, elements that were made here, long texts. */
import test from 'ava'
import { canonicalizing } from '../../src/xml/canonical.js'
import { NO_XML_LIMITS } from '../../src/xml/limits.js'
import { readDocument } from '../../src/xml/read.js'
import { attribute, childElements, element, type XmlElement } from '../../src/xml/tree.js'
import { atOnce, PORTION } from '../../src/xml/walk.js'
import { writeElement } from '../../src/xml/write.js'
import { canonical } from '../support/canonical.js'

const child = (parent: XmlElement, index = 0) => childElements(parent)[index] as XmlElement
const form = (text: string, ...inclusive: readonly string[]) =>
  canonical(readDocument(text), { inclusive: new Set(inclusive) })
/** By the text that it was read from. */
const sourced = (text: string, ...inclusive: readonly string[]) =>
  canonical(readDocument(text), { inclusive: new Set(inclusive), source: text })

test('Canonical XML §1.1: end tags, quotes, sorted attributes, line ends, no comments, no CDATA', (t) => {
  t.is(
    form(
      `<?xml version='1.0'?>\n<!-- c --><a  z='"' b = "&#39;&lt;>&amp;"\n><b/>\r\n<![CDATA[<&>]]></a>\n`,
    ),
    `<a b="'&lt;>&amp;" z="&quot;"><b></b>\n&lt;&amp;&gt;</a>`,
  )
})

test('Canonical XML §2.3: what a reader would change is written as a reference', (t) => {
  t.is(
    form('<a b="&#9;&#10;&#13; &#x20;\n">&#9;&#10;&#13;&gt;</a>'),
    '<a b="&#x9;&#xA;&#xD;   ">\t\n&#xD;&gt;</a>',
  )
})

test('Canonical XML §2.2: namespaces by prefix, then attributes by namespace and local name', (t) => {
  t.is(
    form(
      '<e5 a:attr="out" b:attr="sorted" attr2="all" attr="I" xmlns:b="http://www.ietf.org" xmlns:a="http://www.w3.org" xmlns="http://example.org"/>',
    ),
    '<e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr="I" attr2="all" b:attr="sorted" a:attr="out"></e5>',
  )
})

test('Exclusive XML Canonicalization §2.2: an enveloping element changes nothing', (t) => {
  const inner =
    '<n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"/></n1:elem2>'
  const wanted =
    '<n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>'
  const pdu1 = `<n0:pdu xmlns:n0='http://a.example'>${inner}</n0:pdu>`
  const pdu2 = `<n2:pdu xmlns:n1='http://example.com' xmlns:n2='http://foo.example' xml:lang='fr' xml:space='retain'>${inner}</n2:pdu>`
  t.is(canonical(child(readDocument(pdu1))), wanted)
  t.is(canonical(child(readDocument(pdu2))), wanted)
})

test('Exclusive XML Canonicalization §3: a namespace is declared where a name needs it, and once', (t) => {
  t.is(
    form('<a xmlns="u:1" xmlns:p="u:2" xmlns:q="u:3"><p:b><p:c/></p:b><p:b q:x="1"/></a>'),
    '<a xmlns="u:1"><p:b xmlns:p="u:2"><p:c></p:c></p:b><p:b xmlns:p="u:2" xmlns:q="u:3" q:x="1"></p:b></a>',
  )
  t.is(
    form('<p:a xmlns:p="u:1"><p:b xmlns:p="u:2"><p:c xmlns:p="u:1"/></p:b><p:d/></p:a>'),
    '<p:a xmlns:p="u:1"><p:b xmlns:p="u:2"><p:c xmlns:p="u:1"></p:c></p:b><p:d></p:d></p:a>',
  )
})

test('Exclusive XML Canonicalization §3: the default namespace is taken back where a name needs it', (t) => {
  t.is(
    form('<a xmlns="u:1"><p:b xmlns:p="u:2" xmlns=""><c/></p:b></a>'),
    '<a xmlns="u:1"><p:b xmlns:p="u:2"><c xmlns=""></c></p:b></a>',
  )
  const { children } = readDocument('<a xmlns="u:1"><b xmlns=""/></a>')
  t.is(canonical(children[0] as XmlElement), '<b></b>')
})

test('Exclusive XML Canonicalization §4: prefixes of the PrefixList are declared where they are in scope', (t) => {
  const text = '<a xmlns:p="u:1" xmlns:q="u:2"><b xmlns:p="u:3"><c/></b></a>'
  t.is(form(text, 'p'), '<a xmlns:p="u:1"><b xmlns:p="u:3"><c></c></b></a>')
  t.is(
    form(text, 'p', 'q', 'r', 'xml', 'xmlns'),
    '<a xmlns:p="u:1" xmlns:q="u:2"><b xmlns:p="u:3"><c></c></b></a>',
  )
  const inner = child(child(readDocument(text)))
  t.is(canonical(inner, { inclusive: new Set(['p', 'q']) }), '<c xmlns:p="u:3" xmlns:q="u:2"></c>')
  t.is(
    form('<p:a xmlns="u:1" xmlns:p="u:2"><p:b xmlns=""/></p:a>', ''),
    '<p:a xmlns="u:1" xmlns:p="u:2"><p:b xmlns=""></p:b></p:a>',
  )
})

test('Canonical XML §2.2 sorts by code points: U+10000 is behind U+F900', (t) => {
  t.is(form('<a \u{10000}="1" \uf900="2" z="3"/>'), '<a z="3" \uf900="2" \u{10000}="1"></a>')
  t.is(
    form('<a xmlns:\u{10000}="u:1" xmlns:\uf900="u:2" \u{10000}:x="1" \uf900:x="2"/>'),
    '<a xmlns:\uf900="u:2" xmlns:\u{10000}="u:1" \u{10000}:x="1" \uf900:x="2"></a>',
  )
})

test('the name of a namespace is escaped as a value is', (t) => {
  t.is(form('<a xmlns="u:1?a&amp;b=&quot;&lt;"/>'), '<a xmlns="u:1?a&amp;b=&quot;&lt;"></a>')
})

test('an element can be left out, and its text stays where it is', (t) => {
  const root = readDocument('<a>1<b xmlns="u:1">2</b>3<c/></a>')
  t.is(canonical(root, { without: child(root) }), '<a>13<c></c></a>')
  t.is(canonical(root, { without: readDocument('<b/>') }), canonical(root))
})

test('WSS 1.1 §8.3: the outermost element says its default namespace, or that it has none', (t) => {
  const says = (text: string) => canonical(child(readDocument(text)), { saysDefault: true })
  t.is(says('<a><p:b xmlns:p="u:1"><c/></p:b></a>'), '<p:b xmlns="" xmlns:p="u:1"><c></c></p:b>')
  t.is(
    says('<a xmlns="u:d"><p:b xmlns:p="u:1"><c/></p:b></a>'),
    '<p:b xmlns="u:d" xmlns:p="u:1"><c></c></p:b>',
  )
  t.is(says('<a xmlns="u:d"><b xmlns="u:e"/></a>'), '<b xmlns="u:e"></b>')
  t.is(says('<a xmlns="u:d"><b xmlns=""/></a>'), '<b xmlns=""></b>')
  t.is(
    canonical(element({ name: '{u:1}a', prefix: 'p' }), { saysDefault: true }),
    '<p:a xmlns="" xmlns:p="u:1"></p:a>',
  )
})

test('an element that was made here has the form of what is written of it', (t) => {
  const read = child(readDocument('<r xmlns:q="u:q" xmlns="u:d"><q:x y="1"><z/></q:x></r>'))
  const made = element({
    name: '{u:1}a',
    prefix: 'p',
    attributes: [attribute('n', '<"&>'), attribute('{u:2}m', '', 'o')],
    declarations: [{ prefix: 't', namespace: 'u:t' }],
    children: [
      element({ name: '{u:1}b', children: ['t:x & y', element({ name: 'c' })] }),
      element({ name: '{u:1}b', prefix: 'p', declarations: [{ prefix: 't', namespace: 'u:t2' }] }),
      read,
    ],
  })
  for (const inclusive of [[], ['t'], ['', 't', 'p', 'q', 'o']]) {
    const options = { inclusive: new Set(inclusive) }
    t.is(canonical(made, options), canonical(readDocument(writeElement(made)), options))
  }
  t.regex(canonical(made), /^<p:a xmlns:o="u:2" xmlns:p="u:1" n="&lt;&quot;&amp;>" o:m="">/)
})

test('a prefix cannot stand for two namespaces on an element that was made here', (t) => {
  const twice = [
    element({ name: '{u:1}a', prefix: 'p', attributes: [attribute('{u:2}b', '', 'p')] }),
    element({
      name: 'a',
      attributes: [attribute('{u:1}b', '', 'p'), attribute('{u:2}b', '', 'p')],
    }),
    element({
      name: '{u:1}a',
      prefix: 'p',
      declarations: [{ prefix: 'p', namespace: 'u:2' }],
    }),
  ]
  for (const made of twice) {
    t.throws(() => canonical(made), { instanceOf: TypeError, message: /two namespaces/ })
    t.throws(() => canonical(element({ name: 'r', children: [made] })), { instanceOf: TypeError })
  }
})

test('a large element is canonicalized in portions, whichever part of it is large', (t) => {
  const many = Array.from({ length: 200 }, (_, index) => ` a${index}="${'v'.repeat(1000)}"`)
  const large = [
    `<a>${'<b/>'.repeat(20_000)}</a>`,
    `<a>${'x&amp;\u{1F600}'.repeat(50_000)}</a>`,
    `<a><b${many.join('')}/></a>`,
    `<a>${'<b c="1">2</b> '.repeat(5_000)}</a>`,
    `${'<a>'.repeat(9_000)}${'</a>'.repeat(9_000)}`,
  ]
  for (const text of large) {
    const pieces: string[] = []
    const walk = canonicalizing(readDocument(text, NO_XML_LIMITS), {}, (piece) =>
      pieces.push(piece),
    )
    let portions = 1
    while (!walk.next().done) portions += 1
    t.is(pieces.length, portions)
    t.true(portions > 8, `${portions} for ${text.slice(0, 20)}`)
    for (const piece of pieces) t.true(piece.length < 8 * PORTION)
    const whole = pieces.join('')
    // The canonical form is its own canonical form, in whatever pieces it is written.
    t.is(canonical(readDocument(whole, NO_XML_LIMITS)), whole)
    for (const piece of pieces) t.notRegex(piece, /\p{Surrogate}/u)
  }
})

test('nothing is taken apart where a portion ends', (t) => {
  for (let before = PORTION - 3; before <= PORTION + 1; before += 1) {
    const text = `${'x'.repeat(before)}\u{1F600}&${'y'.repeat(PORTION)}`
    t.is(
      canonical(element({ name: 'a', children: [text] })),
      `<a>${text.replace('&', '&amp;')}</a>`,
    )
  }
})

test('a short element is one piece', (t) => {
  const pieces: string[] = []
  atOnce(canonicalizing(readDocument('<a><b>c</b></a>'), {}, (piece) => pieces.push(piece)))
  t.deepEqual(pieces, ['<a><b>c</b></a>'])
})

test('of what stands in a document as it is written, its text is taken', (t) => {
  // It is another text than the one that was read, so that it shows whence the form is.
  const text = '<r xmlns="u"><a b="1">23</a><p:c xmlns:p="v"><p:d>4</p:d></p:c></r>'
  const root = readDocument(text)
  t.is(
    canonical(root, { source: text.replace('23', '32').replace('4', '5') }),
    '<r xmlns="u"><a b="1">32</a><p:c xmlns:p="v"><p:d>5</p:d></p:c></r>',
  )
})

const OTHERWISE: readonly string[] = [
  // As long as the form, and another text.
  '<r><a><b/>    <c  ></c   ></a></r>',
  '<r><a><b  /></a></r>',
  '<r><a><b    /></a></r>',
  '<r><a>&#x000003c;<!--cccc--></a></r>',
  '<r><a>&lt;&gt;<!--c--></a></r>',
  '<r><a>&#00000000000000000000065;<![CDATA[12]]></a></r>',
  '<r><a>1\r2</a></r>',
  '<r><a>1\r\n2</a></r>',
  '<r><a>1>2</a></r>',
  '<r><a><b></b><!----></a></r>',
  '<r><a><!----><b></b></a></r>',
  '<r><a>x<![CDATA[]]></a></r>',
  `<r><a b='1'></a></r>`,
  '<r><a b="1\t2"></a></r>',
  '<r><a b="1\n2"></a></r>',
  '<r><a b="&amp;"></a></r>',
  '<r><a b="&amp;amp;"></a></r>',
  '<r><a b = "1"></a></r>',
  '<r><a\nb="1"></a></r>',
  '<r><a b="1" ></a></r>',
  '<r><a c="1" b="2"></a></r>',
  '<r><a b="1" xmlns="u"></a></r>',
  '<r xmlns="u"><a xmlns="u"></a></r>',
  '<r xmlns="u"><a xmlns=""></a></r>',
  '<r xmlns:p="u"><p:a xmlns:p="u"></p:a></r>',
  '<r xmlns:p="u"><p:a xmlns:p="v"></p:a></r>',
  '<r xmlns:p="u"><a><p:b></p:b><p:b></p:b></a></r>',
  '<r xmlns:p="u"><a p:b="1"></a></r>',
  '<r><a xmlns:p="u"></a></r>',
  '<r><p:a xmlns:p="u" xmlns:q="v"></p:a></r>',
  '<r><a xml:lang="nl"></a></r>',
  '<r><xml:a></xml:a></r>',
  '<p:r xmlns:p="u"><p:a xmlns="v"></p:a></p:r>',
  '<p:r xmlns:p="u"><p:a xmlns="v"><b></b></p:a></p:r>',
]

for (const [index, text] of OTHERWISE.entries()) {
  test(`what does not stand as it is written, ${index}: ${JSON.stringify(text)}`, (t) => {
    for (const inclusive of [[], ['p'], ['', 'p', 'q']]) {
      t.is(sourced(text, ...inclusive), form(text, ...inclusive))
    }
  })
}

test('what is left out is not in a text that is taken', (t) => {
  const text = '<r><a><b>1</b><c>2</c></a></r>'
  const root = readDocument(text)
  t.is(canonical(root, { source: text, without: child(child(root)) }), '<r><a><c>2</c></a></r>')
  t.is(canonical(root, { source: text, without: child(root) }), '<r></r>')
})

test('deep elements are written with and without their text alike', (t) => {
  const text = `<r>${'<a>'.repeat(90)}1${'</a>'.repeat(90)}<b>2</b></r>`
  t.is(sourced(text), text)
})
