/** What was encrypted stays where it was: it must be well-formed by itself, within the limits, at its place. */
import test from 'ava'
import { SecurityFailure } from '../../../src/security/failure.js'
import { certificates } from '../../support/security/certificates.js'
import { crafted } from '../../support/security/crafted.js'
import { decrypted, NS, ownKey } from '../../support/security/encrypted.js'

const { rsa } = certificates()
const open = (text: string) => decrypted(text, [ownKey(rsa)])

/** Of the type Content unless the name says Element. */
const BREAKING: Readonly<Record<string, string>> = {
  'the end of Body, and a second one': '</s:Body><s:Body>',
  'the end of the element that the reader is shown around it': '</e><e>',
  'the end of that, and a comment that swallows the other': '</e><!--',
  'an end tag': '</x>',
  'a start tag': '<x>',
  'two that cross': '<x><y></x></y>',
  'the start of a comment': '<x/><!--',
  'the start of a CDATA section': '<![CDATA[',
  'the end of one': ']]>',
  'a document type declaration': '<!DOCTYPE x [<!ENTITY e "x">]><x>&e;</x>',
  'a processing instruction': '<?xml-stylesheet href="x"?>',
  'an XML declaration': '<?xml version="1.0"?><x/>',
  'an entity that nobody has': '&e;',
  'a reference to NUL': '&#0;',
  'a prefix that is not bound there': '<p:x/>',
  'the prefix of the EncryptedData itself, which goes with it': '<xenc:EncryptedData/>',
  'a character that XML forbids': '\u0001',
  'two attributes of one name': '<x a="" a=""/>',
  'a tag that is not closed': '<x a="',
  '101 levels': '<x>'.repeat(101) + '</x>'.repeat(101),
  '257 attributes': `<x${Array.from({ length: 257 }, (_, index) => ` a${index}=""`).join('')}/>`,
}

for (const [name, plaintext] of Object.entries(BREAKING)) {
  test(`XML Encryption 1.1 §4.3.3: not ${name}`, (t) => {
    const error = t.throws(() => open(crafted(rsa, { plaintext })), { instanceOf: SecurityFailure })
    t.is(error.code, 'FailedCheck')
    t.is(error.message, 'what is encrypted cannot be decrypted')
  })
}

const NO_ELEMENT: Readonly<Record<string, string>> = {
  nothing: '',
  text: 'text',
  'two elements': '<x/><y/>',
  'an element, and text': '<x/>text',
  'a comment': '<!-- x -->',
}

for (const [name, plaintext] of Object.entries(NO_ELEMENT)) {
  test(`XML Encryption 1.1 §3.1: of the type Element not ${name}`, (t) => {
    t.throws(() => open(crafted(rsa, { plaintext, type: 'Element' })), {
      instanceOf: SecurityFailure,
      message: 'what is encrypted cannot be decrypted',
    })
    // As content it may be all of that.
    t.true(open(crafted(rsa, { plaintext })).includes(`<s:Body>${plaintext}</s:Body>`))
  })
}

test('it is read with the namespaces that are in scope where it stands', (t) => {
  const scopes = Array.from({ length: 60 }, (_, index) => ` xmlns:p${index}='urn:"&lt;${index}'`)
  const around = (data: string) =>
    `<s:Body><a${scopes.join('')}><b xmlns="urn:b"${scopes.slice(0, 3).join('')} xmlns:q="urn:q">${data}</b></a></s:Body>`
  const plaintext = '<p0:x p59:a=""><q:y/><z/></p0:x>'
  t.true(open(crafted(rsa, { plaintext, around })).includes(`xmlns:q="urn:q">${plaintext}</b>`))
})

test('more namespaces in scope than one element may declare are no obstacle', (t) => {
  const declared = (from: number) =>
    Array.from({ length: 60 }, (_, index) => ` xmlns:p${from + index}="urn:p"`).join('')
  const around = (data: string) =>
    `<s:Body><a${declared(0)}><b${declared(60)}><c${declared(120)}>${data}</c></b></a></s:Body>`
  t.true(open(crafted(rsa, { plaintext: '<p0:x/><p179:x/>', around })).includes('<p179:x/></c>'))
})

test('octets that are no UTF-8 are refused, a byte order mark is a character', (t) => {
  for (const plaintext of [Buffer.of(0xc3, 0x28), Buffer.of(0xc0, 0xbc), Buffer.of(0xe2, 0x82)]) {
    t.throws(() => open(crafted(rsa, { plaintext })), { instanceOf: SecurityFailure })
  }
  t.true(open(crafted(rsa, { plaintext: '\ufeffx' })).includes('<s:Body>\ufeffx</s:Body>'))
})

test('characters at the edges of portions stay whole', (t) => {
  for (let before = 0; before < 4; before += 1) {
    const plaintext = `<x>${'a'.repeat(16 * 1024 - 4 + before)}\u{1F600}${'\u20ac'.repeat(20_000)}</x>`
    t.true(open(crafted(rsa, { plaintext })).includes(plaintext))
  }
})

test('WSS 1.1 §9: neither Header nor Body as a whole, nor the content of Header', (t) => {
  const body = `<s:Body xmlns:s="${NS}"/>`
  const asBody = crafted(rsa, { plaintext: body, type: 'Element', around: (data) => data })
  t.throws(() => open(asBody), { message: 'Header or Body as a whole are encrypted' })
  const blocks = crafted(rsa, {
    plaintext: '<x xmlns="urn:x"/><x xmlns="urn:x"/>',
    text: (text) => {
      const data = text.slice(text.indexOf('<xenc:EncryptedData'), text.indexOf('</s:Body>'))
      return text.replace(data, '').replace('</s:Header>', `${data}</s:Header>`)
    },
  })
  t.throws(() => open(blocks), { message: 'the content of Header is encrypted' })
})
