/** A caller that waits gets the outcome of the first run: with an identification of its message, and without one. */
import { itemOf, newId, type Trial } from '../trial.js'

export function waitingSuite(trial: Trial): void {
  const { test, name } = trial

  test.serial(
    `${name}: a call that succeeds gets its answer, and so does the same message again`,
    async (t) => {
      const item = itemOf('tea')
      const fields = { item, count: '2', id: newId() }
      const { result } = await trial.call(t, 'Reserve', fields)
      t.regex(String(result), /^R-\d+$/)
      t.is((await trial.call(t, 'Reserve', fields)).result, result)
      t.is(trial.runs(item), 1)
    },
  )

  test.serial(
    `${name}: a call whose operation throws gets the fault of its only run`,
    async (t) => {
      const item = itemOf('broken')
      const answer = await trial.call(t, 'Reserve', { item, count: '2', id: newId() })
      t.regex(String(answer.fault), /^(Server|Receiver)$/)
      t.notRegex(String(answer.reason), /database/)
      t.is(trial.runs(item), 1)
    },
  )

  test.serial(`${name}: as it calls by itself, too, one run is what a call gets`, async (t) => {
    const [tea, broken] = [itemOf('tea'), itemOf('broken')]
    t.regex(String((await trial.call(t, 'Reserve', { item: tea, count: '1' })).result), /^R-\d+$/)
    t.regex(
      String((await trial.call(t, 'Reserve', { item: broken, count: '1' })).fault),
      /^(Server|Receiver)$/,
    )
    t.deepEqual([trial.runs(tea), trial.runs(broken)], [1, 1])
  })

  test.serial(
    `${name}: a fault that the contract declares comes as what was generated for it`,
    async (t) => {
      const item = itemOf('nothing')
      const answer = await trial.call(t, 'Reserve', { item, count: '2', id: newId() })
      t.like(answer, { item, left: '0' })
      t.truthy(answer.declared)
      t.is(trial.runs(item), 1)
    },
  )

  test.serial(`${name}: a one-way message is acknowledged, and runs`, async (t) => {
    const text = itemOf('tea')
    t.is((await trial.call(t, 'Note', { text, id: newId() })).result, 'sent')
    await trial.node().logged((line) => line.msg === 'Note runs' && line.item === text)
  })

  test.serial(
    `${name}: while a queued operation is tried again, its caller gets a fault that says so`,
    async (t) => {
      const reservation = newId()
      const fields = { reservation, id: newId() }
      const answer = await trial.call(t, 'Ship', fields)
      t.regex(String(answer.fault), /^(Server|Receiver)$/)
      t.regex(String(answer.reason), /was accepted, and is not finished/)
      t.is(trial.runs(reservation), 1)
      const settled = (line: Readonly<Record<string, unknown>>) =>
        line.item === reservation && trial.runs(reservation) === 2
      await trial.node().logged(settled)
      t.is((await trial.call(t, 'Ship', fields)).result, `P-${reservation}`)
      t.is(trial.runs(reservation), 2)
    },
  )
}
