/** How notices get through a webhook: tried again, signed, never redirected, and nothing waits for them. */
import { createHmac } from 'node:crypto'
import test from 'ava'
import { noticeText } from '../../src/operate/alerts/notice-text.js'
import { Outbox } from '../../src/operate/alerts/outbox.js'
import { webhookChannel } from '../../src/operate/alerts/webhook.js'
import { until } from '../support/jobs.js'
import { startWebhook } from '../support/webhook.js'

const NOTICE = noticeText(
  {
    kind: 'destination-down',
    state: 'firing',
    subject: 'Add: #',
    severity: 'error',
    remedy: 'Remove the cause.',
    waiting: 2,
    oldest: 1_000,
    title: 'Dead letters: Add',
    count: 2,
    first: 0,
    last: 1_000,
    examples: ['one', 'two'],
    page: '#/dead',
    more: 0,
  },
  'urn:node',
  'https://console.example/',
)

function noted() {
  const lines: string[] = []
  const note = (_: object, sentence?: string) => void lines.push(sentence ?? '')
  return { lines, info: note, warn: note }
}

const TIMEOUT = 5_000

test('a notice has a text that Slack shows, and a link to the console', async (t) => {
  const hook = await startWebhook(t)
  const outbox = new Outbox(webhookChannel({ url: hook.url }, TIMEOUT), noted())
  outbox.add(NOTICE)
  const { json, headers } = await hook.post(0)
  t.is(headers['content-type'], 'application/json')
  t.is(headers['x-waybill-signature'], undefined)
  t.regex(String(json.text), /^Alert: Dead letters: Add \(2 times\) \[urn:node\]/)
  t.is(json.link, 'https://console.example/#/dead')
  t.is(json.state, 'firing')
  t.deepEqual(json.examples, ['one', 'two'])
  await outbox.close()
})

test('with a secret, a notice is signed together with its time', async (t) => {
  const hook = await startWebhook(t)
  const outbox = new Outbox(webhookChannel({ secret: 's', url: hook.url }, TIMEOUT), noted())
  outbox.add(NOTICE)
  const { body, headers } = await hook.post(0)
  const [, time, hmac] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-waybill-signature'])) ?? []
  t.is(hmac, createHmac('sha256', 's').update(`${time}.${body}`).digest('hex'))
  await outbox.close()
})

test('a receiver that fails is tried again, and the log tells it once until a notice gets through', async (t) => {
  const hook = await startWebhook(t, (index) => (index < 3 ? 500 : 200))
  const log = noted()
  const outbox = new Outbox(webhookChannel({ url: hook.url }, TIMEOUT), log, [1, 1, 1, 1])
  outbox.add(NOTICE)
  await hook.post(3)
  await until(() => log.lines.length === 2)
  t.regex(log.lines[0] ?? '', /did not get through/)
  t.regex(log.lines[1] ?? '', /get through again/)
  await outbox.close()
})

test('a receiver that never answers costs its time, and no notice more than its attempts', async (t) => {
  const hook = await startWebhook(t, () => undefined)
  const log = noted()
  const outbox = new Outbox(webhookChannel({ url: hook.url }, 500), log, [1])
  outbox.add(NOTICE)
  outbox.add(NOTICE)
  await hook.post(3)
  t.is(log.lines.length, 1)
  await outbox.close()
})

test('a redirection is a failure, and nothing else is asked', async (t) => {
  const hook = await startWebhook(t, () => 302)
  const log = noted()
  const outbox = new Outbox(webhookChannel({ url: hook.url }, TIMEOUT), log, [])
  outbox.add(NOTICE)
  await until(() => log.lines.length === 1)
  t.is(hook.posted.length, 1)
  await outbox.close()
})

test('what waits for a receiver is bounded, and close gives it up', async (t) => {
  const hook = await startWebhook(t, () => undefined)
  const outbox = new Outbox(webhookChannel({ url: hook.url }, TIMEOUT), noted())
  for (let index = 0; index < 1_000; index += 1) outbox.add(NOTICE)
  await hook.post(0)
  await outbox.close()
  t.is(hook.posted.length, 1)
})
