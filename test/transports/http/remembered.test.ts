/** Values of header fields are read once: what was read before is given again, and what is refused is refused again. */
import test from 'ava'
import { Remembered } from '../../../transports/http/protocol/remembered.js'

function counted() {
  const read: string[] = []
  const remembered = new Remembered((value) => {
    read.push(value)
    if (value === 'wrong') throw new TypeError('wrong')
    return { value }
  })
  return { read, remembered }
}

test('a value that came before is not read again', (t) => {
  const { read, remembered } = counted()
  t.is(remembered.of('text/xml'), remembered.of('text/xml'))
  t.deepEqual(read, ['text/xml'])
  t.deepEqual(remembered.of('Text/XML'), { value: 'Text/XML' })
})

test('a value that is refused is refused each time', (t) => {
  const { read, remembered } = counted()
  for (const _ of [1, 2]) t.throws(() => remembered.of('wrong'), { instanceOf: TypeError })
  t.deepEqual(read, ['wrong', 'wrong'])
})

test('a stranger fills no memory: neither many values are kept, nor long ones', (t) => {
  const { read, remembered } = counted()
  const long = 'x'.repeat(257)
  t.not(remembered.of(long), remembered.of(long))
  for (let n = 0; n < 1_000; n += 1) remembered.of(`value ${n}`)
  const before = read.length
  // Of a thousand, no more than 64 are there.
  for (let n = 999; n >= 0; n -= 1) remembered.of(`value ${n}`)
  t.true(read.length - before >= 1_000 - 64)
})
