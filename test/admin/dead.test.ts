/** Dead letters over the admin listener: looked at, sent again, edited, removed, and who did it. */
import test from 'ava'
import type {
  ChangeView,
  DeadLettersView,
  DeadLetterView,
  QueueView,
} from '../../src/operate/admin/api.js'
import { adminNode, viewOf } from '../support/nodes/admin-node.js'
import { soap11 } from '../support/wire/envelopes.js'

const ADD = '{urn:example:calculator}Add'
const add = (a: string) =>
  `<c:Add xmlns:c="urn:example:calculator"><c:a>${a}</c:a><c:b>2</c:b></c:Add>`
const entry = (a: string) => soap11(add(a))

test('they are listed, and one is shown whole', async (t) => {
  const node = await adminNode(t)
  const id = await node.deadLetter(entry('1'), { operation: ADD })
  const { jobs, dead } = await viewOf<DeadLettersView>(node.get('/api/dead?operation=Add'))
  t.is(dead, 1)
  t.is(jobs[0]?.id, id)
  const shown = await viewOf<DeadLetterView>(node.get(`/api/dead/${id}`))
  t.is(shown.job.state, 'dead')
  t.is(shown.envelope, entry('1'))
  t.is(shown.history[0]?.cause, 'the ledger is closed')
  t.is((await node.get('/api/dead/unknown')).status, 404)
  t.deepEqual((await viewOf<DeadLettersView>(node.get('/api/dead?operation=Subtract'))).jobs, [])
})

test('a dry run changes nothing and tells what would be', async (t) => {
  const node = await adminNode(t)
  const id = await node.deadLetter(entry('1'))
  const dry = await viewOf<ChangeView>(
    node.post('/api/dead/replay', { ids: [id, 'other'], dryRun: true }),
  )
  t.deepEqual(dry.done, [id])
  t.deepEqual(dry.failed, [{ id: 'other', why: 'there is no such job' }])
  t.is((await node.queue.admin.show(id))?.state, 'dead')
  t.false(node.log.some(({ event }) => event === 'action'))
})

test('many are replayed by a filter, and the log says who did it', async (t) => {
  const node = await adminNode(t)
  const ids = [await node.deadLetter(entry('1')), await node.deadLetter(entry('2'))]
  const view = await viewOf<ChangeView>(
    node.post('/api/dead/replay', { filter: { cause: 'ledger' } }),
  )
  t.deepEqual([...view.done].sort(), [...ids].sort())
  const line = node.log.find(({ event }) => event === 'action')
  t.like(line, {
    action: 'replay',
    outcome: 'done',
    who: 'stateDir/admin.token',
    by: 'token',
    count: 2,
  })
  await Promise.all(ids.map((id) => node.queue.ended(id, AbortSignal.timeout(20_000))))
  t.is((await node.queue.admin.stats()).dead, 0)
})

test('an edited envelope is judged by the schema of its operation before it takes the place', async (t) => {
  const node = await adminNode(t)
  const id = await node.deadLetter(entry('x'), { operation: ADD })
  const path = `/api/dead/${id}/replace`
  const wrong = await viewOf<ChangeView>(node.post(path, { envelope: entry('y') }))
  t.deepEqual(wrong.done, [])
  t.regex(wrong.findings.join(' '), /cvc-/)
  t.is((await node.queue.admin.show(id))?.state, 'dead')
  const dry = await viewOf<ChangeView>(node.post(path, { envelope: entry('4'), dryRun: true }))
  t.like(dry, { done: [id], findings: [] })
  t.is((await node.queue.admin.show(id))?.state, 'dead')
  const right = await viewOf<ChangeView>(node.post(path, { envelope: entry('4') }))
  t.deepEqual(right.done, [id])
  t.is((await node.queue.admin.show(id))?.replacedBy, right.replacedBy)
  t.like(
    node.log.find(({ action }) => action === 'replace'),
    { outcome: 'done', ids: [id] },
  )
})

test('what is no envelope, of another version or of no operation here is told as a finding', async (t) => {
  const node = await adminNode(t)
  const id = await node.deadLetter(entry('1'))
  for (const [envelope, says] of [
    ['<a', /no SOAP envelope/],
    [
      entry('1').replaceAll(
        'http://schemas.xmlsoap.org/soap/envelope/',
        'http://www.w3.org/2003/05/soap-envelope',
      ),
      /expected SOAP 1\.1, got 1\.2/,
    ],
    [soap11('<x xmlns="urn:nobody"/>'), /no such operation here.*\{urn:nobody\}x/],
    [
      soap11(add('1'), '<n:b xmlns:n="urn:nobody" s:mustUnderstand="1"/>'),
      /mandatory header block was not understood: \{urn:nobody\}b/,
    ],
    ['<!DOCTYPE a><a/>', /no SOAP envelope/],
  ] as const) {
    const { findings, done } = await viewOf<ChangeView>(
      node.post(`/api/dead/${id}/replace`, { envelope }),
    )
    t.regex(findings.join(' '), says)
    t.deepEqual(done, [])
  }
})

test('one is removed for good', async (t) => {
  const node = await adminNode(t)
  const id = await node.deadLetter(entry('1'))
  t.deepEqual((await viewOf<ChangeView>(node.post(`/api/dead/${id}/remove`, {}))).done, [id])
  t.is(await node.queue.admin.show(id), undefined)
})

test('the queue is paused and resumed', async (t) => {
  const node = await adminNode(t)
  t.deepEqual(await viewOf<unknown>(node.post('/api/queue/pause', {})), { paused: true })
  t.true((await node.queue.admin.stats()).paused)
  const { queue } = await viewOf<QueueView>(node.get('/api/queue'))
  t.true(queue?.paused)
  await node.post('/api/queue/resume', {})
  t.false((await node.queue.admin.stats()).paused)
})
