/** What the doctor finds around a node: DNS of the mail domain, the relay, the mailbox, destinations. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer as createServerOverTls } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { examine } from '../../src/doctor/examine.js'
import { configurationOf } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { certificates, issue } from '../support/security/certificates.js'
import { answering } from '../support/wire/answering.js'
import { dnsServer, type Zone } from '../support/wire/dns.js'

type Values = Readonly<Record<string, unknown>>

async function says(
  t: ExecutionContext,
  area: string,
  values: Values,
  dns: readonly string[] = [],
): Promise<readonly string[]> {
  const all = {
    stateDir: folderOf(t, {}),
    'http.port': 0,
    'smtp.port': 0,
    'admin.port': 0,
    ...values,
  }
  const settings = Object.entries(all).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const given = configurationOf({ environment: {}, settings })
  const found = await examine(given, { now: Date.now(), dns })
  return found
    .filter((one) => one.area === area)
    .map(({ level, key, sentence }) => `${level} ${key}: ${sentence}`)
}

const MAIL = {
  'smtp.domains': ['bus.example'],
  'smtp.relay': { url: 'smtp://127.0.0.1:1', from: 'bus@bus.example' },
}

const GOOD: Zone = {
  'bus.example MX': ['mx.bus.example'],
  'mx.bus.example A': ['192.0.2.25'],
  'bus.example TXT': ['unrelated', 'v=spf1 include:relay.example -all'],
  '_dmarc.bus.example TXT': ['v=DMARC1; p=reject'],
}

async function dnsSays(t: ExecutionContext, zone: Zone, values: Values = MAIL) {
  const found = await says(t, 'smtp', values, [await dnsServer(t, zone)])
  return found.filter((line) => !line.includes('smtp.relay.url'))
}

test('a mail domain whose DNS is right', async (t) => {
  t.deepEqual(await dnsSays(t, GOOD), [
    'ok smtp.domains: mail for bus.example goes to mx.bus.example (192.0.2.25)',
    'ok smtp.relay.from: SPF of bus.example: v=spf1 include:relay.example -all',
    'ok smtp.relay.from: DMARC of bus.example: p=reject',
    'note smtp.relay.dkim: this node does not sign its mail',
  ])
})

test('a mail domain that DNS does not know', async (t) => {
  t.deepEqual(await dnsSays(t, {}), [
    'warning smtp.domains: bus.example has no MX: mail for it goes to its address, or nowhere',
    'warning smtp.relay.from: bus.example has no SPF: receivers take its mail for forged more easily',
    'note smtp.relay.from: bus.example has no DMARC of its own',
    'note smtp.relay.dkim: this node does not sign its mail',
  ])
})

test('an MX without an address, two SPF records, and DMARC without a policy', async (t) => {
  const found = await dnsSays(t, {
    'bus.example MX': ['gone.bus.example'],
    'bus.example TXT': ['v=spf1 -all', 'v=spf1 +all'],
    '_dmarc.bus.example TXT': ['v=DMARC1'],
  })
  t.deepEqual(found.slice(0, 3), [
    'error smtp.domains: the MX of bus.example, gone.bus.example, has no address',
    'error smtp.relay.from: bus.example has 2 SPF records, of which none counts',
    'error smtp.relay.from: DMARC of bus.example has no p=: v=DMARC1',
  ])
})

test('SPF that lets everybody send, and one that asks too much', async (t) => {
  const many = Array.from({ length: 11 }, (_, index) => `include:${index}.a`).join(' ')
  const open = await dnsSays(t, { ...GOOD, 'bus.example TXT': ['v=spf1 +all'] })
  t.true(open.includes('warning smtp.relay.from: SPF of bus.example lets everybody send its mail'))
  const long = await dnsSays(t, { ...GOOD, 'bus.example TXT': [`v=spf1 ${many} -all`] })
  t.true(
    long.includes('error smtp.relay.from: SPF of bus.example needs 11 lookups, and 10 are allowed'),
  )
})

test('the DKIM key: published, revoked, of another kind, or not there', async (t) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const folder = folderOf(t, {
    'dkim.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  const dkim = { domain: 'bus.example', selector: 's1', key: join(folder, 'dkim.pem') }
  const signing = { ...MAIL, 'smtp.relay': { ...MAIL['smtp.relay'], dkim } }
  const name = 's1._domainkey.bus.example'
  for (const [records, finding] of [
    [['v=DKIM1; k=rsa; p=MIIB'], `ok smtp.relay.dkim: the key ${name} is published`],
    [['v=DKIM1; p='], `error smtp.relay.dkim: ${name} is revoked, and mail is signed by it`],
    [['something'], `error smtp.relay.dkim: ${name} is not published, and mail is signed by it`],
    [[], `error smtp.relay.dkim: ${name} is not published, and mail is signed by it`],
  ] as const) {
    const found = await dnsSays(t, { ...GOOD, [`${name} TXT`]: records }, signing)
    t.is(found.at(-1), finding)
  }
})

test('a DNS server that does not answer is told, and holds nobody up for long', async (t) => {
  // Nobody listens there.
  const found = await says(t, 'smtp', MAIL, ['127.0.0.1:9'])
  t.true(
    found.some((line) =>
      /^warning smtp\.domains: DNS does not tell the MX of bus\.example \(E/.test(line),
    ),
  )
})

test('without a domain of its own and without a relay, nobody is asked', async (t) => {
  t.deepEqual(await dnsSays(t, {}, {}), [])
})

test('a relay that nobody listens at', async (t) => {
  const found = await says(t, 'smtp', MAIL, [await dnsServer(t, GOOD)])
  const [last = ''] = found.filter((line) => line.includes('smtp.relay.url'))
  t.regex(last, /^error smtp\.relay\.url: smtp:\/\/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/)
})

test('a mailbox that nobody listens at', async (t) => {
  const found = await says(t, 'smtp', {
    'smtp.mailbox': { url: 'imap://127.0.0.1:1', user: 'bus', password: 'secret' },
  })
  t.regex(found.join('\n'), /^error smtp\.mailbox\.url: imap:\/\/127\.0\.0\.1:1 cannot be used: /m)
})

/** A destination that answers HEAD so. */
async function destination(t: ExecutionContext, date?: Date, age = 0): Promise<string> {
  const { url } = await answering(t, (response, { method, body }) => {
    t.deepEqual([method, body], ['HEAD', ''])
    response.sendDate = false
    if (date) response.setHeader('Date', date.toUTCString()).setHeader('Age', age)
    response.writeHead(405).end()
  })
  return new URL(url).origin
}

