/** Bytes that are not the text they claim to be, and text that is not well-formed. */
import test from 'ava'
import { oneDaemon } from '../support/nodes/one-daemon.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'
import { accepted, refused } from '../support/wire/hostile.js'
import { post } from '../support/wire/raw.js'

const daemon = oneDaemon(test)

/** An envelope in UTF-8 whose Echo holds these bytes. */
function echoing(...bytes: readonly number[]): Buffer {
  const [before, after] = echo('|').split('|')
  return Buffer.concat([Buffer.from(before ?? ''), Buffer.from(bytes), Buffer.from(after ?? '')])
}

function echo(text: string): string {
  return soap11(`<e:Echo xmlns:e="urn:example:echo"><e:text>${text}</e:text></e:Echo>`)
}

test.serial(
  'NUL is refused in text, in a name, in an attribute value and after the root',
  async (t) => {
    await refused(t, daemon(), post(echoing(0)), 400)
    await refused(t, daemon(), post(soap11('<a\0b/>')), 400)
    await refused(t, daemon(), post(soap11('<a b="\0"/>')), 400)
    await refused(t, daemon(), post('<Envelope/>\0<x/>'), 400)
    await refused(t, daemon(), post(`${soap11(ADD)}\0<x/>`), 400)
    await refused(t, daemon(), post(`${soap11(ADD)}\0`), 400)
    await refused(t, daemon(), post(`\0${soap11(ADD)}`), 400)
  },
)

test.serial('characters that XML does not have are refused', async (t) => {
  for (const character of ['\u0001', '\u000b', '\u001b', '\ufffe', '\uffff']) {
    await refused(t, daemon(), post(echo(character)), 400)
    await refused(t, daemon(), post(soap11(`<a b="${character}"/>`)), 400)
    await refused(t, daemon(), post(soap11(`<!--${character}-->`)), 400)
    await refused(t, daemon(), post(soap11(`<![CDATA[${character}]]>`)), 400)
  }
})

test.serial('lone surrogates are refused, in UTF-8 and in UTF-16', async (t) => {
  await refused(t, daemon(), post(echoing(0xed, 0xa0, 0x80)), 400)
  await refused(t, daemon(), post(echoing(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)), 400)
  const wide = Buffer.from(`\ufeff${echo('\ud800')}`, 'utf16le')
  await refused(t, daemon(), post(wide, { type: 'text/xml' }), 400)
})

test.serial('references to characters that XML does not have are refused', async (t) => {
  const references = ['0', '1', 'x1b', 'xd800', 'xfffe', 'x110000', 'x7fffffffffffffff', '', 'x']
  for (const reference of references) {
    await refused(t, daemon(), post(echo(`&#${reference};`)), 400)
    await refused(t, daemon(), post(soap11(`<a b="&#${reference};"/>`)), 400)
  }
})

test.serial('overlong, truncated and broken UTF-8 is refused', async (t) => {
  await refused(t, daemon(), post(echoing(0xc0, 0xbc)), 400)
  await refused(t, daemon(), post(echoing(0xe0, 0x80, 0xbc)), 400)
  await refused(t, daemon(), post(echoing(0xf0, 0x80, 0x80, 0xbc)), 400)
  await refused(t, daemon(), post(echoing(0xf4, 0x90, 0x80, 0x80)), 400)
  await refused(t, daemon(), post(echoing(0xe2, 0x82)), 400)
  await refused(t, daemon(), post(echoing(0xc3, 0x28)), 400)
  await refused(t, daemon(), post(echoing(0x80)), 400)
  await refused(t, daemon(), post(Buffer.concat([Buffer.from(soap11(ADD)), Buffer.of(0xc3)])), 400)
})

test.serial('a declaration of UTF-16 over bytes of UTF-8 is refused', async (t) => {
  const lie = `<?xml version="1.0" encoding="UTF-16"?>${soap11(ADD)}`
  await refused(t, daemon(), post(lie, { type: 'text/xml' }), 400)
})

