/** The page for people over HTTP: who gets it, with which header fields, and for whom it is none. */
import test from 'ava'
import { pluginOf } from '../../support/contracts/plugins.js'
import { values } from '../../support/contracts/values.js'
import { serveNode } from '../../support/nodes/node.js'
import { raw } from '../../support/wire/raw.js'

const node = await serveNode({ values, shop: pluginOf('shop') })
test.after.always(() => node.close())

/** As Firefox and Chromium write it. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const get = (path: string, accept = BROWSER) => fetch(`${node.url}${path}`, { headers: { accept } })

test('a browser gets the page of a plugin, and that of the node', async (t) => {
  for (const [path, title] of [
    ['/shop', 'shop: SOAP service'],
    ['/values', 'values: SOAP service'],
    ['', 'SOAP services'],
    ['/', 'SOAP services'],
  ]) {
    const answer = await get(path ?? '')
    t.is(answer.status, 200, path)
    t.is(answer.headers.get('content-type'), 'text/html; charset=UTF-8')
    t.true((await answer.text()).includes(`<title>${title}</title>`), path)
  }
})

test('the page of the node leads to those of the plugins, which lead back', async (t) => {
  t.true((await (await get('')).text()).includes('<a href="/soap/shop">'))
  t.true((await (await get('/shop')).text()).includes('<a href="/soap">All services</a>'))
})

test('nothing but its own style is let in by its policy', async (t) => {
  const { headers } = await get('/shop')
  const policy = headers.get('content-security-policy') ?? ''
  t.regex(
    policy,
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  )
  t.is(headers.get('x-content-type-options'), 'nosniff')
  t.is(headers.get('referrer-policy'), 'no-referrer')
  t.is(headers.get('vary'), 'Accept')
})

test('BP 1.1 R1114: who does not name HTML gets 405, as before', async (t) => {
  for (const accept of ['*/*', 'text/xml', 'application/json', 'text/html;q=0', 'text/*']) {
    const answer = await get('/shop', accept)
    t.deepEqual([answer.status, answer.headers.get('allow')], [405, 'OPTIONS, POST'], accept)
    t.regex(await answer.text(), /\?wsdl/)
  }
})

test('HEAD has the head of the page alone', async (t) => {
  const answer = await fetch(`${node.url}/shop`, { method: 'HEAD', headers: { accept: BROWSER } })
  t.deepEqual([answer.status, await answer.text()], [200, ''])
  t.true(Number(answer.headers.get('content-length')) > 1000)
})

test('a plugin that is not there has none', async (t) => {
  t.is((await get('/nobody')).status, 404)
})

test('the host that somebody asks for gets into no page, unless it leads here', async (t) => {
  const ask = (host: string) =>
    raw(
      node.port,
      `GET /soap/shop HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    )
  t.notRegex((await ask('evil.example')).text, /evil/)
  t.regex(
    (await ask(`localhost:${node.port}`)).text,
    new RegExp(`http://localhost:${node.port}/soap/shop`),
  )
})

test('a node that describes nothing has no page', async (t) => {
  const silent = await serveNode({ values }, { settings: ['soap.describe=false'] })
  t.teardown(() => silent.close())
  const answer = await fetch(silent.url, { headers: { accept: BROWSER } })
  t.is(answer.status, 404)
})

test('who may not send may not see the page, either', async (t) => {
  const closed = await serveNode(
    { values },
    { settings: ['http.senders=[{ "hosts": ["192.0.2.1"] }]'] },
  )
  t.teardown(() => closed.close())
  t.is((await fetch(`${closed.url}/values`, { headers: { accept: BROWSER } })).status, 403)
  const json = { headers: { accept: 'application/json' } }
  t.is((await fetch(`${closed.url}/values?op=Same`, json)).status, 403)
})
