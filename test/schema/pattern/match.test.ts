/** Which texts match a pattern (Part 2 appendix F). */
import test from 'ava'
import { compilePatterns } from '../../../src/schema/pattern/pattern.js'

interface Vector {
  readonly pattern: string
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

const VECTORS: readonly Vector[] = [
  { pattern: '', yes: [''], no: [' '] },
  { pattern: 'a|', yes: ['a', ''], no: ['aa', 'b'] },
  { pattern: 'ab', yes: ['ab'], no: ['a', 'abc', ' ab', 'ab\n'] },
  { pattern: '^a$', yes: ['^a$'], no: ['a'] },
  { pattern: 'a.c', yes: ['abc', 'a\tc', 'a\u{1f600}c'], no: ['ac', 'a\nc', 'a\rc', 'abbc'] },
  { pattern: '.{2}', yes: ['\u{1f600}\u{10ffff}'], no: ['\u{1f600}'] },
  { pattern: '\\d{3}', yes: ['009', '٠٠٩'], no: ['9', '0009', 'abc'] },
  { pattern: 'a{2}b{1,}c{0,2}', yes: ['aab', 'aabbbcc'], no: ['ab', 'aa', 'aabccc'] },
  { pattern: 'a{0}', yes: [''], no: ['a'] },
  { pattern: '(ab){2,3}', yes: ['abab', 'ababab'], no: ['ab', 'abababab', 'aba'] },
  { pattern: '(a|ab)(c|bcd)d*', yes: ['ac', 'abcd', 'abcdd', 'abc'], no: ['ab', 'abd'] },
  { pattern: 'a*a', yes: ['a', 'aaa'], no: ['', 'ab'] },
  { pattern: 'a*b?a', yes: ['a', 'aaa', 'aba'], no: ['abb'] },
  { pattern: '(\\+|-)?[0-9]+', yes: ['+1', '-22', '3'], no: ['+', '+-1'] },
  { pattern: '[a-z-[aeiou]]+', yes: ['bcd'], no: ['abc', 'B', ''] },
  { pattern: '[^a-z-[^0-9]]', yes: ['7'], no: ['a', 'A', '-'] },
  { pattern: '[a-z-[a-f-[bc]]]+', yes: ['bczg'], no: ['a', 'd', 'f'] },
  { pattern: '[^a]', yes: ['b', '\n', '\u{10000}'], no: ['a', '', 'bb'] },
  { pattern: '[\\^\\-x]', yes: ['^', '-', 'x'], no: ['\\', 'y'] },
  { pattern: '[+-]', yes: ['+', '-'], no: [','] },
  { pattern: '[𝟎-𝟗]', yes: ['𝟓'], no: ['5', '\ud835'] },
  { pattern: '\\s\\S', yes: [' a', '\t\u00a0', '\n.'], no: ['\u00a0a', 'a ', '  '] },
  { pattern: '\\i\\c*', yes: ['a', '_', ':x', 'é-1.·'], no: ['1', '-', 'a b', '\u{20000}'] },
  { pattern: '\\I\\C', yes: ['1 ', '-+'], no: ['a ', '1a'] },
  { pattern: '\\w\\W', yes: ['a.', '1 ', '$-', '+\u0000'], no: ['.a', 'ab', '- '] },
  { pattern: '\\D', yes: ['a', '²'], no: ['7', '٧'] },
  { pattern: '\\p{Lu}\\p{Ll}+', yes: ['Émile', 'Ωμ'], no: ['émile', 'E', 'É1'] },
  { pattern: '\\P{L}', yes: ['1', ' '], no: ['a', 'я'] },
  { pattern: '\\p{Sc}\\p{Nd}', yes: ['€5', '$0'], no: ['5€', '+5'] },
  { pattern: '\\p{Co}', yes: ['\ue000', '\u{f0000}', '\u{10fffd}'], no: ['\u{ffffe}', 'a'] },
  { pattern: '\\p{Cn}', yes: ['\u{50000}', '\u{ffffe}', '\uffff'], no: ['\ue000', 'a'] },
  { pattern: '\\p{IsGreek}', yes: ['α'], no: ['a', 'ἀ'] },
  { pattern: '\\p{IsSpecials}', yes: ['\ufeff', '\ufffd'], no: ['\uff00'] },
  { pattern: '\\p{IsPrivateUse}', yes: ['\ue000', '\u{100000}'], no: ['a'] },
  { pattern: '\\P{IsBasicLatin}', yes: ['é'], no: ['e'] },
  { pattern: '[a-[a]]?b', yes: ['b'], no: ['ab', ''] },
]

for (const { pattern, yes, no } of VECTORS) {
  test(`cvc-pattern-valid: ${pattern} takes what it says`, (t) => {
    const compiled = compilePatterns([pattern])
    for (const text of yes) t.true(compiled.test(text), JSON.stringify(text))
    for (const text of no) t.false(compiled.test(text), JSON.stringify(text))
  })
}

test('src-multiple-patterns: of several, one must match', (t) => {
  const pattern = compilePatterns(['a+', '[0-9]{2}', 'xyz', 'a|b'])
  for (const text of ['aaa', '42', 'xyz', 'b']) t.true(pattern.test(text), text)
  for (const text of ['', 'aab', '4', 'xy', 'aaa42']) t.false(pattern.test(text), text)
})

test('a pattern tells the same whatever it was asked before', (t) => {
  for (const source of ['(a|aa)+b', 'a{2,300}.?b', '[ab]{3}']) {
    const pattern = compilePatterns([source])
    const texts = ['aab', 'b', 'aaab', '', 'aab', 'aba']
    const fresh = texts.map((text) => compilePatterns([source]).test(text))
    t.deepEqual(
      texts.map((text) => pattern.test(text)),
      fresh,
    )
    t.deepEqual(
      texts.map((text) => pattern.test(text)),
      fresh,
    )
  }
})
