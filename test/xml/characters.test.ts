/** Names: the edges of what XML 1.0 allows. */
import test from 'ava'
import { isNcName } from '../../src/xml/characters.js'
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
