/** What an imported contract names: nothing but what was fetched, from where it was asked for, and no file of this machine. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { copyDocuments } from '../../../src/contract/import/copies.js'
import { fetchContract } from '../../../src/contract/import/fetch.js'
import { readContractSet } from '../../../src/contract/wsdl/read/index.js'
import { folderOf } from '../../support/folder.js'
import { cli } from '../../support/nodes/cli.js'
import { entry, orders, schema } from '../wsdl/documents.js'

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"'
const xsd = (inside: string) => schema(inside).replace('<xs:schema', `<xs:schema ${XS}`)
const LOCATION = entry('Place', 'item') + entry('PlaceResponse', 'number')
const SECRET = xsd(`${LOCATION}<xs:element name="secret" type="xs:string"/>`)

/** What each path is answered; all else is not there. */
type Pages = Readonly<Record<string, string>>

async function listening(t: ExecutionContext, answer: RequestListener): Promise<string> {
  const listener = createServer(answer)
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    listener.closeAllConnections()
    listener.close()
  })
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
}

const pages =
  (all: Pages): RequestListener =>
  ({ url = '' }, response) => {
    const page = all[url]
    response.writeHead(page === undefined ? 404 : 200).end(page)
  }

/** Where one document names another. */
const IMPORTS: Readonly<Record<string, (location: string) => Pages>> = {
  include: (location) => ({
    '/a?wsdl': orders({
      schemas: `<w:types>${schema(`<xs:include schemaLocation="${location}"/>${LOCATION}`)}</w:types>`,
    }),
  }),
  import: (location) => ({
    '/a?wsdl': orders({
      schemas: `<w:types>${schema(`<xs:import namespace="urn:x" schemaLocation="${location}"/>${LOCATION}`)}</w:types>`,
    }),
  }),
  redefine: (location) => ({
    '/a?wsdl': orders({
      schemas: `<w:types>${schema(`<xs:redefine schemaLocation="${location}"/>${LOCATION}`)}</w:types>`,
    }),
  }),
  'wsdl:import': (location) => ({
    '/a?wsdl': orders().replace(
      '<w:types>',
      `<w:import namespace="urn:s" location="${location}"/>$&`,
    ),
  }),
  'an include of an include': (location) => ({
    '/a?wsdl': orders({
      schemas: `<w:types>${schema(`<xs:include schemaLocation="b.xsd"/>${LOCATION}`)}</w:types>`,
    }),
    '/b.xsd': xsd('<xs:include schemaLocation="c/d.xsd"/>'),
    '/c/d.xsd': xsd(`<xs:include schemaLocation="${location}"/>`),
  }),
}

/** Imports as the command does. */
async function imported(url: string) {
  const fetched = await fetchContract(new URL(url))
  const set = readContractSet(fetched.main, fetched)
  const copies = copyDocuments(set, fetched, `${fetched.name}.wsdl`)
  return { ...fetched, set, copies }
}

const up = '../'.repeat(30)

