/** Each right tried against each resource of the API, commands included: the table of docs/admin.md is what came out. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import type { ChangeView, DeadLetterView, ExchangeView } from '../../src/operate/admin/api.js'
import type { JournalPage } from '../../src/store/journal/journal.js'
import { type AdminNode, adminNode, viewOf } from '../support/nodes/admin-node.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { ask } from '../support/wire/wire.js'

const PAGE = new URL('../../../docs/admin.md', import.meta.url)
const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const CALCULATOR = '{urn:example:calculator}Add'
const ECHO = '<e:Echo xmlns:e="urn:example:echo"><e:text>x</e:text></e:Echo>'
const PARTNER = 'https://partner.example/soap'

/** The token of each is its name. */
const OPERATORS = {
  look: { may: 'look' },
  read: { may: 'read' },
  change: {},
  limited: {
    may: 'change',
    operations: ['{urn:example:calculator}*'],
    destinations: ['partner'],
  },
}
const SETTINGS = [
  `admin.operators=${JSON.stringify(
    Object.fromEntries(
      Object.entries(OPERATORS).map(([name, one]) => [name, { ...one, token: hash(name) }]),
    ),
  )}`,
  `destinations={"partner": {"url": "${PARTNER}"}, "other": {"url": "https://other.example/soap"}}`,
  'journal.capture=[{}]',
]
const WHO = Object.keys(OPERATORS)

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Who has proven nothing may do these, and what they do concerns the caller alone. */
const OWN = ['/api/session']

async function resourcesOf(node: AdminNode): Promise<readonly (readonly [string, string])[]> {
  const { paths } = await viewOf<Described>(node.get('/api/openapi.json', bearer('look')))
  return Object.entries(paths)
    .filter(([path]) => !OWN.includes(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method, path] as const))
}

/** What is asked for, of a message within the limits and of one beyond them: the same for what is about no message. */
interface Wanted {
  readonly resource: readonly [string, string]
  /** Ids or names that stand for `{id}` or `{name}`. */
  readonly ids: readonly string[]
}

/** Bodies of requests about a message; dry runs, so that the next operator finds the same. */
const BODIES: Readonly<Record<string, (id: string) => object>> = {
  '/api/dead/replay': (id) => ({ ids: [id], dryRun: true }),
  '/api/dead/remove': (id) => ({ ids: [id], dryRun: true }),
  '/api/dead/{id}/remove': () => ({ dryRun: true }),
  '/api/dead/{id}/replace': () => ({ envelope: soap11(ADD), dryRun: true }),
}

async function cellOf(node: AdminNode, { resource, ids }: Wanted, who: string): Promise<string> {
  const cells = new Set<string>()
  for (const id of ids) cells.add(await outcomeOf(node, resource, { id, who }))
  return cells.size > 1 ? 'by message' : [...cells].join()
}

async function outcomeOf(
  node: AdminNode,
  [method, path]: readonly [string, string],
  { id, who }: { readonly id: string; readonly who: string },
): Promise<string> {
  const ends = new AbortController()
  const body = BODIES[path]?.(id) ?? {}
  const answer = await fetch(
    node.url + path.replace(/\{(id|name)\}/, id).replaceAll(/\{\w+\}/g, 'x'),
    {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json', origin: node.url, ...bearer(who) },
      signal: ends.signal,
      ...(method === 'post' && { body: JSON.stringify(body) }),
    },
  )
  const isStream = path === '/api/events'
  const text = isStream ? '' : await answer.text()
  ends.abort()
  if (answer.status === 403) return 'no'
  if (text.includes('may not change it')) return 'no'
  return /"hidden":(true|[1-9])/.test(text) ? 'metadata' : 'yes'
}

test('docs/admin.md has what each right includes', async (t) => {
  const node = await adminNode(t, SETTINGS)
  const exchanges = [await exchangeFor(t, node, ADD), await exchangeFor(t, node, ECHO)]
  const letters = [
    await node.deadLetter(soap11(ADD), { operation: CALCULATOR }),
    await node.deadLetter(soap11(ADD), { operation: '{urn:x}Y' }),
  ]
  const rows: string[] = []
  for (const resource of await resourcesOf(node)) {
    const [method, path] = resource
    const about = path.startsWith('/api/exchanges') ? exchanges : letters
    const messages = path.includes('{id}') || BODIES[path] ? about : ['x']
    const ids = path.startsWith('/api/destinations/') ? ['partner', 'other'] : messages
    const cells: string[] = []
    for (const who of WHO) cells.push(await cellOf(node, { resource, ids }, who))
    rows.push(`| \`${method.toUpperCase()} ${path}\` | ${cells.join(' | ')} |`)
  }
  t.true(rows.length >= 18, `${rows.length}`)
  const table = [
    '| request | `look` | `read` | `change` | `change`, limited |',
    '| --- | --- | --- | --- | --- |',
    ...rows.toSorted(),
  ].join('\n')
  const page = readFileSync(PAGE, 'utf8')
  const begin = page.indexOf('\n', page.indexOf('<!-- rights:')) + 1
  const end = page.indexOf('<!-- end of rights -->')
  t.true(begin > 0 && end >= begin)
  const wanted = `${page.slice(0, begin)}\n${table}\n\n${page.slice(end)}`
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, wanted)
  else t.is(page, wanted)
})

