/** A gateway from HTTP to mail behind Postfix: a mailbox that there is not ends the caller's wait at once. */
import test from 'ava'
import { startPostfix } from '../support/mail/postfix.js'
import { mailSink } from '../support/mail/sink.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { ADD } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'
import { ask11, ask12, type Heard } from '../support/wire/wire.js'

const NODE = 'urn:example:gateway'

test('the report of Postfix ends the wait of a caller over HTTP, within a second', async (t) => {
  const port = await freePort()
  const relay = { url: `smtp://127.0.0.1:${port}`, from: 'bus@gateway.example' }
  const smtp = { port: 0, domains: ['gateway.example'], addresses: { bus: {} }, relay }
  const gateway = await startDaemon([
    `node.uri=${NODE}`,
    'plugins=[]',
    `smtp=${JSON.stringify(smtp)}`,
    'routes=[{to: "mailto:nobody@peer.example"}]',
  ])
  t.teardown(() => gateway.stop())
  const peer = await mailSink({ atRecipient: () => '550 5.1.1 no such user here' })
  t.teardown(() => peer.close())
  const { listening } = await gateway.logged(
    ({ msg, transport }) => msg === 'listening' && transport === 'smtp',
  )
  const own = Number(new URL(String(listening)).port)
  const routes = { 'gateway.example': own, 'peer.example': peer.port }
  const postfix = await startPostfix({ port, routes })
  t.teardown(() => postfix.stop())

  const reports = () =>
    gateway.log.filter(({ msg }) => msg === 'a message of this node did not arrive')
  const check = (heard: Heard) => {
    const receivedAt = Date.parse(String(reports().at(-1)?.time))
    const waited = Date.now() - receivedAt
    t.log({ waited })
    t.true(waited < 1000, `${waited} ms`)
    t.is(heard.status, 500)
    t.is(heard.fault.code, 'Server')
    t.regex(heard.fault.reason, /5\.1\.1 .*no such user here/)
    t.is(heard.fault.actor, NODE)
  }
  check(await ask11(gateway.url, ADD))
  check(await ask12(gateway.url, ADD))
  t.is(reports().length, 2)
})
