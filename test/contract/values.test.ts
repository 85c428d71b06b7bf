/** Values: every type out of elements and back into them; what does not fit is told, never guessed. */
import test from 'ava'
import type { ComplexShape, Field, Shape, SimpleKind } from '../../src/contract/shape.js'
import {
  MisshapenValue,
  readValues,
  UnknownField,
  valuesOf,
  writeValues,
} from '../../src/contract/values.js'
import type { Value, Values, WrittenValues } from '../../src/plugin.js'
import { readDocument } from '../../src/xml/read.js'
import { writeElement } from '../../src/xml/write.js'

const simple = (type: SimpleKind): Shape => ({ kind: 'simple', type })

function field(name: string, more: Partial<Field> = {}): Field {
  return {
    name,
    namespace: 'u',
    shape: simple('string'),
    required: true,
    repeats: false,
    nillable: false,
    ...more,
  }
}

const complex = (...fields: Field[]): ComplexShape => ({ kind: 'complex', fields })
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const read = (inside: string, shape?: Shape) =>
  readValues(readDocument(`<e xmlns="u" ${XSI}>${inside}</e>`), shape)
const write = (values: WrittenValues, shape?: Shape) =>
  writeElement(writeValues('{u}e', values, shape))
const one = (type: SimpleKind, text: string) => read(text, simple(type)).value

const READ: readonly (readonly [type: SimpleKind, text: string, value: Value])[] = [
  ['string', '', ''],
  ['string', ' a\tb ', ' a\tb '],
  ['boolean', 'true', true],
  ['boolean', ' 1\n', true],
  ['boolean', 'false', false],
  ['boolean', '0', false],
  ['number', '-0.5e+2', -50],
  ['number', ' +7 ', 7],
  ['number', '.5', 0.5],
  ['number', '5.', 5],
  ['number', 'INF', Number.POSITIVE_INFINITY],
  ['number', '-INF', Number.NEGATIVE_INFINITY],
  ['number', 'NaN', Number.NaN],
  ['bigint', '-12345678901234567890', -12345678901234567890n],
  ['bigint', '+1', 1n],
  ['bigint', '007', 7n],
  ['base64', '', Buffer.from('')],
  ['base64', 'AQID', Buffer.from([1, 2, 3])],
  ['base64', ' AQ\r\nI D ', Buffer.from([1, 2, 3])],
  ['base64', 'AQ = =', Buffer.from([1])],
  ['hex', '', Buffer.from('')],
  ['hex', ' 0aFF ', Buffer.from([10, 255])],
]

for (const [type, text, value] of READ) {
  test(`${JSON.stringify(text)} is a ${type}`, (t) => {
    t.deepEqual(one(type, text), value)
  })
}

const WRONG: readonly (readonly [type: SimpleKind, text: string])[] = [
  ['boolean', ''],
  ['boolean', 'TRUE'],
  ['boolean', 'yes'],
  ['number', ''],
  ['number', '1,5'],
  ['number', '0x10'],
  ['number', '1 2'],
  ['number', 'Infinity'],
  ['number', '.'],
  ['number', '1e'],
  ['bigint', ''],
  ['bigint', '1.0'],
  ['bigint', '0x10'],
  ['bigint', '--1'],
  ['base64', 'A=B'],
  ['base64', '===='],
  ['base64', 'A-B_'],
  ['hex', 'abc'],
  ['hex', 'a b c d'],
  ['hex', 'zz'],
]

for (const [type, text] of WRONG) {
  test(`${JSON.stringify(text)} is no ${type}`, (t) => {
    t.throws(() => one(type, text), {
      instanceOf: MisshapenValue,
      message: `{u}e is not a value of its type (${type}).`,
    })
  })
}

const MANY = 10 * 1024 * 1024

for (const [type, text, bytes] of [
  ['hex', 'aB'.repeat(MANY / 2), MANY / 2],
  ['base64', 'AAAA'.repeat(MANY / 4), (MANY / 4) * 3],
  ['number', '0'.repeat(MANY), undefined],
  ['string', ' '.repeat(MANY), undefined],
  ['boolean', `${' '.repeat(MANY)}true`, undefined],
] as const) {
  test(`ten million characters are a ${type}`, (t) => {
    const value = one(type, text)
    if (value instanceof Uint8Array) t.is(value.length, Number(bytes))
    else t.not(value, undefined)
    if (type === 'string') return
    t.throws(() => one(type, `${text}!`), { instanceOf: MisshapenValue })
  })
}

test('a simple type holds no elements', (t) => {
  t.throws(() => read('<a>1<b/></a>', complex(field('a', { shape: simple('number') }))), {
    instanceOf: MisshapenValue,
    message: '{u}a must hold text only.',
  })
})

test('fields are read by name: required, optional, repeated, nil, nested', (t) => {
  const shape = complex(
    field('a', { shape: simple('number') }),
    field('b', { required: false }),
    field('c', { required: false, repeats: true, shape: simple('boolean') }),
    field('d', { nillable: true, shape: simple('number') }),
    field('e', { shape: complex(field('f')) }),
  )
  const values = read('<a>1</a> <c>1</c><c>0</c> <d xsi:nil="true"/> <e> <f>x</f> </e>\n', shape)
  t.deepEqual(JSON.parse(JSON.stringify(values)), {
    a: 1,
    c: [true, false],
    d: null,
    e: { f: 'x' },
  })
  t.false('b' in values)
})