const MINUTE = 60_000

test('destinations whose clocks agree with ours, are behind, ahead, old by a cache, or not told', async (t) => {
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE)
  const urls = {
    right: await destination(t, at(0)),
    slow: await destination(t, at(-10)),
    fast: await destination(t, at(10)),
    cached: await destination(t, at(-10), 600),
    silent: await destination(t),
  }
  const destinations = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, { url: `${url}/soap` }]),
  )
  const found = await says(t, 'http', { destinations })
  const told = (name: keyof typeof urls) =>
    found
      .filter((line) => line.includes(`destinations.${name}.`))
      .map((line) => line.replaceAll(urls[name], 'URL').replace(/\d+ s /, 'SECONDS s '))
      .at(-1)
  const agree = 'the clock of URL and that of this machine agree'
  const ours = 'the clock of this machine is SECONDS s'
  t.is(told('right'), `ok destinations.right.url: ${agree}`)
  t.is(told('slow'), `warning destinations.slow.url: ${ours} ahead of that of URL`)
  t.is(told('fast'), `warning destinations.fast.url: ${ours} behind that of URL`)
  t.is(told('cached'), `ok destinations.cached.url: ${agree}`)
  t.is(
    told('silent'),
    'note destinations.silent.url: URL answers without a Date: its clock cannot be compared',
  )
  const seconds = found.flatMap((line) => Number(/is (\d+) s /.exec(line)?.[1] ?? Number.NaN) || [])
  t.true(seconds.length === 2 && seconds.every((one) => one > 590 && one < 610), seconds.join())
})

test('a destination that can be connected to and answers nothing, one that cannot, and the URL of routes', async (t) => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  const here = await destination(t, new Date())
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
    destinations: { strange: { url }, known: { url, ca: `${folder}/ca.pem` } },
  })
  t.is(found.length, 5)
  t.regex(
    found[1] ?? '',
    /^error destinations\.strange\.url: the certificate of https:.* is not trusted/,
  )
  t.regex(found[3] ?? '', /^(ok|warning) destinations\.known\.url: the certificate of .* ends on /)
  t.regex(found[4] ?? '', /^ok destinations\.known\.url: the clock of https:.* agree/)
})
