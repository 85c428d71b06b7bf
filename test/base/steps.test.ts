/** Steps: what is there is gone on with at once, what is not is waited for, and what fails fails where it was asked for. */
import test from 'ava'
import { ready, type Steps, take } from '../../src/base/steps.js'

function* sum(...parts: readonly (number | PromiseLike<number>)[]): Steps<number> {
  let total = 0
  for (const part of parts) total += yield* ready(part)
  return total
}

test('steps whose values are there are taken at once, without a promise', (t) => {
  t.is(take(sum(1, 2, 3)), 6)
})

test('steps wait for what is not there yet, in their order', async (t) => {
  const order: string[] = []
  const late = async (name: string, value: number) => {
    await Promise.resolve()
    order.push(name)
    return value
  }
  const total = take(sum(1, late('one', 2), 3, late('two', 4)))
  t.true(total instanceof Promise)
  t.is(await total, 10)
  t.deepEqual(order, ['one', 'two'])
})

test('a promise of any library is waited for', async (t) => {
  // biome-ignore lint/suspicious/noThenProperty: such an object is what this is about
  const foreign: PromiseLike<number> = { then: (go) => Promise.resolve(7).then(go) }
  t.is(await take(sum(foreign, 1)), 8)
})

test('what fails is thrown where it was asked for, at once or later', async (t) => {
  function* guarded(part: () => number | Promise<number>): Steps<string> {
    try {
      return String(yield* ready(part()))
    } catch (error) {
      return `caught ${error instanceof Error ? error.message : error}`
    }
  }
  const wrong = () => {
    throw new Error('now')
  }
  t.is(take(guarded(wrong)), 'caught now')
  t.is(await take(guarded(() => Promise.reject(new Error('later')))), 'caught later')
})

test('what nobody catches ends the steps', async (t) => {
  await t.throwsAsync(async () => take(sum(1, Promise.reject(new Error('no')))), { message: 'no' })
  function* broken(): Steps<never> {
    yield* ready(Promise.resolve())
    throw new Error('broken')
  }
  await t.throwsAsync(async () => take(broken()), { message: 'broken' })
})
