/** Content models take the sequences that they say, and no others. */
import test from 'ava'
import type { Particle } from '../../../src/schema/components.js'
import { compileContent } from '../../../src/schema/content/index.js'
import { declared, model } from './models.js'

/** True if the elements, such as `a b p:c`, are content of the model. */
function takes(particle: Particle, elements: string): boolean {
  const matching = compileContent(particle).begin()
  const taken = elements
    .split(' ')
    .filter((name) => name !== '')
    .every((name) => {
      const [local = '', namespace = ''] = name.split(':').reverse()
      return matching.take(namespace, local) !== undefined
    })
  return taken && matching.complete
}

const MODELS: readonly {
  readonly model: string
  readonly takes: readonly string[]
  readonly refuses: readonly string[]
}[] = [
  { model: '', takes: [''], refuses: ['a'] },
  { model: 'a', takes: ['a'], refuses: ['', 'a a', 'b'] },
  { model: 'a, b', takes: ['a b'], refuses: ['a', 'b a', 'a b b'] },
  { model: 'a?, b*, c+', takes: ['c', 'a c', 'b b c c', 'a b c'], refuses: ['a', 'a a c', 'c b'] },
  { model: '(a | b)*', takes: ['', 'a', 'b a b'], refuses: ['c', 'a c'] },
  { model: '(a | b)', takes: ['a', 'b'], refuses: ['', 'a b'] },
  { model: '(|)', takes: [], refuses: ['', 'a'] },
  { model: '(|)?', takes: [''], refuses: ['a'] },
  { model: 'a, (|)?, b', takes: ['a b'], refuses: ['a', 'b'] },
  { model: '(a, b?)*', takes: ['', 'a', 'a b a', 'a a b'], refuses: ['b', 'a b b'] },
  { model: '(a?, b?)*, c', takes: ['c', 'b a c', 'a b b a c'], refuses: ['a', 'c c'] },
  { model: '((a*)*)*', takes: ['', 'a a a'], refuses: ['b'] },
  { model: 'a{2,3}', takes: ['a a', 'a a a'], refuses: ['', 'a', 'a a a a'] },
  { model: 'a{2}, a', takes: ['a a a'], refuses: ['a a', 'a a a a'] },
  { model: 'a{0,2}, b', takes: ['b', 'a b', 'a a b'], refuses: ['a a a b', 'a a'] },
  { model: 'a{3,}', takes: ['a a a', 'a a a a a'], refuses: ['', 'a a'] },
  { model: '(a, b?){2,3}', takes: ['a a', 'a b a', 'a b a b a b'], refuses: ['a b', 'a a a a'] },
  {
    model: '(a?, b?){2}',
    takes: ['', 'a', 'b a', 'a b a b', 'b b'],
    refuses: ['a b a b a', 'b b b'],
  },
  { model: '(a{2}){0,3}', takes: ['', 'a a', 'a a a a'], refuses: ['a', 'a a a'] },
  { model: '(a{2,3}){2}', takes: ['a a a a', 'a a a a a a'], refuses: ['a a a'] },
  { model: '(a{3,4}){1,2}', takes: ['a a a', 'a a a a a a'], refuses: ['a a a a a'] },
  {
    model: '(a{1,2}, b?){1,2}',
    takes: ['a', 'a a a a', 'a b a a', 'a a b a b'],
    refuses: ['', 'a a a a a', 'a b a b a'],
  },
  {
    model: '((a{2}, b){2}, c?){2}',
    takes: ['a a b a a b c a a b a a b'],
    refuses: ['a a b c', 'a a b a a b'],
  },
  { model: '(a | b){2}, c', takes: ['a b c', 'b b c'], refuses: ['a c', 'a b a c'] },
  { model: 'a & b? & c', takes: ['a c', 'c a', 'b c a'], refuses: ['', 'a b', 'a c a', 'a c d'] },
  { model: '(a & b)?', takes: ['', 'b a'], refuses: ['a'] },
  { model: 'a, any:x*, b', takes: ['a b', 'a x:q x:a b'], refuses: ['a y:q b', 'a q b'] },
  { model: 'a, not:x', takes: ['a y:z'], refuses: ['a x:z', 'a z'] },
  { model: 'any{2,3}', takes: ['a b', 'x:a b c'], refuses: ['a', 'a b c d'] },
  { model: '(p:a | a)+', takes: ['p:a a'], refuses: ['q:a'] },
]

for (const { model: text, takes: accepted, refuses } of MODELS) {
  test(`(${text})`, (t) => {
    for (const elements of accepted) t.true(takes(model(text), elements), `takes ${elements}`)
    for (const elements of refuses) t.false(takes(model(text), elements), `refuses ${elements}`)
  })
}

