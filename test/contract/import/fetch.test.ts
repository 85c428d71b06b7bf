/** Contracts that are fetched: within a time, a size and a number of documents, whatever the peer does. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { fetchContract } from '../../../src/contract/import/fetch.js'
import { fileName } from '../../../src/contract/import/names.js'
import { WaybillError } from '../../../src/errors.js'
import { definitions, orders } from '../wsdl/documents.js'

async function listening(t: ExecutionContext, answer: RequestListener): Promise<URL> {
  const listener = createServer(answer)
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    listener.closeAllConnections()
    listener.close()
  })
  return new URL(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/a?wsdl`)
}

async function refusalOf(t: ExecutionContext, url: URL, time?: number): Promise<string> {
  const error = await t.throwsAsync(fetchContract(url, { time }), { instanceOf: WaybillError })
  t.is(error?.code, 'WAYBILL_CONTRACT_UNREACHABLE')
  return error?.message ?? ''
}

test('a peer that does not answer, or answers without end, is waited for no longer than told', async (t) => {
  const silent = await listening(t, () => undefined)
  t.is(await refusalOf(t, silent, 50), `${silent.href} cannot be fetched: not within 0.05 s`)
  const slow = await listening(t, (_, response) => response.write('<'))
  t.is(await refusalOf(t, slow, 50), `${slow.href} cannot be fetched: not within 0.05 s`)
})

test('what is small on the wire and large behind it is too large', async (t) => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '))
  const url = await listening(t, (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  t.regex(await refusalOf(t, url), /the documents have more than 33554432 bytes$/)
})

test('documents that each name another one are fetched up to a number', async (t) => {
  let requests = 0
  const url = await listening(t, (_, response) => {
    requests += 1
    response.end(definitions(`<w:import namespace="urn:o" location="?wsdl=${requests}"/>`))
  })
  t.regex(await refusalOf(t, url), /more than 200 documents are imported$/)
  t.true(requests <= 200, String(requests))
})

test('a document is fetched once, and named after its service', async (t) => {
  let requests = 0
  const url = await listening(t, (_, response) => {
    requests += 1
    response.end(orders().replace('<w:types>', '<w:import namespace="urn:o" location="#x"/>$&'))
  })
  const { main, name, elsewhere } = await fetchContract(url)
  t.is(requests, 1)
  t.is(name, 'orders-service')
  t.is(main, url.href)
  t.deepEqual(elsewhere, [])
})

test('names of files are letters, digits and hyphens, whatever they are made of', (t) => {
  t.is(fileName('OrdersService'), 'orders-service')
  t.is(fileName('../../etc/passwd'), 'etc-passwd')
  t.is(fileName('a.b\u0000c d'), 'a-b-c-d')
  t.is(fileName('…'), 'contract')
  t.is(fileName('x'.repeat(1000)).length, 100)
})
