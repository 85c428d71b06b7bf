/** Messages of one turn of the event loop: each waits until the turn has read the others, and no longer. */
import test from 'ava'
import { Batches } from '../../src/base/batches.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('messages of one turn wait for its end, and are processed in their order', async (t) => {
  const batches = new Batches()
  const processed: string[] = []
  for (const message of ['first', 'second', 'third']) {
    void batches.next().then(() => processed.push(message))
  }
  await Promise.resolve()
  t.deepEqual(processed, [])
  await turn()
  t.deepEqual(processed, ['first', 'second', 'third'])
})

test('what a message does after it was processed comes behind all of its batch', async (t) => {
  const batches = new Batches()
  const done: string[] = []
  const serve = async (name: string) => {
    await batches.next()
    done.push(`${name} processed`)
    await undefined
    done.push(`${name} answered`)
  }
  await Promise.all([serve('one'), serve('two')])
  t.deepEqual(done, ['one processed', 'two processed', 'one answered', 'two answered'])
})

test('a message of the next turn is of another batch', async (t) => {
  const batches = new Batches()
  const first = batches.next()
  t.is(batches.next(), first)
  await turn()
  t.not(batches.next(), first)
  await t.notThrowsAsync(first)
})