async function exchangeFor(t: ExecutionContext, node: AdminNode, body: string): Promise<string> {
  const answer = await ask(node.soap, soap11(body))
  t.true(answer.status === 200 || answer.status === 500)
  const page = await viewOf<JournalPage>(node.get('/api/exchanges?event=exchange&limit=1'))
  const event = page.entries[0]?.event
  return event?.event === 'exchange' ? event.exchange : ''
}

test('envelopes of exchanges are shown to who may read them, and the journal says who has', async (t) => {
  const node = await adminNode(t, SETTINGS)
  const add = await exchangeFor(t, node, ADD)
  const echo = await exchangeFor(t, node, ECHO)
  t.not(add, echo)
  const seen = async (id: string, who: string) => {
    const view = await viewOf<ExchangeView>(node.get(`/api/exchanges/${id}`, bearer(who)))
    t.true(view.path.length > 0, 'metadata is for everybody')
    return { shown: view.envelopes.length, hidden: view.hidden }
  }
  t.deepEqual(await seen(add, 'look'), { shown: 0, hidden: 2 })
  t.deepEqual(await seen(add, 'read'), { shown: 2, hidden: 0 })
  t.deepEqual(await seen(add, 'change'), { shown: 2, hidden: 0 })
  t.deepEqual(await seen(add, 'limited'), { shown: 2, hidden: 0 })
  t.deepEqual(await seen(echo, 'look'), { shown: 0, hidden: 2 })
  t.deepEqual(await seen(echo, 'read'), { shown: 2, hidden: 0 })
  t.deepEqual(await seen(echo, 'limited'), { shown: 0, hidden: 2 })
  // A page that is loaded again is no second reading.
  await seen(add, 'read')
  const read = node.log.filter(({ action }) => action === 'read')
  t.deepEqual(
    read.map(({ who, ids }) => [who, ids]),
    [
      ['read', [add]],
      ['change', [add]],
      ['limited', [add]],
      ['read', [echo]],
    ],
  )
  const { entries } = await viewOf<JournalPage>(node.get(`/api/exchanges?event=action&id=${add}`))
  t.is(entries.length, 3)
})

test('envelopes of dead letters are shown to who may read them, by operation or destination', async (t) => {
  const node = await adminNode(t, SETTINGS)
  const envelope = soap11(ADD)
  const byOperation = await node.deadLetter(envelope, { operation: CALCULATOR })
  const byDestination = await node.deadLetter(envelope, { operation: '{urn:x}Y', to: PARTNER })
  const neither = await node.deadLetter(envelope, {
    operation: '{urn:x}Y',
    to: 'https://other.example/soap',
  })
  const seen = async (id: string, who: string) => {
    const view = await viewOf<DeadLetterView>(node.get(`/api/dead/${id}`, bearer(who)))
    t.is(view.job.id, id)
    t.is(view.envelope === undefined, view.hidden === true)
    return view.envelope !== undefined
  }
  for (const id of [byOperation, byDestination, neither]) {
    t.false(await seen(id, 'look'))
    t.true(await seen(id, 'read'))
    t.is(await seen(id, 'limited'), id !== neither, id)
  }
  t.is(node.log.filter(({ action, who }) => action === 'read' && who === 'limited').length, 2)
  t.is(node.log.filter(({ action, who }) => action === 'read' && who === 'look').length, 0)
})

test('a limited operator changes what the limit includes, and nothing else', async (t) => {
  const node = await adminNode(t, SETTINGS)
  const own = await node.deadLetter(soap11(ADD), { operation: CALCULATOR })
  const other = await node.deadLetter(soap11(ADD), { operation: '{urn:x}Y' })
  const all = await viewOf<ChangeView>(
    node.post('/api/dead/replay', { filter: { cause: 'ledger' } }, bearer('limited')),
  )
  t.deepEqual(all.done, [own])
  t.deepEqual(all.failed, [{ id: other, why: 'this operator may not change it' }])
  t.is((await node.queue.admin.show(other))?.state, 'dead')
  for (const path of [`/api/dead/${other}/remove`, `/api/dead/${other}/replace`]) {
    const body = path.endsWith('replace') ? { envelope: soap11(ADD) } : {}
    const view = await viewOf<ChangeView>(node.post(path, body, bearer('limited')))
    t.deepEqual(view.done, [], path)
    t.is(view.failed[0]?.why, 'this operator may not change it', path)
  }
  t.is((await node.queue.admin.show(other))?.state, 'dead')
  // Edited, it would be a message of another operation.
  const another = await node.deadLetter(soap11(ADD), { operation: CALCULATOR })
  const echo = soap11(ECHO)
  const edit = { envelope: echo }
  const answer = await node.post(`/api/dead/${another}/replace`, edit, bearer('limited'))
  t.is(answer.status, 403, await answer.clone().text())
  t.is((await node.queue.admin.show(another))?.state, 'dead')
})

test('limits name destinations that are configured, and go with a right beyond look', async (t) => {
  const refused = async (operator: object) => {
    const settings = `admin.operators=${JSON.stringify({ anna: { token: hash('x'), ...operator } })}`
    return (await t.throwsAsync(adminNode(t, [settings])))?.message
  }
  t.regex((await refused({ destinations: ['nowhere'] })) ?? '', /expected names in destinations/)
  t.regex(
    (await refused({ may: 'look', operations: ['{urn:x}*'] })) ?? '',
    /expected may: read or change with it/,
  )
})
