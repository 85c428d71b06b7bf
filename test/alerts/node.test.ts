/** Alerts of real nodes: by webhook and by mail, for a dead letter and a breaker, and as a test. */
import test from 'ava'
import { type MailSink, mailSink } from '../support/mail/sink.js'
import { cli } from '../support/nodes/cli.js'
import { startBounded } from '../support/nodes/daemon.js'
import { startWebhook } from '../support/webhook.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'
import { ask } from '../support/wire/wire.js'

const byMail = (sink: MailSink) => [
  `smtp.relay=${JSON.stringify({ url: sink.url, from: 'bus@node.example' })}`,
  'smtp.domains=["node.example"]',
  'smtp.enabled=true',
  'alerts.mail={"to":["ops@people.example"]}',
]

test('dead letters are one alert, by webhook and by mail, with a link to the console; a breaker is another', async (t) => {
  const hook = await startWebhook(t)
  const sink = await mailSink()
  t.teardown(() => sink.close())
  const down = await freePort()
  const settings = [
    'node.uri=urn:example:node',
    'plugins=[]',
    `destinations={"down":{"url":"http://127.0.0.1:${down}/","breaker":{"failures":3}}}`,
    'routes=[{"to":"down","mode":"store"}]',
    'queue.retry={"attempts":1,"delay":"1ms","maxDelay":"1ms","timeLimit":"5s"}',
    `alerts.webhook={"url":"${hook.url}"}`,
    ...byMail(sink),
  ]
  const node = await startBounded({ alerts: { group: 1_500 } }, settings)
  t.teardown(() => node.stop())
  for (let index = 0; index < 3; index += 1) await ask(node.url, soap11(ADD))
  const posts = [(await hook.post(0)).json, (await hook.post(1)).json]
  const dead = posts.find(({ kind }) => kind === 'dead-letters')
  t.is(dead?.count, 3)
  t.is(dead?.state, 'firing')
  t.is(dead?.node, 'urn:example:node')
  t.regex(String(dead?.link), /^http:\/\/127\.0\.0\.1:\d+\/#\/dead$/)
  t.regex(String(dead?.runbook), /^http:\/\/127\.0\.0\.1:\d+\/incidents\.html#dead-letters$/)
  const breaker = posts.find(({ kind }) => kind === 'destination-down')
  t.regex(String(breaker?.text), /The circuit breaker of down is open/)
  const mails = [await sink.mail(0), await sink.mail(1)]
  const mail = mails
    .map(({ content }) => content.toString('utf8'))
    .find((one) => /3 dead letters/.test(one))
  t.regex(mail ?? '', /^Subject: Alert: 3 dead letters: /m)
  t.regex(mail ?? '', /^Auto-Submitted: auto-generated\r$/m)
  t.is(mails[0]?.from, '')
  t.deepEqual(mails[0]?.to, ['ops@people.example'])
})

test('a relay that takes no alert makes a line in the log, and no dead letter of its own', async (t) => {
  const down = await freePort()
  const hook = await startWebhook(t)
  const relay = `smtp://127.0.0.1:${await freePort()}`
  const settings = [
    'node.uri=urn:example:node',
    'plugins=[]',
    `routes=[{"to":"http://127.0.0.1:${down}/","mode":"store"}]`,
    'queue.retry={"attempts":1,"delay":"1ms","maxDelay":"1ms","timeLimit":"5s"}',
    `smtp.relay=${JSON.stringify({ url: relay, from: 'bus@node.example' })}`,
    'smtp.domains=["node.example"]',
    `alerts.webhook={"url":"${hook.url}"}`,
    'alerts.mail={"to":["ops@people.example"]}',
  ]
  const node = await startBounded({ alerts: { group: 10 } }, settings)
  t.teardown(() => node.stop())
  await ask(node.url, soap11(ADD))
  await hook.post(0)
  await node.logged(
    ({ msg, channel }) => channel === 'mail' && /did not get through/.test(String(msg)),
  )
  t.is(await node.stop(), 0)
  t.is(node.log.filter(({ event, outcome }) => event === 'job' && outcome === 'dead').length, 1)
})

test('waybill alerts test sends one over each channel, and says what did not get through', async (t) => {
  const hook = await startWebhook(t, (index) => (index === 0 ? 200 : 403))
  const sink = await mailSink()
  t.teardown(() => sink.close())
  const settings = [`alerts.webhook={"url":"${hook.url}"}`, ...byMail(sink)]
  const flags = settings.flatMap((setting) => ['--set', setting])
  const good = await cli(['alerts', 'test', ...flags])
  t.is(good.code, 0, good.err)
  t.regex(good.out, /^webhook {2}sent\nmail {2}sent\n$/)
  t.is((await hook.post(0)).json.state, 'test')
  t.regex((await sink.mail(0)).content.toString('utf8'), /^Subject: Test: /m)
  const bad = await cli(['alerts', 'test', '--json', ...flags])
  t.is(bad.code, 69)
  t.deepEqual(JSON.parse(bad.out.split('\n')[0] ?? ''), {
    channel: 'webhook',
    sent: false,
    cause: 'the webhook answered with 403',
  })
})

test('waybill alerts test without a channel says what to configure', async (t) => {
  const { code, err } = await cli(['alerts', 'test'])
  t.is(code, 78)
  t.regex(err, /alerts\.webhook or alerts\.mail/)
})
