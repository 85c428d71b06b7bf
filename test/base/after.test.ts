/** Going on with a value: at once if it is there, and as soon as it is otherwise. */
import test from 'ava'
import { after } from '../../src/base/after.js'

test('what is there is used at once, without a promise', (t) => {
  t.is(
    after(1, (value) => value + 1),
    2,
  )
})

test('what will be there is waited for', async (t) => {
  const result = after(Promise.resolve(1), (value) => value + 1)
  t.true(result instanceof Promise)
  t.is(await result, 2)
})

test('an error of the next step is thrown at once, or rejects', async (t) => {
  const fail = (): never => {
    throw new Error('no')
  }
  t.throws(() => after(1, fail), { message: 'no' })
  await t.throwsAsync(async () => after(Promise.resolve(1), fail), { message: 'no' })
})
