/** A node takes messages once it has started, as long as it listens. */
import test from 'ava'
import { nodeState } from '../../src/operate/problems/sources/node-state.js'

const http = { name: 'http', listening: ['http://127.0.0.1:1'] }

test('one that has not started takes none; one that listens has no problem', async (t) => {
  const look = (started: boolean) => nodeState(() => ({ started, listeners: [http] })).find()
  const [found, ...more] = await look(false)
  t.like(found, { name: 'not-started', stopsAcceptance: true })
  t.deepEqual(more, [])
  t.deepEqual(await look(true), [])
})

test('a transport that listens no more is named', async (t) => {
  const listeners = [http, { name: 'smtp', listening: [] }]
  const [found, ...more] = await nodeState(() => ({ started: true, listeners })).find()
  t.like(found, { name: 'not-listening', subject: 'smtp', stopsAcceptance: true })
  t.deepEqual(more, [])
})
