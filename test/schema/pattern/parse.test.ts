/** Which texts are patterns (Part 2 appendix F), and what is said of those that are none. */
import test from 'ava'
import { compilePatterns, PatternError } from '../../../src/schema/pattern/pattern.js'

for (const pattern of [
  '',
  '|',
  '()',
  'a||b',
  '(a(b|)*)?',
  'a{0}',
  'a{2,}',
  'a{007}',
  '\\{\\}\\-\\[\\]\\^\\|\\.\\?\\*\\+\\(\\)\\\\\\n\\r\\t',
  '^a$',
  '[a-z]',
  '[-a]',
  '[a-]',
  '[^-a]',
  '[a^]',
  '[$.*+?(){}|]',
  '[a-z-[aeiou]]',
  '[a--[b]]',
  '[^a-z-[^0-9-[5]]]',
  '[\\-a\\]]',
  '[\\n-\\\\]',
  '[\\d\\p{Lu}-[5]]',
  '\\p{L}\\P{Nd}\\p{IsBasicLatin}\\P{IsLatin-1Supplement}',
  '\\p{IsHighSurrogates}',
]) {
  test(`§F: ${pattern} is a pattern`, (t) => t.notThrows(() => compilePatterns([pattern])))
}

const WRONG: Readonly<Record<string, readonly [location: number, reason: RegExp]>> = {
  'a**': [3, /nothing that \* could repeat/],
  '?': [1, /nothing that \? could repeat/],
  '{1}a': [1, /nothing that \{ could repeat/],
  '(+)': [2, /nothing that \+ could repeat/],
  'a}': [2, /} needs a backslash/],
  'a]': [2, /] needs a backslash/],
  '(a': [3, /group is not closed/],
  'a)': [2, /closes no group/],
  'a{2,1}': [6, /at least 2 and at most 1/],
  'a{,1}': [3, /count is missing/],
  'a{1': [4, /counts end with }/],
  'a{99999999999999999999}': [22, /too large/],
  '[]': [2, /no characters/],
  '[^]': [3, /no characters/],
  '[a': [3, /not closed/],
  '[a-z': [5, /not closed/],
  '[a[b]]': [3, /\[ needs a backslash/],
  '[a-z-9]': [5, /- needs a backslash/],
  '[a-c-e]': [5, /- needs a backslash/],
  '[z-a]': [4, /ends before it begins/],
  '[a-\\d]': [5, /ends with a character/],
  '[-[a]]': [2, /no characters/],
  '[a-[b]c]': [7, /not closed/],
  '\\': [2, /nothing follows/],
  '\\$': [1, /\\\$ stands for nothing/],
  '\\e': [1, /stands for nothing/],
  '\\1': [1, /stands for nothing/],
  '\\pL': [3, /\{ is missing/],
  '\\p{Lx}': [6, /no category or block Lx/],
  '\\p{Cs}': [6, /no category or block Cs/],
  '\\p{IsKlingon}': [13, /no category or block IsKlingon/],
  '\\p{L': [5, /ends with }/],
  '\\p{}': [4, /no category or block/],
}

for (const [pattern, [position, reason]] of Object.entries(WRONG)) {
  test(`§F: ${pattern} is none`, (t) => {
    const { message } =
      t.throws(() => compilePatterns([pattern]), { instanceOf: PatternError }) ?? {}
    t.regex(message ?? '', reason)
    t.true(message?.includes(`at character ${position}:`), message)
  })
}

test('a long pattern is shown in part', (t) => {
  const error = t.throws(() => compilePatterns([`${'a'.repeat(500)}(`]), {
    instanceOf: PatternError,
  })
  t.true((error?.message.length ?? 0) < 200)
})

for (const [opened, closed] of [
  ['(', ')'],
  ['[a-', ']'],
] as const) {
  test(`a pattern of 100,000 ${opened} within each other is refused, however deep the stack`, (t) => {
    const nested = `${opened.repeat(100_000)}a${closed.repeat(100_000)}`
    t.throws(() => compilePatterns([nested]), {
      instanceOf: PatternError,
      message: /more than 500/,
    })
  })
}

test('repetitions of repetitions that would be too large are refused, and take no time', (t) => {
  for (const pattern of ['((((ab){1000}){1000}){1000}){1000}', '(ab){0,9007199254740991}']) {
    t.throws(() => compilePatterns([pattern]), { instanceOf: PatternError, message: /too large/ })
  }
})

test('what matches the empty text only may be repeated as often as one likes', (t) => {
  const pattern = compilePatterns([
    '((((){9007199254740991}){9007199254740991})*a{0}){9007199254740991}',
  ])
  t.true(pattern.test(''))
  t.false(pattern.test('a'))
})