// RFC 7303 §3.2: the charset parameter is authoritative over the declaration.
test.serial('a charset parameter wins over the declaration', async (t) => {
  const lie = `<?xml version="1.0" encoding="UTF-16"?>${echo('\u00e9')}`
  const utf8 = await accepted(t, daemon(), post(lie, { type: 'text/xml; charset=utf-8' }))
  t.true(utf8.body.includes('>\u00e9<'))
  const latin = `<?xml version="1.0" encoding="UTF-8"?>${echo('\u00e9')}`
  const type = 'text/xml; charset="iso-8859-1"'
  const answer = await accepted(t, daemon(), post(Buffer.from(latin, 'latin1'), { type }))
  t.true(answer.body.includes('>\u00e9<'))
})

test.serial('encodings that are not decoded are refused, by charset parameter', async (t) => {
  const names = ['utf-7', 'utf-32', 'utf-32le', 'ibm037', 'ebcdic-cp-us', 'x-bogus', 'replacement']
  for (const charset of [...names, 'x-user-defined', 'iso-2022-jp', '__proto__', 'constructor']) {
    await refused(t, daemon(), post(soap11(ADD), { type: `text/xml; charset=${charset}` }), 415)
    const type = `application/soap+xml; charset=${charset}`
    await refused(t, daemon(), post(soap12(ADD), { type }), 415)
  }
})

test.serial('encodings that are not decoded are refused, by declaration', async (t) => {
  for (const encoding of ['UTF-7', 'UTF-32', 'IBM037', 'x-bogus', 'constructor']) {
    const document = `<?xml version="1.0" encoding="${encoding}"?>${soap11(ADD)}`
    await refused(t, daemon(), post(document, { type: 'text/xml' }), 415)
  }
})

test.serial('encodings that are not decoded are refused, by the first bytes', async (t) => {
  const wide = Buffer.alloc(soap11(ADD).length * 4)
  for (const [index, letter] of [...soap11(ADD)].entries()) {
    wide.writeUInt32LE(letter.codePointAt(0) ?? 0, index * 4)
  }
  const type = 'text/xml'
  await refused(t, daemon(), post(wide, { type }), 415)
  await refused(t, daemon(), post(Buffer.from(wide).swap32(), { type }), 415)
  await refused(
    t,
    daemon(),
    post(Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), wide]), { type }),
    415,
  )
  const bigEndian = Buffer.concat([Buffer.of(0, 0, 0xfe, 0xff), Buffer.from(wide).swap32()])
  await refused(t, daemon(), post(bigEndian, { type }), 415)
  await refused(t, daemon(), post(Buffer.of(0x4c, 0x6f, 0xa7, 0x94, 0x93), { type }), 415)
})

test.serial(
  'unclosed, crossed, two roots, trailing junk, nothing at all: all are refused',
  async (t) => {
    const whole = soap11(ADD)
    const documents = [
      whole.slice(0, -1),
      whole.slice(0, -18),
      '<a',
      '<a b="',
      '<a><b></a></b>',
      whole + whole,
      `${whole}<x/>`,
      `${whole}junk`,
      `${whole}<![CDATA[]]>`,
      `junk${whole}`,
      '',
      ' ',
      'junk',
      '<>',
      '</a>',
      '<a b=c/>',
      '<a b="<"/>',
      '<a b="1" b="2"/>',
      '<a><!-- -- --></a>',
      '<a>]]></a>',
      '<a>&undeclared;</a>',
      '<a>& </a>',
      '<a><![CDATA[</a>',
      '<a><!--</a>',
      '<1/>',
      '<?xml version="1.1"?><a/>',
      '{"json":true}',
    ]
    for (const document of documents) await refused(t, daemon(), post(document), 400)
  },
)

test.serial('names that their log line must not repeat at length', async (t) => {
  for (const character of ['a', '\u200c', '\u200d', '\u{10000}']) {
    const name = `a${character.repeat(500)}`
    await refused(t, daemon(), post(`<${name}></b>`), 400)
    await refused(t, daemon(), post(`<a></${name}>`), 400)
    await refused(t, daemon(), post(`<a ${name}/>`), 400)
    await refused(t, daemon(), post(`<a>&${name};</a>`), 400)
    await refused(t, daemon(), post(`<?${name} ?><a/>`), 400)
  }
})
