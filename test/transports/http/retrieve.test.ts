/** GET of safe operations: by the path and by `op`, with nested parameters, answered as an envelope or in JSON. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import { values } from '../../support/contracts/values.js'
import { folderOf } from '../../support/folder.js'
import { serveNode } from '../../support/nodes/node.js'
import { people } from '../../support/security/forge/letter.js'
import { raw } from '../../support/wire/raw.js'

const node = await serveNode({ values })
test.after.always(() => node.close())

const JSON_ONLY = { accept: 'application/json' }

async function get(query: string, headers: Readonly<Record<string, string>> = JSON_ONLY) {
  const answer = await fetch(`${node.url}/values${query}`, { headers })
  const text = await answer.text()
  return { status: answer.status, type: answer.headers.get('content-type'), text, answer }
}

const json = async (query: string): Promise<unknown> => JSON.parse((await get(query)).text)

test('op names the operation, at the address of its plugin and at that of the node', async (t) => {
  const same = { int: 1, double: [], item: [] }
  for (const query of ['?op=Same&int=1', '?int=1&op=Same', '/Same?int=1']) {
    t.deepEqual(await json(query), same, query)
  }
  const answer = await fetch(`${node.url}?op=Same&int=1`, { headers: JSON_ONLY })
  t.deepEqual(await answer.json(), same)
})

test('the answer is an envelope, unless JSON is preferred', async (t) => {
  for (const accept of [
    '*/*',
    'application/soap+xml',
    'application/json;q=0.5, */*',
    'text/html',
  ]) {
    const { status, type, text } = await get('?op=Same&int=1', { accept })
    t.deepEqual([status, type], [200, 'application/soap+xml; charset=UTF-8'], accept)
    t.regex(text, /<\w+:int>1</, accept)
  }
  for (const accept of [
    'application/json',
    'application/json, */*',
    'application/*;q=0.2, application/json;q=0.3',
    'application/soap+xml;q=0.9, APPLICATION/JSON ; Q=1.0',
  ]) {
    t.is((await get('?op=Same&int=1', { accept })).type, 'application/json', accept)
  }
})

test('values in JSON lose nothing', async (t) => {
  const query = [
    'op=Same',
    'int=-5',
    'long=-9223372036854775808',
    `integer=${'9'.repeat(40)}`,
    'decimal=0.10000000000000000000000001',
    'double=-0',
    'double=INF',
    'double=NaN',
    'double=0.1',
    'double=1e300',
    'flag=1',
    'when=2026-11-22T10:00:00.123456789%2B01:00',
    'bytes=AP8%3D',
    'hex=00FF',
    'text=%C3%A4%22%3C%5C%E2%80%A8',
    'item.name=only',
    'item.@kind=a',
    'price=1.50',
    'price.@currency=EUR',
  ].join('&')
  const { text } = await get(`?${query}`)
  t.true(text.includes('"double":[-0,"INF","NaN",0.1,1e+300]'), text)
  t.deepEqual(JSON.parse(text), {
    int: -5,
    long: '-9223372036854775808',
    integer: '9'.repeat(40),
    decimal: '0.10000000000000000000000001',
    double: [-0, 'INF', 'NaN', 0.1, 1e300],
    flag: true,
    when: '2026-11-22T10:00:00.123456789+01:00',
    bytes: 'AP8=',
    hex: 'AP8=',
    text: 'ä"<\\\u2028',
    item: [{ '@kind': 'a', name: 'only' }],
    price: { $value: '1.50', '@currency': 'EUR' },
  })
})

test('a list that may have several is an array, whatever is in it', async (t) => {
  t.deepEqual(await json('?op=Same&item.0.name=a'), { double: [], item: [{ name: 'a' }] })
  t.deepEqual(await json('?op=Same&item.1.name=b&item.0.name=a&double=1&double=2'), {
    double: [1, 2],
    item: [{ name: 'a' }, { name: 'b' }],
  })
})

test('without a schema every value is text, and a repeated name a list', async (t) => {
  t.deepEqual(await json('?op=Untyped&a=1&b=2&b=3&c.d=4'), { a: '1', b: ['2', '3'], c: { d: '4' } })
})

test('a fault is JSON too, with the status that it has as an envelope', async (t) => {
  const envelope = await get('?op=Fail', { accept: 'application/soap+xml' })
  const { status, type, text } = await get('?op=Fail')
  t.is(status, 400)
  t.is(status, envelope.status)
  t.is(type, 'application/json')
  const { fault } = JSON.parse(text)
  t.like(fault, {
    code: 'Client',
    reason: 'It failed.',
    detail: [
      { name: '{urn:example:values}Failed', value: { left: '9007199254740993', tried: [1] } },
    ],
  })
  t.regex(fault.exchange, /^[\w-]{10,}$/)
})

test('a failure tells the id by which the operator finds it, and nothing of itself', async (t) => {
  const { status, text } = await get('?op=Broken')
  t.is(status, 500)
  const { fault } = JSON.parse(text)
  t.is(fault.code, 'Server')
  t.deepEqual(fault.detail, [])
  t.true(node.log.some(({ exchange }) => exchange === fault.exchange))
  t.notRegex(text, /secret/)
})

test('what the schema does not allow is a fault that says where', async (t) => {
  const { status, text } = await get('?op=Same&int=x')
  t.is(status, 400)
  const { fault } = JSON.parse(text)
  t.is(fault.reason, 'The arguments do not match the schema.')
  t.regex(fault.detail[0].value, /int/)
  t.is((await get('?op=Same&nothing=1')).status, 400)
})

