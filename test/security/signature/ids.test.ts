/** Ids: which attributes name an element, and that an id which stands twice in any form names none. */
import test from 'ava'
import { SecurityFailure } from '../../../src/security/failure.js'
import { SOAP_SEC, WSU, XENC } from '../../../src/security/names.js'
import { readingIds } from '../../../src/security/signature/signature.js'
import { readDocument } from '../../../src/xml/read.js'
import { atOnce } from '../../../src/xml/walk.js'
import { DS } from '../../support/security/signing.js'
import { NS11 } from '../../support/wire/envelopes.js'

const idsOf = (text: string, strict = true) =>
  atOnce(
    readingIds(
      readDocument(
        `<s:Envelope xmlns:s="${NS11}" xmlns:wsu="${WSU}" xmlns:sec="${SOAP_SEC}" xmlns:ds="${DS}" xmlns:xenc="${XENC}" xmlns:o="u:o">${text}</s:Envelope>`,
      ),
      strict,
    ),
  )
const found = (text: string, strict?: boolean) => idsOf(text, strict).elementOf('a')?.local

const STRICT = {
  'WSS 1.1 §4.2: wsu:Id': '<x wsu:Id="a"/>',
  'SOAP-DSIG §2.3: SOAP-SEC:id': '<x sec:id="a"/>',
  'XML Signature: Id of its elements': '<y><ds:x Id="a"/></y>',
  'XML Encryption: Id of its elements': '<y><xenc:x Id="a"/></y>',
}

for (const [name, text] of Object.entries(STRICT)) {
  test(`${name}, anywhere`, (t) => {
    t.is(found(`<s:Header/><s:Body><y>${text}</y></s:Body>`), 'x')
    t.is(found(`<s:Header>${text}</s:Header><s:Body/>`, false), 'x')
  })
}

const LENIENT = [
  '<s:x Id="a"/>',
  '<s:x id="a"/>',
  '<s:Header><o:x Id="a"/></s:Header>',
  '<s:Header><o:x id="a"/></s:Header>',
]

for (const text of LENIENT) {
  test(`only if it is not strict: ${text}`, (t) => {
    t.is(found(text), undefined)
    t.is(found(text, false), 'x')
  })
}

const NEVER = [
  '<s:Body><x Id="a"/></s:Body>',
  '<s:Header><x><y Id="a"/></x></s:Header>',
  '<s:Header ID="a"/>',
  '<x o:Id="a"/>',
  '<x sec:Id="a"/>',
  '<x wsu:id="a"/>',
  '<x xml:id="a"/>',
  '<ds:x id="a"/>',
  '<x wsu:Id=" a"/>',
  '<x wsu:Id="A"/>',
]

for (const text of NEVER) {
  test(`never: ${text}`, (t) => {
    const strict = idsOf(`<y>${text}</y>`)
    t.is(strict.elementOf('a'), undefined)
    if (!text.startsWith('<ds:')) t.is(found(text, false), undefined)
  })
}

const OTHERS = [
  ...Object.values(STRICT),
  ...LENIENT,
  ...NEVER.slice(0, 8),
  '<x ID="a"/>',
  '<x o:ID="a"/>',
]

for (const other of OTHERS) {
  test(`an id that stands twice is refused when it is asked for: wsu:Id and ${other}`, (t) => {
    for (const text of [
      `<x wsu:Id="a"/>${other}`,
      `${other}<x wsu:Id="a"/>`,
      `<x wsu:Id="a">${other}</x>`,
    ]) {
      for (const strict of [true, false]) {
        const ids = idsOf(`<x wsu:Id="b"/>${text}`, strict)
        t.throws(() => ids.elementOf('a'), { instanceOf: SecurityFailure, code: 'InvalidSecurity' })
        t.is(ids.elementOf('b')?.local, 'x')
        t.true(ids.has('a'))
      }
    }
  })
}

test('two attributes of one element with the same id are refused, too', (t) => {
  const ids = idsOf('<x wsu:Id="a" sec:id="a"/><x wsu:Id="b" Id="b"/><x wsu:Id="c" sec:id="d"/>')
  for (const id of ['a', 'b']) t.throws(() => ids.elementOf(id), { instanceOf: SecurityFailure })
  t.is(ids.elementOf('c'), ids.elementOf('d'))
})

test('ids like names of properties are ids like others', (t) => {
  const ids = idsOf('<x wsu:Id="__proto__"/>')
  t.is(ids.elementOf('__proto__')?.local, 'x')
  t.is(ids.elementOf('constructor'), undefined)
})

test('many ids are read in portions', (t) => {
  const root = readDocument(`<a xmlns:wsu="${WSU}">${'<b wsu:Id="a"/>'.repeat(10_000)}</a>`)
  const walk = readingIds(root, true)
  let portions = 1
  for (let next = walk.next(); !next.done; next = walk.next()) portions += 1
  t.true(portions > 20)
})