test('a field that may repeat is a list even if it stands once, or not at all', (t) => {
  const shape = complex(field('c', { required: false, repeats: true }))
  t.deepEqual({ ...read('', shape) }, { c: [] })
  t.deepEqual({ ...read('<c>x</c>', shape) }, { c: ['x'] })
})

test('nil in a list keeps its place', (t) => {
  const shape = complex(field('c', { repeats: true, nillable: true }))
  t.deepEqual(
    { ...read('<c>x</c><c xsi:nil=" 1 "/><c xsi:nil="false">y</c>', shape) },
    {
      c: ['x', null, 'y'],
    },
  )
})

test('what does not fit the fields is told', (t) => {
  const shape = complex(field('a'), field('l', { repeats: true, required: false }))
  const cases: readonly (readonly [string, string])[] = [
    ['', '{u}e has no a.'],
    ['<a/><a/>', '{u}e has more than one a.'],
    ['<a xsi:nil="true"/><a/>', '{u}e has more than one a.'],
    ['<a xsi:nil="true"/>', '{u}e has a nil a.'],
    ['<a/>loose', '{u}e must hold elements only.'],
    ['<a/><b/>', '{u}e has an element {u}b that its schema does not know.'],
    ['<a xmlns=""/>', '{u}e has an element a that its schema does not know.'],
  ]
  for (const [inside, message] of cases) {
    t.throws(() => read(inside, shape), { instanceOf: MisshapenValue, message }, inside)
  }
  const unknown = t.throws(() => read('<a/><b/>', shape), { instanceOf: UnknownField })
  t.is(unknown?.field, '{u}b')
})

test('a required field that repeats stands at least once', (t) => {
  t.throws(() => read('', complex(field('a', { repeats: true }))), { message: '{u}e has no a.' })
})

test('names that objects inherit are names like any other', (t) => {
  const shape = complex(field('__proto__'), field('constructor'), field('hasOwnProperty'))
  const inside =
    '<__proto__>1</__proto__><constructor>2</constructor><hasOwnProperty>3</hasOwnProperty>'
  for (const values of [read(inside, shape), read(inside)]) {
    t.deepEqual(Object.entries(values), [
      ['__proto__', '1'],
      ['constructor', '2'],
      ['hasOwnProperty', '3'],
    ])
    t.is(Object.getPrototypeOf(values), null)
  }
  t.throws(() => read('', complex(field('constructor'))), { message: '{u}e has no constructor.' })
  t.is(({} as { polluted?: unknown }).polluted, undefined)
})

test('without a shape every value is text, a repeated name a list, a parent an object', (t) => {
  const values = read('<a>1</a><l>x</l><l><m>y</m></l><l/><p><q> z </q></p>')
  t.deepEqual(JSON.parse(JSON.stringify(values)), {
    a: '1',
    l: ['x', { m: 'y' }, ''],
    p: { q: ' z ' },
  })
  t.deepEqual(Object.keys(read('')), [])
  t.deepEqual({ ...read('only text') }, { value: 'only text' })
})

test('an open field is an object of texts, or text', (t) => {
  const shape = complex(field('o', { shape: { kind: 'open' } }))
  t.deepEqual(JSON.parse(JSON.stringify(read('<o><x>1</x></o>', shape))), { o: { x: '1' } })
  t.deepEqual({ ...read('<o>1</o>', shape) }, { o: '1' })
})

test('an empty element has the value that its schema gives it', (t) => {
  const shape = complex(
    field('n', { shape: simple('number'), preset: '5', repeats: true }),
    field('t', { preset: 'x', nillable: true, repeats: true }),
  )
  t.deepEqual(
    { ...read('<n/><n>6</n><t></t><t> </t><t xsi:nil="true"/>', shape) },
    {
      n: [5, 6],
      t: ['x', ' ', null],
    },
  )
})

test('a shape that contains itself reads as deep as the element is', (t) => {
  const fields: Field[] = [field('v', { shape: simple('number') })]
  const node: Shape = { kind: 'complex', fields }
  fields.push(field('next', { required: false, shape: node }))
  const values = read('<v>1</v><next><v>2</v><next><v>3</v></next></next>', node)
  t.deepEqual(JSON.parse(JSON.stringify(values)), { v: 1, next: { v: 2, next: { v: 3 } } })
})

