/** A server of another stack behind a node in mode `request-reply`: every fault of it is the answer, after one run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningDaemon, startDaemon } from '../../support/nodes/daemon.js'
import type { Server } from '../server.js'
import { itemOf, newId, type Trial } from '../trial.js'

export function bridgeSuite(trial: Trial, server: () => Server): void {
  const { test, name } = trial
  const stateDir = mkdtempSync(join(tmpdir(), 'waybill-peers-'))
  let node: RunningDaemon | undefined
  test.before(async () => {
    node = await startDaemon([
      'node.uri=urn:example:bridge',
      'plugins=[]',
      `routes=${JSON.stringify([{ to: server().addresses['1.1'], mode: 'request-reply' }])}`,
      `stateDir=${stateDir}`,
    ])
  })
  test.after.always(async () => {
    await node?.stop()
    rmSync(stateDir, { recursive: true, force: true })
  })
  const fieldsOf = (item: string) => ({
    address: node?.url ?? '',
    item,
    count: '1',
    id: newId(),
  })

  test.serial(
    `${name}: a declared fault of its server comes through a route of mode request-reply, after one run`,
    async (t) => {
      const item = itemOf('nothing')
      const answer = await trial.call(t, 'Reserve', fieldsOf(item))
      t.like(answer, { declared: 'StockFault', item, left: '0' })
      t.is(server().runs(item), 1)
    },
  )

  test.serial(
    `${name}: a fault of its server that nobody declared comes through a route of mode request-reply, after one run`,
    async (t) => {
      const item = itemOf('broken')
      t.is((await trial.call(t, 'Reserve', fieldsOf(item))).fault, 'Server')
      t.is(server().runs(item), 1)
    },
  )

  test.serial(
    `${name}: an answer of its server comes through a route of mode request-reply`,
    async (t) => {
      const item = itemOf('tea')
      t.is((await trial.call(t, 'Reserve', fieldsOf(item))).result, `R-${item}`)
      t.is(server().runs(item), 1)
    },
  )
}
