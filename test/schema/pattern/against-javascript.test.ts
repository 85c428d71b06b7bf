/** Patterns against JavaScript's own regular expressions, which mean the same where both can be written. */
import { setFlagsFromString } from 'node:v8'
import test from 'ava'
import { compilePatterns } from '../../../src/schema/pattern/pattern.js'
import { Random } from '../../support/random.js'

// V8 11 overlooks matches of some of these patterns where it optimises them.
setFlagsFromString('--no-regexp-optimization')

const SETS: readonly (readonly [pattern: string, javascript: string])[] = [
  ['a', 'a'],
  ['b', 'b'],
  ['c', 'c'],
  ['é', 'é'],
  ['😀', '😀'],
  ['$', '\\$'],
  ['\\.', '\\.'],
  ['.', '[^\\n\\r]'],
  ['\\d', '\\p{Nd}'],
  ['\\D', '\\P{Nd}'],
  ['\\s', '[ \\t\\n\\r]'],
  ['\\S', '[^ \\t\\n\\r]'],
  ['\\w', '[^\\p{P}\\p{Z}\\p{C}]'],
  ['\\p{L}', '\\p{L}'],
  ['\\P{Lu}', '\\P{Lu}'],
  ['[ab]', '[ab]'],
  ['[^ab]', '[^ab]'],
  ['[a-c]', '[a-c]'],
  ['[a-c-[b]]', '[[a-c]--[b]]'],
  ['[\\p{L}-[a-b]]', '[\\p{L}--[a-b]]'],
  ['[^b-[a]]', '[[^b]--[a]]'],
  ['[b\\d-]', '[b\\p{Nd}\\-]'],
]

const QUANTIFIERS = ['', '', '', '?', '*', '+', '{2}', '{0,2}', '{1,3}', '{2,}', '{0}']
const TEXT = ['a', 'b', 'c', 'a', 'b', 'é', '😀', '$', '.', '1', '٣', ' ', '\n', '-', 'A']

interface Pair {
  readonly pattern: string
  readonly javascript: string
}

function randomPair(random: Random, depth: number): Pair {
  const branches = [
    randomBranch(random, depth),
    ...random.many(1, () => randomBranch(random, depth)),
  ]
  return joined(branches, '|')
}

function randomBranch(random: Random, depth: number): Pair {
  return joined(
    random.many(4, () => randomPiece(random, depth)),
    '',
  )
}

function randomPiece(random: Random, depth: number): Pair {
  const quantifier = random.pick(QUANTIFIERS)
  if (depth > 0 && random.chance(0.4)) {
    const { pattern, javascript } = randomPair(random, depth - 1)
    return { pattern: `(${pattern})${quantifier}`, javascript: `(?:${javascript})${quantifier}` }
  }
  const [pattern, javascript] = random.pick(SETS)
  return { pattern: pattern + quantifier, javascript: javascript + quantifier }
}

function joined(pairs: readonly Pair[], by: string): Pair {
  return {
    pattern: pairs.map(({ pattern }) => pattern).join(by),
    javascript: pairs.map(({ javascript }) => javascript).join(by),
  }
}

for (const seed of [1, 2, 3, 4]) {
  test(`random patterns take the texts that JavaScript's take, seed ${seed}`, (t) => {
    const random = new Random(seed)
    let matched = 0
    for (let round = 0; round < 120; round += 1) {
      const { pattern, javascript } = randomPair(random, 2)
      const compiled = compilePatterns([pattern])
      const expected = new RegExp(`^(?:${javascript})$`, 'v')
      for (let texts = 0; texts < 20; texts += 1) {
        const text = random.many(7, () => random.pick(TEXT)).join('')
        const matches = expected.test(text)
        if (matches) matched += 1
        if (compiled.test(text) !== matches) t.fail(`${pattern} of ${JSON.stringify(text)}`)
      }
    }
    t.true(matched > 100)
  })
}

test('every category has the characters that JavaScript gives it', (t) => {
  const names = ['Lu', 'Nd', 'Cn', 'Co', 'C', 'P', 'S', 'Z', 'M']
  for (const name of names) {
    const compiled = compilePatterns([`\\p{${name}}`])
    const expected = new RegExp(`^\\p{${name}}$`, 'u')
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const character = String.fromCodePoint(code)
      if (compiled.test(character) !== expected.test(character))
        t.fail(`${name} ${code.toString(16)}`)
    }
  }
  t.pass()
})
