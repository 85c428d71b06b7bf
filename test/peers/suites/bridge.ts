/** A server of another stack behind a node in mode `bridge`: every fault of it is the answer, after one run. */
import type { ExecutionContext } from 'ava'
import { startDaemon } from '../../support/nodes/daemon.js'
import { type Server, startServer } from '../server.js'
import { itemOf, newId, type Trial } from '../trial.js'

export function bridgeSuite(trial: Trial, command: () => readonly string[]): void {
  const { test, name } = trial

  test.serial(
    `${name}: a declared fault of its server comes through a bridge, after one run`,
    async (t) => {
      const { address, server } = await bridged(t, trial, command())
      const item = itemOf('nothing')
      const answer = await trial.call(t, 'Reserve', { address, item, count: '1', id: newId() })
      t.like(answer, { declared: 'StockFault', item, left: '0' })
      t.is(server.runs(item), 1)
    },
  )

  test.serial(
    `${name}: a fault of its server that nobody declared comes through a bridge, after one run`,
    async (t) => {
      const { address, server } = await bridged(t, trial, command())
      const item = itemOf('broken')
      const answer = await trial.call(t, 'Reserve', { address, item, count: '1', id: newId() })
      t.is(answer.fault, 'Server')
      t.is(server.runs(item), 1)
    },
  )

  test.serial(`${name}: an answer of its server comes through a bridge`, async (t) => {
    const { address, server } = await bridged(t, trial, command())
    const item = itemOf('tea')
    const answer = await trial.call(t, 'Reserve', { address, item, count: '1', id: newId() })
    t.is(answer.result, `R-${item}`)
    t.is(server.runs(item), 1)
  })
}

async function bridged(t: ExecutionContext, trial: Trial, command: readonly string[]) {
  const server: Server = await startServer(command)
  t.teardown(() => server.end())
  const node = await startDaemon([
    'node.uri=urn:example:bridge',
    'plugins=[]',
    `routes=${JSON.stringify([{ to: server.address, mode: 'bridge' }])}`,
    `stateDir=${trial.folder(t)}`,
  ])
  t.teardown(() => node.stop())
  return { address: node.url, server }
}
