/** Where a fetched contract may come from, and where the user and the password of its URL go. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { fetchContract } from '../../../src/contract/import/fetch.js'
import { credentialsOf, staysOn } from '../../../src/contract/import/origin.js'
import { folderOf } from '../../support/folder.js'
import { cli } from '../../support/nodes/cli.js'
import { definitions, orders } from '../wsdl/documents.js'

async function listening(t: ExecutionContext, answer: RequestListener): Promise<string> {
  const listener = createServer(answer)
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    listener.closeAllConnections()
    listener.close()
  })
  return `127.0.0.1:${(listener.address() as AddressInfo).port}`
}

const importing = (location: string) =>
  orders().replace('<w:types>', `<w:import namespace="urn:o" location="${location}"/>$&`)

/** A listener that notes who asks it, and what it was told. */
async function watched(t: ExecutionContext) {
  const seen: IncomingMessage['headers'][] = []
  const host = await listening(t, (request, response) => {
    seen.push(request.headers)
    response.end(orders())
  })
  return { host, seen }
}

test('an origin is scheme, host and port, and http of a host may lead to its https', (t) => {
  const stays = (from: string, to: string) => staysOn(new URL(from), new URL(to))
  t.true(stays('http://a.example/x', 'http://a.example:80/y'))
  t.true(stays('https://a.example/x', 'https://A.example:443/y'))
  t.true(stays('http://a.example:8080/x', 'http://a.example:8080/y'))
  t.true(stays('http://a.example/x', 'https://a.example/y'))
  const away = [
    ['https://a.example/', 'http://a.example/'],
    ['http://a.example/', 'http://a.example:8080/'],
    ['http://a.example:8080/', 'https://a.example/'],
    ['http://a.example:8080/', 'https://a.example:8080/'],
    ['http://a.example/', 'https://a.example:8443/'],
    ['http://a.example/', 'https://b.a.example/'],
    ['http://a.example/', 'https://a.example./'],
    ['https://a.example/', 'https://a.example:444/'],
    ['http://a.example/', 'ftp://a.example/'],
    ['http://a.example/', 'file:///a'],
    ['file:///a', 'file:///a'],
    ['http://127.0.0.1/', 'http://localhost/'],
  ] as const
  for (const [from, to] of away) t.false(stays(from, to), `${from} ${to}`)
  t.true(stays('http://127.0.0.1/', 'http://2130706433/'))
})

test('another port of the same host gets no request by a redirect, and no password', async (t) => {
  const other = await watched(t)
  const host = await listening(t, ({ url }, response) => {
    const location = url === '/a?wsdl' ? '/b' : `http://${other.host}/a?wsdl`
    response.writeHead(302, { location }).end()
  })
  await t.throwsAsync(fetchContract(new URL(`http://me:secret@${host}/a?wsdl`)), {
    code: 'WAYBILL_CONTRACT_UNREACHABLE',
    message: `http://${host}/a?wsdl cannot be fetched: it is redirected to another origin, http://${other.host}`,
  })
  t.deepEqual(other.seen, [])
})

test('a redirect that is no URL, of another scheme or with a password of its own', async (t) => {
  const refused = async (location: string) => {
    const host = await listening(t, (_, response) => response.writeHead(302, { location }).end())
    const error = await t.throwsAsync(fetchContract(new URL(`http://me:secret@${host}/a`)))
    return error?.message.replace(`http://${host}/a cannot be fetched: it is redirected to `, '')
  }
  t.is(await refused('http://['), 'what is no URL')
  t.is(await refused('file:///etc/passwd'), 'another origin, file:')
  t.is(await refused('data:text/xml,x'), 'another origin, data:')
  t.is(await refused('//evil.example/a'), 'another origin, http://evil.example')
  t.is(await refused('http://x:y@evil.example/a'), 'another origin, http://evil.example')
  const requests: (string | undefined)[] = []
  const host = await listening(t, ({ url, headers }, response) => {
    requests.push(headers.authorization)
    if (url === '/b') response.end(orders())
    else response.writeHead(302, { location: `http://x:y@${headers.host}/b` }).end()
  })
  await fetchContract(new URL(`http://me:secret@${host}/a`))
  const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`
  t.deepEqual(requests, [basic, basic])
})

test('what a document names on another port is not asked for', async (t) => {
  const other = await watched(t)
  const host = await listening(t, (_, response) =>
    response.end(importing(`http://x:y@${other.host}/b.wsdl`)),
  )
  const { elsewhere } = await fetchContract(new URL(`http://me:secret@${host}/a?wsdl`))
  t.deepEqual(other.seen, [])
  t.deepEqual(elsewhere, [`http://${other.host}/b.wsdl`])
})

test('user and password are bytes that were percent-encoded, whatever they mean', (t) => {
  const sent = (url: string) =>
    Buffer.from(credentialsOf(new URL(url))?.authorization.slice(6) ?? '', 'base64').toString(
      'latin1',
    )
  t.is(sent('http://me:a%20b@h/'), 'me:a b')
  t.is(sent('http://me:%FF@h/'), 'me:\u00ff')
  t.is(sent('http://me:50%@h/'), 'me:50%')
  t.is(sent('http://:key@h/'), ':key')
  t.is(credentialsOf(new URL('http://h/')), undefined)
  t.is(credentialsOf(new URL('https://a:b@h:444/'))?.origin, 'https://h:444')
})

test('a password stands in nothing that the command says or writes', async (t) => {
  const host = await listening(t, ({ url, headers }, response) => {
    if (url === '/a?wsdl') response.end(importing(`http://${headers.host}/b.wsdl`))
    else if (url === '/b.wsdl') response.end(definitions(''))
    else if (url === '/wrong') response.end('<a/>')
    else response.writeHead(401, 'No\u009b').end()
  })
  const folder = folderOf(t, {})
  const sources = [
    [`http://me:s3cr3t@${host}/a?wsdl`, 0],
    [`http://me:s3cr3t@${host}/none`, 69],
    [`http://me:s3cr3t@${host}/wrong`, 65],
    ['http://me:s3cr3t@127.0.0.1:1/a', 69],
    ['http://me:s3cr3t@[/a', 64],
    [`HTTP://me:s3cr3t%FF@${host}/none`, 69],
  ] as const
  for (const [source, exit] of sources) {
    const { code, out, err } = await cli(['import', source, '--to', join(folder, 'p'), '--json'])
    t.is(code, exit, err)
    t.notRegex(out + err, /s3cr3t/)
    t.notRegex(err, /\n\s+at |\u009b/)
  }
})
