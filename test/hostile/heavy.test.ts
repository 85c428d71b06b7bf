/** Messages that are as much work as their size allows: those who come after them are answered before them. */
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { KINDS, randomInput } from '../support/hostile/inputs.js'
import { SLOTS, type Slot } from '../support/hostile/slots.js'
import { LONG } from '../support/long.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { makeNode } from '../support/nodes/node.js'
import { Random } from '../support/random.js'
import { honest } from '../support/wire/hostile.js'
import { post, raw } from '../support/wire/raw.js'

const PLUGIN = fileURLToPath(new URL('./plugin.js', import.meta.url))

/** How large the messages are: in the long form, as large as the default limits allow. */
const SIZE = LONG ? 9_900_000 : 1_500_000

let daemon: RunningDaemon

test.before(async (t) => {
  // What the check by a schema costs is not asked here, nor how many large messages are taken at once.
  const settings = [
    'soap.validate=false',
    'http.maxReceivingPerAddress=256MiB',
    `plugins=["calculator", "echo", "${PLUGIN}"]`,
  ]
  daemon = await startDaemon(settings)
  await honest(t, daemon)
})
test.after.always(() => daemon?.stop())

/** Sends messages at once, and gives how many honest requests were answered before the first of them was. */
async function answeredBefore(
  t: ExecutionContext,
  messages: readonly string[],
): Promise<{ readonly count: number; readonly statuses: readonly (number | undefined)[] }> {
  let first = false
  const sent = messages.map(async (message) => {
    const { status } = await raw(daemon.port, post(message), { first: true })
    first = true
    return status
  })
  let count = 0
  for (; !first; count += 1) await honest(t, daemon)
  return { count, statuses: await Promise.all(sent) }
}

for (const kind of KINDS) {
  test.serial(`answered, and nobody waits for it: ${kind.name}`, async (t) => {
    const content = kind.make(SIZE, new Random(1))
    for (const slot of Object.keys(SLOTS) as Slot[]) {
      const { statuses } = await answeredBefore(t, [SLOTS[slot](content)])
      // Answered, acknowledged, a fault, refused by a limit, or as too large.
      t.true([200, 202, 400, 413, 500].includes(statuses[0] ?? 0), `${slot}: ${statuses[0]}`)
    }
  })
}

test.serial('eight messages at once give way to others', async (t) => {
  const kinds = ['references', 'elements with as many attributes as are allowed']
  for (const { make } of KINDS.filter(({ name }) => kinds.includes(name))) {
    const messages = Array.from({ length: 8 }, (_, index) =>
      SLOTS.open(make(9_000_000, new Random(index))),
    )
    const { count, statuses } = await answeredBefore(t, messages)
    t.deepEqual([...new Set(statuses)], [200])
    // The first of eight is done when all are: a hundred others come between their slices.
    t.true(count >= 5, `${count} came before`)
  }
})

test.serial('messages of any kind, size and place at once do no harm', async (t) => {
  const random = new Random(LONG ? Date.now() : 7)
  for (let round = 0; round < (LONG ? 100 : 5); round += 1) {
    const inputs = Array.from({ length: 4 }, () => randomInput(random, SIZE))
    const { statuses } = await answeredBefore(
      t,
      inputs.map(({ message }) => message),
    )
    for (const [index, status] of statuses.entries()) {
      const { kind = '', slot = '' } = inputs[index] ?? {}
      t.true([200, 202, 400, 413, 500].includes(status ?? 0), `${kind} ${slot}: ${status}`)
    }
  }
})

test.serial('work on a message ends when its time is over', async (t) => {
  const settings = ['limits.operationTime=1ms', 'soap.validate=false']
  const node = makeNode({ echo: { operations: [] } }, { settings })
  const content = '<a>&lt;</a>'.repeat(90_000)
  const outcome = await node.inject(SLOTS.unknown(content))
  t.is(outcome.kind, 'fault')
  t.regex(outcome.kind === 'fault' ? outcome.message.body : '', /could not be processed/)
  const failed = node.log.find(({ msg }) => msg === 'the exchange failed')
  t.regex(JSON.stringify(failed), /not done after 1ms/)
})
