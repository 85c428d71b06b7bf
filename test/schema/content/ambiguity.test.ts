/** Which content models are ambiguous, and which have two types for a name. */
import test from 'ava'
import { checkParticle } from '../../../src/schema/content/index.js'
import { SchemaProblem } from '../../../src/schema/problem.js'
import { ANY_SIMPLE, declared, group, model, particle } from './models.js'

const CLEAR = [
  '',
  'a, b, a',
  'a?, b',
  'a*, b',
  '(a | b)*, c',
  'a{2}, a',
  'a{2,2}, a?',
  '(a, b){2}, a',
  '(a{1,2}){1,2}, b',
  '(a{2}, b){0,9}, c',
  '(a, b?){2,3}, c',
  'a & b',
  'any:x, not:x',
  'any:x?, a',
  'a*, any:x',
  '(p:a | any:x)*',
  '(a | any:p)+',
  'a, any*',
  'any{2}, any',
  'a, (|), a?, a?',
]

const AMBIGUOUS = [
  'a | a',
  'a?, a',
  'a*, a',
  'a+, a',
  '(a, b) | (a, c)',
  '(a?, b?)*, b',
  'a{2,3}, a',
  '(a, b){2,3}, a',
  '(a?){2}, a',
  '(a{2}){1,2}, a',
  '(a, b?){2,3}, (b, c)',
  'a & b & a',
  'any*, a',
  '(a | any)',
  'any, any?, any',
  'any:x*, any',
  'not:x | not:y',
  'not:x | p:a',
  'any{2,3}, a',
]

for (const text of CLEAR) {
  test(`cos-nonambig: (${text}) is clear`, (t) => {
    t.notThrows(() => checkParticle(model(text)))
  })
}

for (const text of AMBIGUOUS) {
  test(`cos-nonambig: (${text}) is ambiguous`, (t) => {
    const problem = t.throws(() => checkParticle(model(text)), { instanceOf: SchemaProblem })
    t.is(problem.clause, 'cos-nonambig')
  })
}

test('cos-nonambig: members of a substitution group count as their head', (t) => {
  const member = declared('m', { global: true, namespace: 'p', name: '{p}m' })
  const head = declared('h', { global: true, substitutes: [member] })
  const elements = { h: head, m: member }
  for (const text of ['h | m', 'h?, m', 'h?, h', 'h & m', 'h | any:p']) {
    t.throws(() => checkParticle(model(text, elements)), { message: /two particles/ }, text)
  }
  t.notThrows(() => checkParticle(model('h, m', elements)))
  t.notThrows(() => checkParticle(model('h | any:q', elements)))
})

test('cos-nonambig: thousands of elements are checked', (t) => {
  const names = Array.from({ length: 20_000 }, (_, index) => `e${index}`)
  t.notThrows(() => checkParticle(model(`(${names.join('|')})*`)))
  t.notThrows(() => checkParticle(model(names.join('?,'))))
  t.notThrows(() => checkParticle(model(`${names.join('?,')}, any`)))
  t.throws(() => checkParticle(model(`(${names.join('|')})*, e7`)))
  t.throws(() => checkParticle(model(`${names.join('?,')}?, any`)))
})

test('cos-element-consistent: one name, one type', (t) => {
  const text = { ...ANY_SIMPLE, local: 'string', name: 'string' }
  const one = particle(declared('a'))
  const same = particle(declared('a'))
  const other = particle(declared('a', { type: text }))
  const apart = particle(declared('a', { type: text, namespace: 'p', name: '{p}a' }))
  const b = particle(declared('b'))
  t.notThrows(() => checkParticle(particle(group('sequence', one, b, same))))
  t.notThrows(() => checkParticle(particle(group('sequence', one, apart))))
  const nested = particle(group('choice', b, particle(group('sequence', b, other))))
  for (const model of [group('sequence', one, b, other), group('sequence', one, nested)]) {
    const problem = t.throws(() => checkParticle(particle(model)), { instanceOf: SchemaProblem })
    t.is(problem.clause, 'cos-element-consistent')
  }
})

test('cos-element-consistent: members of a substitution group are in the model, too', (t) => {
  const text = { ...ANY_SIMPLE, local: 'string', name: 'string' }
  const head = declared('h', { global: true, substitutes: [declared('a', { type: text })] })
  t.throws(() => checkParticle(model('h, b, a', { h: head })), { message: /two types/ })
})
