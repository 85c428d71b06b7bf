/** Named parameters that came as texts. */
import test from 'ava'
import { readParameters } from '../../src/contract/parameters.js'

test('a repeated name is a list, a dot steps into, a number chooses one of several', (t) => {
  t.deepEqual(
    {
      ...readParameters([
        ['a', '1'],
        ['b', '2'],
        ['b', '3'],
        ['c.d', '4'],
        ['l.1.x', '6'],
        ['l.0.x', '5'],
        ['e\\.f', '7'],
      ]),
    },
    { a: '1', b: ['2', '3'], c: { d: '4' }, l: [{ x: '5' }, { x: '6' }], 'e.f': '7' },
  )
})

test('an attribute stands beside the text of its element', (t) => {
  t.deepEqual(
    readParameters([
      ['price', '1.5'],
      ['price.@currency', 'EUR'],
      ['@xml:lang', 'de'],
    ]),
    {
      price: { $value: '1.5', '@currency': 'EUR' },
      '@xml:lang': 'de',
    },
  )
})

for (const name of ['', '1', '0.a', 'a b', 'a.', '.a', '<a', '@', 'a.@', '{x}a', 'a=', '@@a']) {
  test(`${JSON.stringify(name)} is the name of no parameter`, (t) => {
    const error = t.throws(() => readParameters([[name, '1']]), { instanceOf: TypeError })
    t.is(error?.message, `${name}: not the name of a parameter`)
  })
}

for (const names of [
  ['a', 'a.b'],
  ['a.b', 'a'],
  ['a.0', 'a.b'],
  ['a', 'a', 'a.@b'],
]) {
  test(`${names.join(' and ')} do not go together`, (t) => {
    const pairs = names.map((name) => [name, '1'] as const)
    t.throws(() => readParameters(pairs), {
      instanceOf: TypeError,
      message: /^a: expected a value/,
    })
  })
}

test('names of the language are names like any other', (t) => {
  const values = readParameters([
    ['__proto__.x', '1'],
    ['constructor', '2'],
    ['toString', '3'],
  ])
  t.deepEqual(Object.keys(values), ['__proto__', 'constructor', 'toString'])
  t.is(({} as { x?: unknown }).x, undefined)
})

test('a name of very many steps is refused, and very many names take time by their number', (t) => {
  t.throws(() => readParameters([['a.'.repeat(100_000).slice(0, -1), '1']]), {
    instanceOf: TypeError,
  })
  const many = Array.from({ length: 200_000 }, (_, at) => [`n${at}`, '1'] as const)
  t.is(Object.keys(readParameters(many)).length, 200_000)
  const same = Array.from({ length: 200_000 }, () => ['n', '1'] as const)
  t.is((readParameters(same).n as readonly unknown[]).length, 200_000)
})
