/** How many passwords are derived at once, and who waits. */
import test from 'ava'
import { CheckSlots } from '../../../src/security/credentials/check-slots.js'

test('two run at once, the others in the order in which they came', async (t) => {
  const slots = new CheckSlots()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const all = [0, 1, 2, 3].map((number) =>
    slots.take(`192.0.2.${number}`, () => {
      begun.push(number)
      return new Promise<number>((resolve) => ends.push(() => resolve(number)))
    }),
  )
  await undefined
  t.deepEqual(begun, [0, 1])
  ends[1]?.()
  t.is(await all[1], 1)
  await all[1]
  t.deepEqual(begun, [0, 1, 2])
  ends[0]?.()
  t.is(await all[0], 0)
  t.deepEqual(begun, [0, 1, 2, 3])
  for (const end of ends) end()
  t.deepEqual(await Promise.all(all), [0, 1, 2, 3])
})

test('one network waits for eight at most, and all together for a bounded number', async (t) => {
  const slots = new CheckSlots()
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const running: Promise<void>[] = []
  for (let count = 0; count < 8; count += 1) running.push(slots.take('2001:db8::1', work))
  await t.throwsAsync(slots.take('2001:db8::2', work), { name: 'NotChecked' })
  // Two of them run, six wait.
  for (let count = 0; count < 58; count += 1) running.push(slots.take(`192.0.2.${count}`, work))
  const error = await t.throwsAsync(slots.take('198.51.100.1', work), { name: 'NotChecked' })
  t.like(error, { reason: 'busy', retryAfter: 1 })
  const over = Promise.all(running)
  let done = false
  void over.then(() => {
    done = true
  })
  while (!done) {
    for (const end of ends.splice(0)) end()
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  await t.notThrowsAsync(slots.take('2001:db8::2', async () => undefined))
})

test('work that fails gives its place up', async (t) => {
  const slots = new CheckSlots()
  for (let count = 0; count < 20; count += 1) {
    await t.throwsAsync(slots.take('192.0.2.1', () => Promise.reject(new Error('broken'))))
  }
  t.is(await slots.take('192.0.2.1', async () => 7), 7)
})