test('names that contradict each other are a fault that names them', async (t) => {
  const { status, text } = await get('?op=Same&text=1&text.a=2')
  t.is(status, 400)
  t.regex(JSON.parse(text).fault.reason, /^text: expected a value, or names below it/)
})

test('an operation that is not safe, or is not there, is not retrieved', async (t) => {
  for (const name of [
    'Change',
    'Nothing',
    '',
    '__proto__',
    'constructor',
    'toString',
    'Same%00',
    '..',
    '%3Cscript%3E',
  ]) {
    const { status, text } = await get(`?op=${name}`)
    t.deepEqual([status, text], [404, ''], name)
  }
  t.is((await fetch(`${node.url}/nobody?op=Same`, { headers: JSON_ONLY })).status, 404)
})

test('parameters with the names of the language are parameters', async (t) => {
  t.deepEqual(
    await json('?op=Untyped&__proto__=1&constructor=2&hasOwnProperty=3'),
    JSON.parse('{"__proto__":"1","constructor":"2","hasOwnProperty":"3"}'),
  )
  t.is((await get('?op=Untyped&__proto__.x=1')).status, 200)
})

test('what no envelope can hold is a 400 without one', async (t) => {
  for (const query of [
    'a=%00',
    'a%20b=1',
    'a=%ff',
    '%3Ca=1',
    '=1',
    'a..b=1',
    `${'a.'.repeat(70)}a=1`,
    '0=1',
    'a=%EF%BF%BF',
  ]) {
    t.deepEqual([(await get(`?op=Untyped&${query}`)).status, query], [400, query])
  }
})

test('HEAD has the head of the answer alone', async (t) => {
  for (const query of ['?op=Same&int=1', '/Same?int=1']) {
    const answer = await fetch(`${node.url}/values${query}`, { method: 'HEAD', headers: JSON_ONLY })
    t.deepEqual(
      [answer.status, answer.headers.get('content-type'), await answer.text()],
      [200, 'application/json', ''],
    )
  }
})

test('an answer in JSON is no page, and caches know that it was chosen by Accept', async (t) => {
  const { answer } = await get('?op=Same&text=%3Cscript%3E')
  t.is(answer.headers.get('x-content-type-options'), 'nosniff')
  t.is(answer.headers.get('vary'), 'Accept')
  t.regex(answer.headers.get('cache-control') ?? '', /private/)
})

test('OPTIONS tells the methods of an address, and calls nothing', async (t) => {
  for (const [path, allow] of [
    ['', 'GET, HEAD, OPTIONS, POST'],
    ['/values', 'GET, HEAD, OPTIONS, POST'],
    ['/values/Same', 'GET, HEAD, OPTIONS'],
    ['/exchanges/1', 'GET, HEAD, OPTIONS'],
  ]) {
    const answer = await fetch(`${node.url}${path}`, {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    })
    t.deepEqual([answer.status, answer.headers.get('allow')], [200, allow])
    t.false([...answer.headers.keys()].some((name) => name.startsWith('access-control')))
  }
  t.is((await fetch(`${node.url}/a/b/c`, { method: 'OPTIONS' })).status, 404)
})

test('a query of 10,000 names is refused by its size, or answered where the node takes it', async (t) => {
  const pairs = Array.from({ length: 10_000 }, (_, at) => `n${at}=1`).join('&')
  const request = (port: number) =>
    raw(
      port,
      `GET /soap/values?op=Untyped&${pairs} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nConnection: close\r\n\r\n`,
    )
  t.is((await request(node.port)).status, 431)
  const wide = await serveNode({ values }, { bounds: { http: { maxHeader: 1_000_000 } } })
  t.teardown(() => wide.close())
  const { status, text } = await request(wide.port)
  t.is(status, 200)
  t.true(text.includes('"n9999":"1"'))
})

test('Accept of any kind gets an answer', async (t) => {
  for (const accept of [
    '',
    ',',
    ';q=',
    '*',
    'application/json;q=2',
    'application/json;q=-1',
    '/',
    `${'a/b,'.repeat(3000)}application/json`,
    'application/json;q=0, */*',
  ]) {
    const { status, type } = await get('?op=Same&int=1', { accept })
    t.deepEqual([status, type], [200, 'application/soap+xml; charset=UTF-8'], accept.slice(0, 40))
  }
})

test('an answer that a policy signs stays an envelope, whatever is preferred', async (t) => {
  const { neighbour } = await people()
  const folder = folderOf(t, { 'node.pem': neighbour.pem, 'node-key.pem': neighbour.keyPem })
  const password = `sha256:${createHash('sha256').update('secret').digest('hex')}`
  const policy = { require: 'password', sends: { form: 'wss', sign: ['Body'] } }
  const signing = await serveNode(
    { values },
    {
      settings: [
        `security.peers=${JSON.stringify({ ann: { password } })}`,
        `security.policies=${JSON.stringify([policy])}`,
        `security.certificate=${join(folder, 'node.pem')}`,
        `security.key=${join(folder, 'node-key.pem')}`,
      ],
    },
  )
  t.teardown(() => signing.close())
  const authorization = `Basic ${Buffer.from('ann:secret').toString('base64')}`
  const headers = { ...JSON_ONLY, authorization }
  const answer = await fetch(`${signing.url}/values?op=Same&int=1`, { headers })
  const text = await answer.text()
  t.deepEqual(
    [answer.status, answer.headers.get('content-type')],
    [200, 'application/soap+xml; charset=UTF-8'],
  )
  t.regex(text, /<ds:SignatureValue>/)
  const unknown = await fetch(`${signing.url}/values?op=Same&int=1`, { headers: JSON_ONLY })
  t.is(unknown.status, 400)
})
