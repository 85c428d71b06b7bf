/** A node is ready if it listens, keeps what it takes, and is not about to stop. */
import test from 'ava'
import { readinessOf } from '../../src/compose/readiness.js'
import type { StoreState } from '../../src/compose/store-health.js'

const GOOD: StoreState = {
  ready: true,
  checks: { queue: 'keeps', worker: 'runs', backlog: 'none' },
}
const store = { look: async () => GOOD }
const http = { name: 'http', listening: ['http://127.0.0.1:1'] }

test('it is ready once it listens', async (t) => {
  const listeners = [http]
  const running = { stopping: false, started: true, listeners, store }
  t.deepEqual(await readinessOf(running), {
    ready: true,
    checks: { node: 'running', ...GOOD.checks, transports: 'listening' },
  })
  t.false((await readinessOf({ ...running, started: false })).ready)
  t.false((await readinessOf({ ...running, store: undefined })).ready)
})

test('a transport that listens no more is named', async (t) => {
  const listeners = [http, { name: 'smtp', listening: [] }]
  const { ready, checks } = await readinessOf({ stopping: false, started: true, listeners, store })
  t.false(ready)
  t.is(checks.transports, 'not listening: smtp')
})

test('a node that stops is not ready, and tries nothing', async (t) => {
  const never = { look: () => t.fail('it was tried') as never }
  const state = { stopping: true, started: true, listeners: [http], store: never }
  t.deepEqual(await readinessOf(state), { ready: false, checks: { node: 'stopping' } })
})
