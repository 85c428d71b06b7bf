/** The description of the API: it has every resource, and every answer is as it says. */
import test from 'ava'
import type { OperationsView } from '../../src/operate/admin/api.js'
import { z } from '../../src/transport.js'
import { adminNode, viewOf } from '../support/nodes/admin-node.js'
import { soap11 } from '../support/wire/envelopes.js'

interface Described {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<
          Record<string, { readonly schema: Parameters<typeof z.fromJSONSchema>[0] }>
        >
      }
    >
  >
}

const ENVELOPE = soap11('<e:Echo xmlns:e="urn:example:echo"><e:text>x</e:text></e:Echo>')

test('every resource is described, and each of them answers as described', async (t) => {
  const node = await adminNode(t, ['destinations={"next": {"url": "http://127.0.0.1:9/"}}'])
  const id = await node.deadLetter(ENVELOPE, {
    operation: '{urn:example:echo}Echo',
    to: 'http://x/',
  })
  await node.post('/api/queue/resume', {})
  const { openapi, paths } = await viewOf<Described>(node.get('/api/openapi.json'))
  t.is(openapi, '3.1.0')
  const { addresses } = await viewOf<OperationsView>(node.get('/api/operations'))
  const bodies: Readonly<Record<string, object>> = {
    '/api/dead/replay': { ids: [id], dryRun: true },
    '/api/dead/remove': { filter: {}, dryRun: true },
    '/api/dead/{id}/remove': { dryRun: true },
    '/api/dead/{id}/replace': { envelope: ENVELOPE, dryRun: true },
    '/api/operations/call': { url: addresses[0]?.url, soap: '1.1', envelope: ENVELOPE },
    '/api/session': { token: node.token },
  }
  const queries: Readonly<Record<string, string>> = { '/api/queue/jobs': '?state=dead' }
  for (const [path, methods] of Object.entries(paths)) {
    if (path === '/api/events') continue
    for (const [method, { responses }] of Object.entries(methods)) {
      const where = `${method} ${path}`
      const url = path.replace('{id}', id).replace('{name}', 'next')
      const answer =
        method === 'get'
          ? await node.get(url + (queries[path] ?? ''))
          : method === 'post'
            ? await node.post(url, bodies[path] ?? {})
            : await fetch(node.url + url, { method: method.toUpperCase() })
      t.true(answer.ok, `${where}: ${answer.status}`)
      const schema = responses['200']?.content?.['application/json']?.schema
      t.is(answer.status, schema ? 200 : 204, where)
      if (!schema) continue
      const { error } = z.fromJSONSchema(schema).safeParse(JSON.parse(await answer.text()))
      t.is(error, undefined, where)
    }
  }
})

test('what is not described is refused', async (t) => {
  const node = await adminNode(t)
  t.is((await node.get('/api/dead?limit=10&other=1')).status, 400)
  t.is((await node.get('/api/dead?limit=0')).status, 400)
  t.is((await node.get('/api/dead?limit=1001')).status, 400)
  t.is((await node.get('/api/dead?since=yesterday')).status, 400)
  t.is((await node.get('/api/dead?limit=1&limit=2')).status, 400)
  t.is((await node.post('/api/dead/replay', {})).status, 400)
  t.is((await node.post('/api/dead/replay', { ids: [] })).status, 400)
  t.is((await node.post('/api/dead/replay', { ids: ['x'], dryRun: 'yes' })).status, 400)
  t.is((await node.post('/api/dead/replay', [1])).status, 400)
  t.is(
    (await node.post('/api/dead/replay', { ids: ['x'], __proto__: 1, constructor: 1 })).status,
    400,
  )
})
