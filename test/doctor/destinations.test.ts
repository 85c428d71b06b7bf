/** What the doctor finds where the configuration leads over HTTP: connections, certificates, clocks. */
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer as createServerOverTls } from 'node:https'
import { createServer } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { says } from '../support/examined.js'
import { folderOf } from '../support/folder.js'
import { certificates, issue } from '../support/security/certificates.js'
import { answering } from '../support/wire/answering.js'

/** A destination that answers HEAD so: by a clock that is so many minutes ahead, or without a Date. */
async function destination(t: ExecutionContext, minutes?: number, age = '0'): Promise<string> {
  const { url } = await answering(t, (response, { method, body }) => {
    t.deepEqual([method, body], ['HEAD', ''])
    response.sendDate = false
    if (minutes !== undefined) {
      const date = new Date(Date.now() + minutes * MINUTE)
      response.setHeader('Date', date.toUTCString()).setHeader('Age', age)
    }
    response.writeHead(405).end()
  })
  return new URL(url).origin
}

const MINUTE = 60_000

test('destinations whose clocks agree with ours, are behind, ahead, old by a cache, or not told', async (t) => {
  const urls = {
    right: await destination(t, 0),
    slow: await destination(t, -10),
    fast: await destination(t, 10),
    cached: await destination(t, -10, '600'),
    odd: await destination(t, 0, 'soon'),
    silent: await destination(t),
  }
  const destinations = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, { url: `${url}/soap` }]),
  )
  const found = await says(t, 'http', { destinations })
  const sentenceFor = (name: keyof typeof urls) =>
    found
      .filter((line) => line.includes(`destinations.${name}.`))
      .map((line) => line.replaceAll(urls[name], 'URL').replace(/\d+ s /, 'SECONDS s '))
      .at(-1)
  const agree = 'the clock of URL and that of this machine agree'
  const ours = 'the clock of this machine is SECONDS s'
  t.is(sentenceFor('right'), `ok destinations.right.url: ${agree}`)
  t.is(sentenceFor('slow'), `warning destinations.slow.url: ${ours} ahead of that of URL`)
  t.is(sentenceFor('fast'), `warning destinations.fast.url: ${ours} behind that of URL`)
  t.is(sentenceFor('cached'), `ok destinations.cached.url: ${agree}`)
  t.is(sentenceFor('odd'), `ok destinations.odd.url: ${agree}`)
  t.is(
    sentenceFor('silent'),
    'note destinations.silent.url: URL answers without a Date: its clock cannot be compared',
  )
  const seconds = found.flatMap((line) => Number(/is (\d+) s /.exec(line)?.[1] ?? Number.NaN) || [])
  t.true(seconds.length === 2 && seconds.every((one) => one > 500 && one < 700), seconds.join())
})

test('a destination that can be connected to and answers nothing, one that cannot, and the URL of routes', async (t) => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  const here = await destination(t, 0)
  const to = `${here}/soap`
  t.deepEqual(
    await says(t, 'http', {
      'node.uri': 'urn:example:between',
      destinations: {
        there: { url: `http://127.0.0.1:${port}/soap` },
        gone: { url: 'http://127.0.0.1:1/soap' },
      },
      routes: [
        { operation: '{urn:a}*', to: 'there' },
        { operation: '{urn:b}*', to },
        { operation: '{urn:c}*', to },
      ],
    }),
    [
      `ok destinations.there.url: http://127.0.0.1:${port} can be connected to`,
      `note destinations.there.url: http://127.0.0.1:${port} does not answer HEAD (ECONNRESET): its clock cannot be compared`,
      'error destinations.gone.url: http://127.0.0.1:1 cannot be connected to (ECONNREFUSED)',
      `ok routes.1.to: ${here} can be connected to`,
      `ok routes.1.to: the clock of ${here} and that of this machine agree`,
    ],
  )
})

test('a destination whose certificate nobody trusts, and the same with its authority', async (t) => {
  const { authority } = certificates()
  const made = issue(
    { subject: 'CN=localhost', names: ['DNS:localhost'], purposes: ['server'] },
    authority,
  )
  const answer: RequestListener = (_request, response) => response.end()
  const server = createServerOverTls({ key: made.keyPem, cert: made.chainPem }, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  const folder = folderOf(t, { 'ca.pem': authority.pem })
  const url = `https://localhost:${port}/soap`
  const found = await says(t, 'http', {
    destinations: { strange: { url }, trusted: { url, ca: `${folder}/ca.pem` } },
  })
  t.is(found.length, 5)
  t.regex(
    found[1] ?? '',
    /^error destinations\.strange\.url: the certificate of https:.* is not trusted/,
  )
  t.regex(
    found[3] ?? '',
    /^(ok|warning) destinations\.trusted\.url: the certificate of .* expires on /,
  )
  t.regex(found[4] ?? '', /^ok destinations\.trusted\.url: the clock of https:.* agree/)
})
