/** Answers of one turn of the event loop: the first does not wait, the others wait for its end. */
import test from 'ava'
import { Turns } from '../../../transports/http/receiver/write-turns.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('the first answer of each turn does not wait', async (t) => {
  const turns = new Turns()
  t.is(turns.next(), undefined)
  await turn()
  t.is(turns.next(), undefined)
})

test('the others wait for the end of the turn, and no longer', async (t) => {
  const turns = new Turns()
  turns.next()
  const written: string[] = []
  for (const answer of ['second', 'third']) {
    void turns.next()?.then(() => written.push(answer))
  }
  await Promise.resolve()
  t.deepEqual(written, [])
  await turn()
  t.deepEqual(written, ['second', 'third'])
})

test('a turn with one answer ends nothing of the one before it', async (t) => {
  const turns = new Turns()
  turns.next()
  const first = turns.next()
  await turn()
  turns.next()
  const second = turns.next()
  t.not(first, second)
  await t.notThrowsAsync(async () => second)
})