for (const [kind, paged] of Object.entries(IMPORTS)) {
  test(`${kind}: what was not fetched is no location, and no file is read in its place`, async (t) => {
    const file = join(folderOf(t, { 'secret.xsd': SECRET }), 'secret.xsd')
    const locations = [
      file,
      `//evil.example/${up}${file}`,
      `//evil.example${file}`,
      pathToFileURL(file).href,
      `file:${file}`,
      `FILE://localhost${file}`,
      'C:/secret.xsd',
      'http://evil.example/secret.xsd',
      'http://h:99999/a',
      'data:text/xml,%3Ca/%3E',
    ]
    for (const location of locations) {
      const url = await listening(t, pages({ ...paged(location), [file]: xsd('') }))
      const { set, copies, elsewhere } = await imported(`${url}/a?wsdl`)
      t.true(set.documents.every(({ text }) => !text.includes('secret"')))
      const requested = location === file
      t.is(elsewhere.length, requested ? 0 : 1, location)
      for (const { content } of copies) {
        const locations = content
          .toString()
          .matchAll(/(?:schemaLocation|[^:]location)=['"]([^'"]*)/g)
        for (const [, to = ''] of locations) {
          t.true(
            to === '' ||
              to === 'http://orders.example/soap' ||
              copies.some(({ path }) => path === to),
            to,
          )
        }
      }
    }
  })

  test(`${kind}: dots, however they are written, lead nowhere but on the host`, async (t) => {
    const file = join(folderOf(t, { 'secret.xsd': SECRET }), 'secret.xsd')
    const dots = [
      up + file.slice(1),
      `${'%2e%2e/'.repeat(30)}${file.slice(1)}`,
      `${'.%2E/'.repeat(30)}${file.slice(1)}`,
      `${'..%2f'.repeat(30)}${file.slice(1)}`,
      `${'%252e%252e/'.repeat(30)}${file.slice(1)}`,
      `${up}${file.slice(1)}%00.xsd`,
      `${'x'.repeat(5_000)}/${up}${file.slice(1)}`,
    ]
    for (const location of dots) {
      const url = await listening(t, pages(paged(location)))
      await t.throwsAsync(imported(`${url}/a?wsdl`), {
        code: 'WAYBILL_CONTRACT_UNREACHABLE',
        message: /^http:\/\/127\.0\.0\.1:\d+\S+ cannot be fetched: the answer is 404 Not Found$/,
      })
    }
  })

  test(`${kind}: a backslash is refused with its place`, async (t) => {
    for (const location of [
      '\\\\evil.example/../../a.xsd',
      '..\\a.xsd',
      'C:\\a.xsd',
      'http:\\\\x',
    ]) {
      const url = await listening(t, pages(paged(location)))
      const error = await t.throwsAsync(imported(`${url}/a?wsdl`), {
        code: 'WAYBILL_CONTRACT_INVALID',
      })
      t.regex(error.message, /^http:\S+:\d+: the location \S+ has a \\, which no URI reference has/)
    }
  })
}

test('two URLs whose names would be one are two copies, whatever the file system says of case', async (t) => {
  const url = await listening(
    t,
    pages({
      '/a?wsdl': orders({
        schemas: `<w:types>${schema(
          ['x/T.xsd', 'y/t.xsd', 'T', 't.xsd', 'a.xsd', 'index.xsd', '%FF', '%00']
            .map((location) => `<xs:include schemaLocation="${location}"/>`)
            .join('') + LOCATION,
        )}</w:types>`,
      }),
      '/x/T.xsd': xsd('<xs:element name="one"/>'),
      '/y/t.xsd': xsd('<xs:element name="two"/>'),
      '/T': xsd('<xs:element name="three"/>'),
      '/t.xsd': xsd('<xs:element name="four"/>'),
      '/a.xsd': xsd('<xs:element name="five"/>'),
      '/index.xsd': xsd('<xs:element name="six"/>'),
      '/%FF': xsd('<xs:element name="seven"/>'),
      '/%00': xsd('<xs:element name="eight"/>'),
    }),
  )
  const { copies } = await imported(`${url}/a?wsdl`)
  const paths = copies.map(({ path }) => path.toLowerCase())
  t.is(new Set(paths).size, 9)
  t.true(
    paths.every((path) => /^[a-z0-9-]+\.(?:wsdl|xsd)$/.test(path)),
    paths.join(),
  )
})

test('bytes that are no text are refused in a sentence', async (t) => {
  const url = await listening(t, (_, response) =>
    response.end(Buffer.from([0xff, 0xfe, 0x00, 0xd8])),
  )
  await t.throwsAsync(imported(`${url}/a?wsdl`), { code: 'WAYBILL_CONTRACT_INVALID' })
})

test('a location in a file that is no path is told with its place, and no stack', async (t) => {
  for (const [location, reason] of [
    ['%FF.xsd', /names no file: a path in UTF-8 is expected/],
    ['%C3%28.xsd', /names no file/],
    ['..%2fa.xsd', /names no file/],
    ['a%5Cb.xsd', /names no file/],
    ['a%00.xsd', /names no file/],
    ['..\\a.xsd', /has a \\/],
  ] as const) {
    const text = orders({
      schemas: `<w:types>${schema(`<xs:include schemaLocation="${location}"/>${LOCATION}`)}</w:types>`,
    })
    const folder = folderOf(t, { 'orders.wsdl': text })
    const file = join(folder, 'orders.wsdl')
    for (const args of [
      ['types', file],
      ['import', file, '--to', join(folder, 'plugin')],
    ]) {
      const { code, err } = await cli(args)
      t.is(code, 65, err)
      t.regex(err, reason)
      t.regex(err, /orders\.wsdl:\d+: the location /)
      t.notRegex(err, /\n\s+at /)
    }
  }
})

test('a contract of files is copied without the locations that led nowhere: elsewhere they might lead to something', async (t) => {
  const text = orders({
    schemas: `<w:types>${schema(`<xs:include schemaLocation="../../no.xsd"/>${LOCATION}`)}</w:types>`,
  })
  const folder = folderOf(t, { 'orders.wsdl': text, 'b/no.xsd': SECRET })
  const to = join(folder, 'b/c/d')
  t.is((await cli(['import', join(folder, 'orders.wsdl'), '--to', to])).code, 0)
  const [document] = readContractSet(join(to, 'orders.wsdl')).documents
  t.true(document?.text.includes('<xs:include schemaLocation=""/>'))
})
