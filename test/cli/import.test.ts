/** `waybill import` as a process: what it writes from files and from URLs, and what it leaves alone. */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { entry, ORDER_SCHEMAS, orders, SERVICE, schema } from '../contract/wsdl/documents.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { compile } from '../types/compile.js'

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"'
const xsd = (inside: string) => schema(inside).replace('<xs:schema', `<xs:schema ${XS}`)
const ORDER_XSD = xsd(entry('Place', 'item') + entry('PlaceResponse', 'number'))

const importing = (location: string) =>
  orders({
    schemas: `<w:types>${schema(`<xs:include schemaLocation="${location}"/>`)}</w:types>`,
  })

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

/** The TypeScript files of a folder, for the compiler. */
const sources = (folder: string) =>
  Object.fromEntries(
    ['index.ts', 'orders.types.ts'].map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

test('a plugin is written, with the documents as they are, and it compiles', async (t) => {
  const text = importing('types/place.xsd')
  const folder = folderOf(t, { 'orders.wsdl': text, 'types/place.xsd': ORDER_XSD })
  const to = join(folder, 'plugin')
  const { code, out, err } = await cli(['import', join(folder, 'orders.wsdl'), '--to', to])
  t.is(err, '')
  t.is(code, 0)
  t.is(out.trim().split('\n').length, 5)
  const made = [
    'README.md',
    'index.ts',
    'orders.types.ts',
    'orders.wsdl',
    'types',
    'types/place.xsd',
  ]
  t.deepEqual(filesIn(to), made)
  t.is(readFileSync(join(to, 'orders.wsdl'), 'utf8'), text)
  t.is(readFileSync(join(to, 'types/place.xsd'), 'utf8'), ORDER_XSD)
  t.true(readFileSync(join(to, 'index.ts'), 'utf8').includes('async Place('))
  t.deepEqual(compile(t, sources(to), { noEmit: true }).errors, [])
})

test('documents from above the folder are put beside the contract, and named anew', async (t) => {
  const folder = folderOf(t, {
    'contracts/in/orders.wsdl': `<?xml version='1.0' encoding='ISO-8859-1'?>\n${importing('../../shared/place.xsd')}`,
    'shared/place.xsd': xsd('<xs:include schemaLocation="more/place.xsd"/>'),
    'shared/more/place.xsd': ORDER_XSD,
  })
  const to = join(folder, 'plugin')
  const { code, err } = await cli(['import', join(folder, 'contracts/in/orders.wsdl'), '--to', to])
  t.is(code, 0, err)
  const made = [
    'README.md',
    'index.ts',
    'orders.types.ts',
    'orders.wsdl',
    'place-2.xsd',
    'place.xsd',
  ]
  t.deepEqual(filesIn(to), made)
  const text = readFileSync(join(to, 'orders.wsdl'), 'utf8')
  t.true(text.startsWith(`<?xml version='1.0' encoding='UTF-8'?>`))
  t.true(text.includes('<xs:include schemaLocation="place.xsd"/>'))
  t.true(readFileSync(join(to, 'place.xsd'), 'utf8').includes('schemaLocation="place-2.xsd"'))
  // What was written is a contract itself.
  t.is(
    (await cli(['types', join(to, 'orders.wsdl')])).out,
    readFileSync(join(to, 'orders.types.ts'), 'utf8'),
  )
})

test('nothing is written over without --force, not even in part', async (t) => {
  const folder = folderOf(t, { 'orders.wsdl': orders(), 'plugin/index.ts': 'mine' })
  const args = ['import', join(folder, 'orders.wsdl'), '--to', join(folder, 'plugin')]
  const refused = await cli(args)
  t.is(refused.code, 64)
  t.regex(refused.err, /index\.ts would be written over: give another --to, or --force/)
  t.deepEqual(filesIn(join(folder, 'plugin')), ['index.ts'])
  t.is(readFileSync(join(folder, 'plugin/index.ts'), 'utf8'), 'mine')
  t.is((await cli([...args, '--force'])).code, 0)
  t.not(readFileSync(join(folder, 'plugin/index.ts'), 'utf8'), 'mine')
})

test('one of several services is chosen', async (t) => {
  const service = SERVICE + SERVICE.replace('OrdersService', 'Second')
  const folder = folderOf(t, { 'orders.wsdl': orders({ service }) })
  const args = ['import', join(folder, 'orders.wsdl'), '--to', join(folder, 'plugin')]
  const refused = await cli([...args, '--service', 'Third'])
  t.is(refused.code, 64)
  t.regex(refused.err, /--service: expected one of OrdersService, Second, got Third/)
  t.is((await cli([...args, '--service', 'Second'])).code, 0)
  const text = readFileSync(join(folder, 'plugin/index.ts'), 'utf8')
  t.true(text.includes("service: 'Second'"))
  t.deepEqual(compile(t, sources(join(folder, 'plugin')), { noEmit: true }).errors, [])
})

test('several services are a plugin each, which a node serves beside each other', async (t) => {
  const service = SERVICE + SERVICE.replace('OrdersService', 'SecondService')
  const folder = folderOf(t, { 'orders.wsdl': orders({ service }) })
  const to = join(folder, 'plugins')
  t.is((await cli(['import', join(folder, 'orders.wsdl'), '--to', to])).code, 0)
  const modules = ['orders-service/index.ts', 'second-service/index.ts']
  t.deepEqual(
    filesIn(to).filter((path) => /\.\w+$/.test(path)),
    ['README.md', 'orders.types.ts', 'orders.wsdl', ...modules].sort(),
  )
  const readme = readFileSync(join(to, 'README.md'), 'utf8')
  const config = /```yaml\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  t.regex(config, /use: \.\/dist\/orders\/second-service, path: own/)
  t.regex(readme, /## SecondService\n\nIn `second-service\/`/)

  const text = Object.fromEntries(
    ['orders.types.ts', ...modules].map((path) => [path, readFileSync(join(to, path), 'utf8')]),
  )
  const compiled = compile(t, text)
  t.deepEqual(compiled.errors, [])
  copyFileSync(join(to, 'orders.wsdl'), join(compiled.folder, 'orders.wsdl'))
  const file = join(compiled.folder, 'w.yaml')
  writeFileSync(file, config.replaceAll('./dist/orders/', './'))
  const check = await cli(['config', 'check', '--config', file])
  t.is(check.code, 0, check.err)
  const plan = await cli(['plan', '--config', file])
  t.regex(plan.out, /Place .*\/orders-service only\n[\s\S]*Place .*\/second-service only\n/)
  writeFileSync(file, config.replaceAll('./dist/orders/', './').replaceAll(', path: own', ''))
  t.regex((await cli(['config', 'check', '--config', file])).err, /claimed by two plugins/)
})

test('a contract that is wrong is refused in one sentence, and nothing is written', async (t) => {
  const folder = folderOf(t, { 'orders.wsdl': orders({ messages: '' }) })
  const to = join(folder, 'plugin')
  const { code, err } = await cli(['import', join(folder, 'orders.wsdl'), '--to', to])
  t.is(code, 65)
  t.regex(err, /^WAYBILL_CONTRACT_INVALID: \S*orders\.wsdl:7: there is no message o:PlaceIn\n/)
  t.false(existsSync(to))
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** @returns the URL of a listener that answers so */
async function listening(t: ExecutionContext, answer: Answer): Promise<string> {
  const listener = createServer(answer)
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    listener.closeAllConnections()
    listener.close()
  })
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
}

test('a URL is fetched with what it imports from the same host, each document once', async (t) => {
  const requests: string[] = []
  const url = await listening(t, ({ url = '', headers }, response) => {
    requests.push(`${url} ${headers.authorization ?? ''}`.trim())
    if (url === '/old') response.writeHead(302, { location: '/Orders.svc?wsdl' }).end()
    else if (url.endsWith('?wsdl')) response.end(importing('?xsd=1'))
    else if (url.endsWith('?xsd=1')) {
      response.end(
        xsd(`<xs:include schemaLocation="http://${headers.host}/Orders.svc?xsd=2"/>
        <xs:include schemaLocation="?xsd=1"/>
        <xs:import namespace="urn:x" schemaLocation="http://elsewhere.example/x.xsd"/>
        <xs:import namespace="urn:y" schemaLocation="file:///etc/passwd"/>`),
      )
    } else if (url.endsWith('?xsd=2')) response.end(ORDER_XSD)
    else response.writeHead(404).end()
  })
  const to = join(folderOf(t, {}), 'plugin')
  const source = `${url.replace('//', '//me:s%20t@')}/old`
  const { code, err } = await cli(['import', source, '--to', to])
  t.is(code, 0, err)
  const basic = `Basic ${Buffer.from('me:s t').toString('base64')}`
  t.deepEqual(
    requests,
    ['/old', '/Orders.svc?wsdl', '/Orders.svc?xsd=1', '/Orders.svc?xsd=2'].map(
      (path) => `${path} ${basic}`,
    ),
  )
  t.is(
    err,
    'not fetched, as it is of another origin: http://elsewhere.example/x.xsd\nnot fetched, as it is of another origin: file:///etc/passwd\n',
  )
  const name = 'orders-service'
  t.deepEqual(filesIn(to), [
    'README.md',
    'index.ts',
    `${name}.types.ts`,
    `${name}.wsdl`,
    'orders-xsd-1.xsd',
    'orders-xsd-2.xsd',
  ])
  t.true(
    readFileSync(join(to, `${name}.wsdl`), 'utf8').includes('schemaLocation="orders-xsd-1.xsd"'),
  )
  t.is((await cli(['types', join(to, `${name}.wsdl`)])).code, 0)
})

test('a document that was fetched and is wrong is told by its URL', async (t) => {
  const url = await listening(t, (request, response) => {
    response.end(request.url === '/a?wsdl' ? importing('b.xsd') : xsd('<xs:wrong/>'))
  })
  const to = join(folderOf(t, {}), 'plugin')
  const { code, err } = await cli(['import', `${url}/a?wsdl`, '--to', to])
  t.is(code, 65)
  t.true(
    err.startsWith(
      `WAYBILL_CONTRACT_INVALID: ${url}/b.xsd:1: <wrong> cannot stand here in <schema> (s4s-elt-must-match)\n`,
    ),
    err,
  )
  const page = await listening(t, (_, response) => response.end('<html><p>No.</p></html>'))
  const html = await cli(['import', `${page}/a?wsdl`, '--to', to])
  t.is(html.code, 65)
  t.true(
    html.err.startsWith(
      `WAYBILL_CONTRACT_INVALID: ${page}/a?wsdl: <html> is no schema, and no WSDL 1.1 document\n`,
    ),
    html.err,
  )
  const text = await listening(t, (_, response) => response.end('no XML'))
  const none = await cli(['import', `${text}/a?wsdl`, '--to', to])
  t.is(none.code, 65)
  t.true(
    none.err.startsWith(`WAYBILL_CONTRACT_INVALID: ${text}/a?wsdl:1: text outside the root`),
    none.err,
  )
})

test('a URL that cannot be fetched is told with its reason', async (t) => {
  const url = await listening(t, (request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: 'http://localhost:1/' }).end()
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end()
    else if (request.url === '/large') {
      const portion = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        while (response.write(portion));
        response.once('drain', more)
      }
      more()
    } else response.writeHead(404).end()
  })
  const reasons: Readonly<Record<string, RegExp>> = {
    '/none': /cannot be fetched: the answer is 404 Not Found\n/,
    '/away': /cannot be fetched: it is redirected to another origin, http:\/\/localhost:1\n/,
    '/round': /cannot be fetched: it is redirected more than 5 times\n/,
    '/large': /cannot be fetched: the documents have more than 33554432 bytes\n/,
  }
  for (const [path, reason] of Object.entries(reasons)) {
    const to = join(folderOf(t, {}), 'plugin')
    const { code, err } = await cli(['import', url + path, '--to', to])
    t.is(code, 69)
    t.true(err.startsWith(`WAYBILL_CONTRACT_UNREACHABLE: ${url}${path} `), err)
    t.regex(err, reason)
    t.false(existsSync(to))
  }
  const { code, err } = await cli(['import', 'http://127.0.0.1:1/a?wsdl'])
  t.is(code, 69)
  t.regex(err, /cannot be fetched: .*(?:ECONNREFUSED|bad port)/)
})

test('names and documentation of others are no code, and no mark-up', async (t) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is to stay a text
  const evil = '*/ process.exit(9) /* `${process.exit(9)}` | <script>'
  const text = orders({
    schemas: ORDER_SCHEMAS,
    service: SERVICE.replace(
      '<w:port ',
      `<w:documentation><![CDATA[${evil}]]></w:documentation><w:port `,
    ),
  }).replace(
    '<w:operation name="Place">',
    `$&<w:documentation><![CDATA[${evil}]]></w:documentation>`,
  )
  const folder = folderOf(t, { 'orders.wsdl': text })
  const to = join(folder, 'plugin')
  t.is((await cli(['import', join(folder, 'orders.wsdl'), '--to', to])).code, 0)
  t.deepEqual(compile(t, sources(to), { noEmit: true }).errors, [])
  const { index } = { index: readFileSync(join(to, 'index.ts'), 'utf8') }
  t.false(index.includes(evil))
  t.false(readFileSync(join(to, 'README.md'), 'utf8').includes('<script>'))
})

const FAR = 'http://far.example/types/place.xsd'
const CATALOG = `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><uri name="${FAR}" uri="place.xsd"/></catalog>`

test('what an XML catalog leads to is copied beside the contract, which is whole without the catalog', async (t) => {
  const folder = folderOf(t, {
    'orders.wsdl': importing(FAR),
    'shared/catalog.xml': CATALOG,
    'shared/place.xsd': ORDER_XSD,
  })
  const to = join(folder, 'plugin')
  const wsdl = join(folder, 'orders.wsdl')
  const without = await cli(['import', wsdl, '--to', to])
  t.is(without.code, 65)
  const catalog = ['--catalog', join(folder, 'shared/catalog.xml')]
  t.like(await cli(['import', wsdl, '--to', to, ...catalog]), { code: 0, err: '' })
  t.true(filesIn(to).includes('shared/place.xsd'))
  t.like(await cli(['types', join(to, 'orders.wsdl')]), { code: 0, err: '' })
  t.like(await cli(['types', wsdl, ...catalog]), { code: 0, err: '' })
  t.like(await cli(['sample', wsdl, 'Place', ...catalog]), { code: 0, err: '' })
  t.is((await cli(['sample', wsdl, 'Place'])).code, 64)
  t.is((await cli(['types', wsdl, '--catalog', join(folder, 'no.xml')])).code, 65)
})

test('an XML catalog is asked before anything is fetched, and what is built in is not told as missed', async (t) => {
  const standard = 'http://www.w3.org/2006/03/addressing/ws-addr.xsd'
  const schemas = `<w:types>${schema(
    `<xs:import namespace="http://www.w3.org/2005/08/addressing" schemaLocation="${standard}"/><xs:include schemaLocation="${FAR}"/>`,
  )}</w:types>`
  const origin = await listening(t, (_request, response) => void response.end(orders({ schemas })))
  const folder = folderOf(t, { 'catalog.xml': CATALOG, 'place.xsd': ORDER_XSD })
  const to = join(folder, 'plugin')
  const command = ['import', `${origin}/orders?wsdl`, '--to', to, '--catalog']
  t.like(await cli([...command, join(folder, 'catalog.xml')]), { code: 0, err: '' })
  t.true(filesIn(to).includes('place.xsd'))
  // It is found again where the copy is read.
  const copy = filesIn(to).find((name) => name.endsWith('.wsdl')) ?? ''
  t.true(readFileSync(join(to, copy), 'utf8').includes(standard))
})

test('what of a contract is not as it should be is told on standard error, and in the JSON', async (t) => {
  const text = orders({
    schemas: `<w:types>${schema(`text${entry('Place', 'a')}${entry('PlaceResponse', 'b')}`)}</w:types>`,
  })
  const folder = folderOf(t, { 'orders.wsdl': text })
  const wsdl = join(folder, 'orders.wsdl')
  const sentence = `${wsdl}:6: text stands in <schema>: "text"; it is passed over`
  const { code, err, out } = await cli(['import', wsdl, '--json', '--to', join(folder, 'it')])
  t.is(code, 0)
  t.is(err.trim(), `warning: ${sentence}`)
  t.deepEqual(JSON.parse(out).warnings, [sentence])
  t.is((await cli(['types', wsdl])).err.trim(), `warning: ${sentence}`)
  t.is((await cli(['sample', wsdl, 'Place'])).err.trim(), `warning: ${sentence}`)
})
