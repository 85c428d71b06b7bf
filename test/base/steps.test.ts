/** Steps: what is there is gone on with at once, what is not is waited for, and what fails fails where it was asked for. */
import test from 'ava'
import { inOrder, ready, rescued, type Steps, settled, take, then } from '../../src/base/steps.js'

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

const later = async <Value>(value: Value): Promise<Value> => {
  await Promise.resolve()
  return value
}

test('what is there is gone on with at once, what is not once it is', async (t) => {
  t.is(
    then(1, (one) => one + 1),
    2,
  )
  const pending = then(later(1), (one) => one + 1)
  t.true(pending instanceof Promise)
  t.is(await pending, 2)
  t.is(await then(1, (one) => later(one + 1)), 2)
})

test('what work throws is rescued, at once or later', async (t) => {
  const failed = (error: unknown) => `caught ${error instanceof Error ? error.message : error}`
  const wrong = () => {
    throw new Error('now')
  }
  t.is(rescued(wrong, failed), 'caught now')
  t.is(await rescued(() => Promise.reject(new Error('later')), failed), 'caught later')
  t.is(
    rescued(() => 'well', failed),
    'well',
  )
  const again = () => rescued(wrong, (error) => Promise.reject(error))
  await t.throwsAsync(async () => again(), { message: 'now' })
})

test('items are worked on in their order, without a promise where none waits', async (t) => {
  const done: number[] = []
  t.is(
    inOrder([1, 2, 3], (item) => void done.push(item)),
    undefined,
  )
  t.deepEqual(done, [1, 2, 3])
  const some = inOrder([4, 5, 6], (item) => {
    if (item === 5) return later(item).then((one) => void done.push(one))
    done.push(item)
    return undefined
  })
  t.deepEqual(done, [1, 2, 3, 4])
  await some
  t.deepEqual(done, [1, 2, 3, 4, 5, 6])
})

test('the first item that fails is the last one', async (t) => {
  const done: number[] = []
  const work = (item: number) => {
    done.push(item)
    return item === 2 ? Promise.reject(new Error('two')) : undefined
  }
  await t.throwsAsync(async () => inOrder([1, 2, 3], work), { message: 'two' })
  t.deepEqual(done, [1, 2])
})

test('a promise of any library is made one of ours, and a value stays one', async (t) => {
  // biome-ignore lint/suspicious/noThenProperty: such an object is what this is about
  const foreign: PromiseLike<number> = { then: (go) => Promise.resolve(7).then(go) }
  const made = settled(foreign)
  t.true(made instanceof Promise)
  t.is(await made, 7)
  t.is(settled(7), 7)
})
