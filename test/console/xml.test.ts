/** Tests that XML is shown whole and as text, whatever it is. */
import test from 'ava'
import { indented, MAX_LINES, originalLines, printed } from '../../console/src/pure/xml.js'

test('an element with text only stays on one line, others are indented', (t) => {
  t.is(
    printed(indented('<a x="1"><b>two</b><c/><d><e>f</e></d><g></g></a>')),
    [
      '<a x="1">',
      '  <b>two</b>',
      '  <c/>',
      '  <d>',
      '    <e>f</e>',
      '  </d>',
      '  <g></g>',
      '</a>',
    ].join('\n'),
  )
})

test('names, attributes, values, text and comments are told apart', (t) => {
  const [line] = indented(`<p:a b='>"'>t</p:a>`)
  t.deepEqual(line?.pieces, [
    { kind: 'mark', text: '<' },
    { kind: 'name', text: 'p:a' },
    { kind: 'mark', text: ' ' },
    { kind: 'attribute', text: 'b' },
    { kind: 'mark', text: '=' },
    { kind: 'value', text: `'>"'` },
    { kind: 'mark', text: '>' },
    { kind: 'text', text: 't' },
    { kind: 'mark', text: '</' },
    { kind: 'name', text: 'p:a' },
    { kind: 'mark', text: '>' },
  ])
})

test('a CDATA section, a comment and an instruction end where they end', (t) => {
  const text = '<?x <a> ?><a><!-- <b> --><![CDATA[</a>]]></a>'
  t.is(
    printed(indented(text)),
    ['<?x <a> ?>', '<a>', '  <!-- <b> -->', '  <![CDATA[</a>]]>', '</a>'].join('\n'),
  )
})

test('not a character is lost of what is shown as it came', (t) => {
  for (const text of [
    '<a>\n  <b  c = "d"/>\n</a>',
    '<a',
    '<a b="',
    '<!-- open',
    '<![CDATA[ open',
    'no markup < at > all',
    '</a></b>',
    '<a b=c d>&lt;script&gt;</a>',
    '',
  ]) {
    t.is(printed(originalLines(text)), text)
  }
})

test('more lines than anybody reads are cut, in time in proportion to the text', (t) => {
  t.is(indented('<a>'.repeat(1_000_000)).length, MAX_LINES)
  t.is(originalLines('\n'.repeat(1_000_000)).length, MAX_LINES)
  t.is(indented(`<a ${'b="'.repeat(500_000)}`).length, 1)
})
