/** Names: the edges of what XML 1.0 allows. */
import test from 'ava'
import { endOfName, isNcName, isNmtoken } from '../../src/xml/characters.js'
import { lengthWithin96MiB } from '../support/confined.js'

test('names that are names', (t) => {
  for (const name of [
    'a',
    '_',
    'a-b.c1',
    '\u00e9',
    '\u00c0\u00b7',
    'a\u0300',
    '\u0483',
    '\u{effff}',
  ]) {
    t.true(isNcName(name), name)
  }
})

test('texts that are not names', (t) => {
  for (const name of [
    '',
    ':',
    'a:b',
    '1',
    '-',
    '.',
    '\u00b7',
    '\u0300',
    '\u203f',
    '\u00d7',
    'a b',
    'a\n',
    '\ud800',
    '\u{f0000}',
  ]) {
    t.false(isNcName(name), JSON.stringify(name))
  }
})

const CHARACTERS = new URL('../../src/xml/characters.js', import.meta.url)

test('text that is nothing but references or line ends is read within a few times its size', async (t) => {
  const references = "module.expandReferences('&lt;'.repeat(1_000_000))"
  t.is(await lengthWithin96MiB(CHARACTERS, references), 1_000_000)
  const lines = "module.normalizeLineEnds('\\r'.repeat(5_000_000))"
  t.is(await lengthWithin96MiB(CHARACTERS, lines), 5_000_000)
  const value = "module.normalizeAttribute('\\r'.repeat(5_000_000))"
  t.is(await lengthWithin96MiB(CHARACTERS, value), 5_000_000)
})

test('XML 1.0 §2.3: characters of names are told apart, each alone, first and last', (t) => {
  const start =
    /[:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]/u
  const rest = /[-.0-9\u00b7]|[\u0300-\u036f]|[\u203f-\u2040]/u
  const wrong: string[] = []
  for (let code = 0; code < 0x11_0000; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    const starts = start.test(character)
    const continues = starts || rest.test(character)
    const right =
      endOfName(character, 0) === (starts ? character.length : 0) &&
      endOfName(`a${character}`, 0) === (continues ? 1 + character.length : 1) &&
      isNmtoken(character) === continues
    if (!right) wrong.push(code.toString(16))
  }
  t.deepEqual(wrong, [])
})

test('half a pair of surrogates is no character of a name', (t) => {
  for (const half of ['\ud800', '\udc00', '\ud800a', '\udb80\udc00']) {
    t.is(endOfName(half, 0), 0)
    t.is(endOfName(`a${half}`, 0), 1)
  }
})