test('a member of a substitution group is taken as itself, by its head', (t) => {
  const member = declared('m', { global: true })
  const head = declared('h', { global: true, abstract: true, substitutes: [member] })
  for (const text of ['h, b', 'h{2,9}, b', 'h & b']) {
    const matching = compileContent(model(text, { h: head })).begin()
    t.is(matching.take('', 'h'), undefined)
    t.is(matching.take('', 'm'), member)
    t.is(matching.by, head)
  }
})

test('a name that may not stand there changes nothing', (t) => {
  for (const text of ['a, b', 'a{1,2}, b', 'a & b']) {
    const matching = compileContent(model(text)).begin()
    matching.take('', 'a')
    t.is(matching.take('', 'c'), undefined)
    t.truthy(matching.take('', 'b'))
    t.true(matching.complete)
  }
})

test('what is expected is said in the words of the schema', (t) => {
  const after = (text: string, ...taken: readonly string[]) => {
    const matching = compileContent(model(text)).begin()
    for (const local of taken) matching.take('', local)
    return matching.expected()
  }
  t.deepEqual(after('a, b'), ['a'])
  t.deepEqual(after('a, (b | p:c)?, d', 'a'), ['b', '{p}c', 'd'])
  t.deepEqual(after('a{2,3}, b', 'a'), ['a'])
  t.deepEqual(after('a{2,3}, b', 'a', 'a'), ['a', 'b'])
  t.deepEqual(after('a{2,3}, b', 'a', 'a', 'a'), ['b'])
  t.deepEqual(after('a & b & c', 'b'), ['a', 'c'])
  t.deepEqual(after('any:x | not:y | any'), [
    'any element of x',
    'any element of a namespace other than y',
    'any element',
  ])
  t.is(after(Array.from({ length: 40 }, (_, index) => `e${index}`).join(' | ')).length, 10)
})

test('a large number of times is counted', (t) => {
  const matching = compileContent(model('(a, b?){0,100000}')).begin()
  for (let index = 0; index < 100_000; index += 1) t.truthy(matching.take('', 'a') ?? undefined)
  t.is(matching.take('', 'a'), undefined)
  t.true(matching.complete)
})

test('a choice of many elements that repeats has one state', (t) => {
  const names = Array.from({ length: 5000 }, (_, index) => `e${index}`)
  const matching = compileContent(model(`(${names.join('|')})*`)).begin()
  for (const name of names) if (!matching.take('', name)) t.fail(name)
  t.true(matching.complete)
})

test('a long sequence of optional elements is taken from anywhere to anywhere', (t) => {
  const names = Array.from({ length: 3000 }, (_, index) => `e${index}`)
  for (const text of [names.join('?,'), `(${names.join('?,')}?){1,2}`]) {
    const compiled = compileContent(model(`${text}, any:x?`))
    const every = compiled.begin()
    for (const name of names) if (!every.take('', name)) t.fail(name)
    t.true(every.complete)
    const few = compiled.begin()
    for (const name of ['e7', 'e2998', 'e2999']) t.truthy(few.take('', name), name)
    t.is(few.take('', 'e40') === undefined, !text.includes('{'))
    t.truthy(few.take('x', 'a'))
    t.is(few.take('', 'e41'), undefined)
    t.deepEqual(few.expected(), [])
  }
})

test('groups of nothing take no time, however often they are named', (t) => {
  let twice = model('')
  for (let index = 0; index < 60; index += 1) {
    twice = { ...twice, term: { kind: 'sequence', particles: [twice, twice], source: undefined } }
  }
  t.throws(() => compileContent(twice), { message: /more than/ })
})

/** `a0?, (a1?, ( … )?)?` */
function nested(depth: number): Particle {
  let inner = model('')
  for (let index = depth - 1; index >= 0; index -= 1) {
    const element = { ...inner, min: 0, term: declared(`a${index}`) }
    inner = {
      ...inner,
      min: 0,
      term: { kind: 'sequence', particles: [element, inner], source: undefined },
    }
  }
  return inner
}

test('groups nested too deeply are refused', (t) => {
  t.throws(() => compileContent(nested(100_000)), { message: /nested deeper/ })
})

test('counted groups nested too deeply are refused', (t) => {
  const counted = (depth: number) => `${'('.repeat(depth)}a, b?${'){2,3}'.repeat(depth)}`
  const apart = (depth: number) => counted(depth).replaceAll('){2,3}', ', c?){2,3}')
  t.notThrows(() => compileContent(model(apart(16))))
  t.throws(() => compileContent(model(apart(17))), { message: /counted groups nested/ })
})

test('deeply nested optional groups are compiled', (t) => {
  t.true(takes(nested(900), 'a3 a5 a899'))
  t.false(takes(nested(900), 'a3 a5 a5'))
})