test('written values come in the order, the namespaces and the form of the shape', (t) => {
  const shape = complex(
    field('a', { shape: simple('number') }),
    field('b', { shape: simple('boolean'), namespace: '' }),
    field('c', { repeats: true }),
    field('d', { nillable: true }),
    field('x', { shape: simple('hex') }),
    field('y', { shape: simple('base64') }),
    field('z', {
      namespace: 'v',
      shape: complex(field('i', { namespace: 'v', shape: simple('bigint') })),
    }),
  )
  const bytes = Buffer.from([1, 171])
  t.is(
    write(
      { z: { i: 10n ** 20n }, y: bytes, x: bytes, d: null, c: ['1', '2'], b: false, a: -0.5 },
      shape,
    ),
    '<m:e xmlns:m="u"><m:a>-0.5</m:a><b>false</b><m:c>1</m:c><m:c>2</m:c>' +
      '<m:d xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>' +
      '<m:x>01ab</m:x><m:y>Aas=</m:y><f:z xmlns:f="v"><f:i>100000000000000000000</f:i></f:z></m:e>',
  )
})

test('undefined values are left out', (t) => {
  t.is(write({ a: undefined, b: '1' }), '<m:e xmlns:m="u"><m:b>1</m:b></m:e>')
  const shape = complex(field('a', { required: false }), field('toString', { required: false }))
  t.is(write({}, shape), '<m:e xmlns:m="u"/>')
})

test('without a shape values are written in the namespace of the element', (t) => {
  t.is(
    write({ b: 1, a: { c: [true, null] } }),
    '<m:e xmlns:m="u"><m:b>1</m:b><m:a><m:c>true</m:c>' +
      '<m:c xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></m:a></m:e>',
  )
})

test('a Date is written as the type says, in UTC', (t) => {
  const written = (at: number, type: SimpleKind) =>
    write({ a: new Date(at) }, complex(field('a', { shape: simple(type) })))
  const inside = (text: string) => `<m:e xmlns:m="u"><m:a>${text}</m:a></m:e>`
  const night = Date.UTC(2026, 10, 21, 2, 30, 0, 5)
  t.is(written(night, 'dateTime'), inside('2026-11-21T02:30:00.005Z'))
  t.is(written(night, 'date'), inside('2026-11-21Z'))
  t.is(written(night, 'time'), inside('02:30:00.005Z'))
  t.is(written(Date.UTC(12345, 0, 1), 'date'), inside('12345-01-01Z'))
  t.is(write({ value: new Date(night) }, simple('date')), '<m:e xmlns:m="u">2026-11-21Z</m:e>')
  t.throws(() => written(Number.NaN, 'date'), {
    instanceOf: TypeError,
    message: 'the date is invalid',
  })
  t.throws(() => written(night, 'string'), {
    instanceOf: TypeError,
    message: 'a date is written as xs:dateTime, xs:date or xs:time only',
  })
})

test('a simple shape writes its value alone', (t) => {
  t.is(write({ value: 5n }, simple('bigint')), '<m:e xmlns:m="u">5</m:e>')
})

test('what the shape has no field for, or XML no name or character, is refused', (t) => {
  t.throws(() => write({ b: 1 }, complex(field('a'))), {
    instanceOf: TypeError,
    message: 'the schema of {u}e has no element b',
  })
  t.throws(() => write({ 'a b': 1 }), { instanceOf: TypeError })
  t.throws(() => write({ 'a><injected/><a': 1 }), { instanceOf: TypeError })
  t.throws(() => write({ a: '\u0000' }), { instanceOf: TypeError })
})

test('what a plugin returns by mistake is not written as nothing or as source', (t) => {
  const none = [Promise.resolve(1), new Map(), new Date(0), () => 1, Symbol('s')]
  for (const wrong of none as unknown as readonly Value[]) {
    t.throws(() => write({ a: wrong }), { instanceOf: TypeError })
    t.throws(() => write({ a: [wrong] }), { instanceOf: TypeError })
    t.throws(() => write({ a: wrong }, complex(field('a'))), { instanceOf: TypeError })
    t.throws(() => write({ value: wrong }, simple('string')), { instanceOf: TypeError })
  }
  for (const wrong of [...none, 5, true, 'text', []] as unknown as readonly Values[]) {
    t.throws(() => write(wrong), { instanceOf: TypeError })
  }
  t.throws(() => write({ value: { a: 1 } }, simple('string')), { instanceOf: TypeError })
})

test('what was written is read back as the same values', (t) => {
  const shape = complex(
    field('n', { shape: simple('number'), repeats: true }),
    field('t'),
    field('i', { shape: simple('bigint') }),
    field('b', { shape: simple('base64') }),
    field('h', { shape: simple('hex') }),
  )
  const values = {
    n: [
      0,
      -1.5,
      1e21,
      5e-324,
      Number.MAX_VALUE,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NaN,
    ],
    t: ' <&>\r\n\u{1F600}',
    i: -(2n ** 70n),
    b: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    h: Buffer.from([0, 255]),
  }
  t.deepEqual({ ...readValues(readDocument(write(values, shape)), shape) }, values)
})

test('pairs of names and texts are values by name, a repeated name an array', (t) => {
  const values = valuesOf([
    ['größe', '1'],
    ['b', ''],
    ['größe', '2'],
    ['constructor', 'c'],
    ['größe', '3'],
  ])
  t.deepEqual(Object.entries(values), [
    ['größe', ['1', '2', '3']],
    ['b', ''],
    ['constructor', 'c'],
  ])
})
