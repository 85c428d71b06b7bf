/** Real traffic at a daemon moves each metric that traffic is to move. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { createTransport } from 'nodemailer'
import { METRICS } from '../../src/operate/metrics/catalogue.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { type Family, readExposition } from '../support/metrics/exposition.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { userToken } from '../support/security/user-token.js'
import { answering } from '../support/wire/answering.js'
import { CERTIFICATE } from '../support/wire/certificate.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const PASSWORD = 'a password of alice'

/** What no message alone brings about: a doubt, a loss, and files that are there for an instant only. */
const NOT_BY_TRAFFIC = new Set([
  'waybill_second_opinions_total',
  'waybill_journal_lost_total',
  'waybill_spool_bytes',
])

/** Labels of which each value is to be seen, by metric. */
const EACH: Readonly<Record<string, readonly string[]>> = {
  waybill_exchanges_total: ['reply', 'fault', 'accepted', 'pending'],
  waybill_faults_total: ['Client', 'Server', 'VersionMismatch', 'MustUnderstand'],
  waybill_security_verdicts_total: ['valid', 'failed'],
  waybill_refusals_total: ['415', '550'],
  waybill_messages_total: ['received', 'refused', 'sent', 'failed'],
  waybill_jobs_total: ['done', 'retry', 'dead', 'postponed'],
  waybill_breaker_open: ['gone'],
  waybill_queue_jobs: ['waiting', 'done', 'dead'],
}

test('each metric says something else than zero of what it counts', async (t) => {
  const partner = await answering(t, (response) => response.writeHead(202).end())
  const folder = folderOf(t, { 'partner.pem': CERTIFICATE })
  const destinations = {
    there: { url: partner.url },
    gone: {
      url: 'https://127.0.0.1:9/soap',
      ca: join(folder, 'partner.pem'),
      retry: { attempts: 2, delay: '1ms' },
      breaker: { failures: 1, pause: '10m' },
    },
    failing: { url: 'http://127.0.0.1:9/other', retry: { attempts: 2, delay: '1ms' } },
  }
  const routes = ['there', 'gone', 'failing'].map((name) => ({
    operation: `{urn:${name}}*`,
    to: name,
    mode: 'store',
  }))
  const daemon = await startDaemon([
    'node.uri=urn:example:node',
    `stateDir=${join(folder, 'state')}`,
    'plugins=["calculator"]',
    'smtp.domains=["node.example"]',
    'smtp.addresses={"bus":{}}',
    'http.maxConnectionsPerAddress=3',
    `destinations=${JSON.stringify(destinations)}`,
    `routes=${JSON.stringify(routes)}`,
    `security.peers=${JSON.stringify({ alice: { digestPassword: PASSWORD } })}`,
  ])
  t.teardown(() => daemon.stop())
  const addressOf = async (matches: (line: Record<string, unknown>) => boolean) => {
    const { listening } = await daemon.logged(matches)
    return Array.isArray(listening) ? String(listening[0]) : ''
  }
  const smtp = new URL(await addressOf(({ transport }) => transport === 'smtp'))
  const ask = async (body: string | Buffer, type = 'text/xml; charset=utf-8') => {
    const headers = { 'Content-Type': type, SOAPAction: '""', Connection: 'close' }
    const answer = await fetch(daemon.url, { method: 'POST', headers, body })
    return answer.text()
  }
  const mail = createTransport({ host: smtp.hostname, port: Number(smtp.port) })
  const post = (to: string) =>
    mail.sendMail({
      envelope: { from: 'a@client.example', to },
      raw: `From: a@client.example\r\nTo: ${to}\r\nMessage-ID: <1@client.example>\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${soap11('<p:Put xmlns:p="urn:there"/>')}`,
    })

  await ask(soap11(ADD))
  await ask(soap11('<x xmlns="urn:none"/>'))
  await ask(soap11(ADD).replaceAll('schemas.xmlsoap.org/soap/envelope', 'example.org/none'))
  await ask(soap11(ADD, '<b xmlns="urn:block" s:mustUnderstand="1"/>'))
  await ask('no envelope', 'application/pdf')
  for (const password of [PASSWORD, 'another']) await ask(soap11(ADD, userToken(password)))
  await ask(
    `--b\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${soap11(ADD)}\r\n--b\r\nContent-ID: <a@b>\r\n\r\nbytes\r\n--b--\r\n`,
    'multipart/related; type="text/xml"; boundary=b',
  )
  for (const name of ['there', 'gone', 'gone', 'failing']) {
    await ask(soap11(`<p:Put xmlns:p="urn:${name}"/>`))
  }
  await post('bus@node.example')
  await t.throwsAsync(post('nobody@node.example'), { message: /550/ })
  const metrics = async () => readExposition(await (await daemon.admin('/metrics')).text())
  await until(async () => seen(await metrics(), 'waybill_jobs_total').includes('dead'))
  await daemon.admin('/api/queue/pause', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  await ask(soap11('<p:Put xmlns:p="urn:there"/>'))

  const { hostname, port } = new URL(daemon.url)
  const many = [1, 2, 3, 4, 5].map(() => connect(Number(port), hostname))
  t.teardown(() => {
    for (const socket of many) socket.destroy()
  })
  await Promise.race(many.map((socket) => once(socket, 'close')))
  for (const socket of many) socket.destroy()

  // What lasts for an instant was seen if it was once.
  let missing = missingIn(await metrics())
  const look = async () => {
    const now = missingIn(await metrics())
    missing = missing.filter((one) => now.includes(one))
    return missing.length === 0
  }
  await until(look).catch(() => t.deepEqual(missing, []))
  t.deepEqual(missing, [])
})

/** The values of labels whose sample is not zero. */
function seen(families: ReadonlyMap<string, Family>, name: string): readonly string[] {
  const samples = families.get(name)?.samples ?? []
  return samples.filter(({ value }) => value !== 0).flatMap(({ labels }) => [...labels.values()])
}

function missingIn(families: ReadonlyMap<string, Family>): readonly string[] {
  const silent = Object.keys(METRICS).filter(
    (name) =>
      !NOT_BY_TRAFFIC.has(name) && !families.get(name)?.samples.some(({ value }) => value !== 0),
  )
  const parts = Object.entries(EACH).flatMap(([name, values]) => {
    const there = seen(families, name)
    return values.filter((value) => !there.includes(value)).map((value) => `${name} ${value}`)
  })
  return [...silent, ...parts]
}
