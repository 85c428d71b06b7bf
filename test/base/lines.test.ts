/** Lines of the log that wait for the end of a turn, and those that do not. */
import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { Lines } from '../../src/base/lines.js'

function gathered() {
  const written: string[] = []
  return { written, lines: new Lines((several) => written.push(several)) }
}

test('lines of one turn are written together, in their order', async (t) => {
  const { written, lines } = gathered()
  lines.add('a\n', true)
  lines.add('b\n', true)
  t.deepEqual(written, [])
  await turn()
  t.deepEqual(written, ['a\nb\n'])
  lines.add('c\n', true)
  await turn()
  t.deepEqual(written, ['a\nb\n', 'c\n'])
})

test('a line that does not wait is written at once, behind those that wait', async (t) => {
  const { written, lines } = gathered()
  lines.add('a\n', true)
  lines.add('b\n', false)
  t.deepEqual(written, ['a\nb\n'])
  await turn()
  t.is(written.length, 1)
})

test('what is written in one piece has no more bytes than a pipe takes in one piece', async (t) => {
  const { written, lines } = gathered()
  const line = `${'ä'.repeat(700)}\n`
  for (let index = 0; index < 5; index += 1) lines.add(line, true)
  await turn()
  t.deepEqual(written, [line.repeat(2), line.repeat(2), line])
})
