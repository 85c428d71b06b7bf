/** A node with routes as a process: what goes on, where to, and what is still done here. */
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { mailOf, Talk } from '../support/mail/smtp.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { type HopAnswer, type HttpHop, httpHop } from '../support/nodes/next-hop.js'
import { CERTIFICATE, KEY } from '../support/wire/certificate.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'
import { ask, ask11, SOAP_XML } from '../support/wire/wire.js'

const RECORD = '<l:Record xmlns:l="urn:example:ledger"/>'
const ANSWER = soap11('<l:RecordResponse xmlns:l="urn:example:ledger"/>')
const ANSWERS: HopAnswer = {
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: ANSWER,
}

interface Pair {
  readonly daemon: RunningDaemon
  readonly hop: HttpHop
}

async function pair(
  t: ExecutionContext,
  routing: (url: string) => object,
  answer: HopAnswer = ANSWERS,
): Promise<Pair> {
  const hop = await httpHop(answer)
  t.teardown(() => hop.close())
  const settings = Object.entries(routing(hop.url)).map(
    ([key, value]) => `${key}=${JSON.stringify(value)}`,
  )
  const own = ['node.uri=urn:example:here', 'routing.hops=false']
  const daemon = await startDaemon([...own, ...settings])
  t.teardown(() => daemon.stop())
  return { daemon, hop }
}

test('a message goes on by its route, and the answer comes back', async (t) => {
  const { daemon, hop } = await pair(t, (url) => ({
    destinations: { ledger: { url: `${url}soap?a=b`, user: 'bus', password: 'hidden' } },
    routes: [{ operation: '{urn:example:ledger}*', to: 'ledger' }],
  }))
  const heard = await ask11(daemon.url, RECORD, '', { headers: { authorization: 'Basic theirs' } })
  t.is(heard.status, 200)
  t.is(heard.text, ANSWER)
  const [request] = hop.requests
  t.is(request?.body, soap11(RECORD))
  // What its sender has shown this node is nobody else's.
  t.is(request?.headers.authorization, `Basic ${Buffer.from('bus:hidden').toString('base64')}`)
  t.is(hop.requests.length, 1)
  // What no route takes is done here.
  t.regex((await ask11(daemon.url, ADD)).text, />3</)
  t.is(hop.requests.length, 1)
  await daemon.stop()
  t.false(daemon.lines.join('').includes('hidden'))
})

test('a path that only a route names is known, by HTTP and by mail', async (t) => {
  const { daemon, hop } = await pair(t, (url) => ({ routes: [{ path: 'Ledger', to: url }] }))
  t.is((await ask11(`${daemon.url}/Ledger`, RECORD)).text, ANSWER)
  t.is((await ask11(`${daemon.url}/other`, RECORD)).status, 404)
  // Nothing is retrieved where no operation is.
  t.is((await fetch(`${daemon.url}/Ledger/Record`)).status, 404)
  const { listening } = await daemon.logged(
    ({ msg, transport }) => msg === 'listening' && transport === 'smtp',
  )
  const [url = ''] = listening as readonly string[]
  const talk = await Talk.open(Number(new URL(url).port))
  t.teardown(() => talk.close())
  t.regex(await talk.envelope('other@localhost'), /^550 /)
  await talk.say('RSET')
  const sent = hop.requests.length
  t.regex(await talk.deliver(mailOf(soap11(RECORD)), 'ledger@localhost'), /^250 /)
  // Durable first: its answer goes by mail.
  await daemon.logged(({ msg, attempt }) => msg === 'exchange' && attempt === 1)
  t.is(hop.requests.length, sent + 1)
})

test('neither an operation nor a route: a Client fault that says so, in either version', async (t) => {
  const { daemon, hop } = await pair(t, (url) => ({
    routes: [{ path: 'Ledger', operation: '{urn:x}*', to: url }],
  }))
  const reason =
    'There is no such operation here, and no route for the message: {urn:example:ledger}Record.'
  for (const url of [daemon.url, `${daemon.url}/Ledger`, `${daemon.url}/echo`]) {
    const old = await ask11(url, RECORD)
    t.is(old.status, 500)
    t.is(old.fault.code, 'Client')
    t.is(old.fault.reason, reason)
    const now = await ask(url, soap12(RECORD), { type: SOAP_XML })
    t.is(now.status, 400)
    t.deepEqual(now.codes, [
      '{http://www.w3.org/2003/05/soap-envelope}Sender',
      '{http://www.w3.org/2003/05/soap-rpc}ProcedureNotPresent',
    ])
    t.is(now.fault.reason, reason)
  }
  t.is(hop.requests.length, 0)
})

test('a destination that fails holds no connection once its breaker is open', async (t) => {
  const { daemon, hop } = await pair(
    t,
    (url) => ({
      destinations: {
        ledger: { url, token: 'hidden', breaker: { failures: 2, pause: '1m' } },
      },
      routes: [{ operation: '{urn:example:ledger}*', to: 'ledger' }],
    }),
    { status: 503 },
  )
  for (let count = 0; count < 4; count += 1) {
    const { fault } = await ask11(daemon.url, RECORD)
    t.is(fault.code, 'Server')
  }
  t.is(hop.requests.length, 2)
  const left = daemon.log.filter(
    ({ msg }) =>
      msg === 'the circuit breaker has opened: nothing is sent to the destination for a while',
  )
  t.is(left.length, 1)
  t.like(left[0], { destination: 'ledger', failures: 2, pause: 60_000 })
  t.regex((await ask11(daemon.url, ADD)).text, />3</)
  await daemon.stop()
  t.false(daemon.lines.join('').includes('hidden'))
})

test('a fault of the next node is an answer, and opens no breaker', async (t) => {
  const fault = soap11(
    '<s:Fault><faultcode>s:Server</faultcode><faultstring>Full.</faultstring></s:Fault>',
  )
  const { daemon, hop } = await pair(
    t,
    (url) => ({
      destinations: { ledger: { url, breaker: { failures: 1, pause: '1m' } } },
      routes: [{ to: 'ledger' }],
    }),
    { ...ANSWERS, status: 500, body: fault },
  )
  for (let count = 0; count < 3; count += 1) {
    t.is((await ask11(daemon.url, RECORD)).fault.reason, 'Full.')
  }
  t.is(hop.requests.length, 3)
})

test('a key that is not there ends the start with its place', async (t) => {
  const folder = folderOf(t, { 'c.pem': CERTIFICATE, 'k.pem': KEY })
  const error = await t.throwsAsync(
    startDaemon([
      `destinations={d: {url: "https://d.example/", certificate: "${folder}/c.pem", key: "${folder}/no.pem"}}`,
    ]),
  )
  t.regex(
    error?.message ?? '',
    /exited with 78: WAYBILL_FILE_UNUSABLE: destinations\.d\.key: \S+no\.pem cannot be read \(no such file or directory\)/,
  )
})
