/** Where hostile mail wants answers, and mail that comes twice: one address, one effect, one answer. */
import test, { type ExecutionContext } from 'ava'
import type { Plugin } from '../../src/plugin.js'
import type { OutboundMessage, Transport } from '../../src/transport.js'
import { until } from '../support/jobs.js'
import { bodyOf } from '../support/mail/client.js'
import { mailNode } from '../support/mail/node.js'
import { mailSink } from '../support/mail/sink.js'
import { mailOf, Talk } from '../support/mail/smtp.js'
import type { MessageOptions } from '../support/nodes/messages.js'
import { makeNode } from '../support/nodes/node.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const WSA = 'http://www.w3.org/2005/08/addressing'
const COUNT = '<n:Count xmlns:n="urn:n"/>'

/** A node that anybody may have answers sent to by mail, and what it would send. */
function generous() {
  const sent: { to: string; message: OutboundMessage }[] = []
  const transport: Transport = {
    name: 'smtp',
    schemes: ['mailto'],
    listening: [],
    listen: async () => undefined,
    send: async (message, to) => {
      sent.push({ to: to.href, message })
      return undefined
    },
    close: async () => undefined,
  }
  const node = makeNode(
    { n: { operations: [{ name: '{urn:n}Count', invoke: () => ({}) }] } },
    { transports: [transport], settings: ['replies={schemes: [mailto], hosts: ["*"]}'] },
  )
  const ask = async (block: string): Promise<readonly { to: string; body: string }[]> => {
    const message: MessageOptions = {
      transport: 'smtp',
      replyTo: 'mailto:peer@partner.example',
      reference: { references: [] },
    }
    const before = sent.length
    await node.inject(soap11(COUNT, block), message)
    await until(() => sent.length > before)
    return sent.slice(before).map(({ to, message: { body } }) => ({ to, body }))
  }
  return { ask }
}

const replyTo = (address: string, name = 'ReplyTo') =>
  `<a:${name} xmlns:a="${WSA}"><a:Address>${address}</a:Address></a:${name}><a:MessageID xmlns:a="${WSA}">urn:uuid:${Math.random()}</a:MessageID><a:Action xmlns:a="${WSA}">urn:n:Count</a:Action>`

test('an address that is one is where the answer goes', async (t) => {
  const [{ to = '', body = '' } = {}, ...more] = await generous().ask(replyTo('mailto:c@d.example'))
  t.is(to, 'mailto:c@d.example')
  t.regex(body, /CountResponse/)
  t.deepEqual(more, [])
})

for (const address of [
  'mailto:g:a@b.example,c@d.example;',
  'mailto:a@b.example,c@d.example',
  'mailto:&quot;x@evil y&quot;@ok.example',
  'mailto:&quot;a&quot;@b.example',
  'mailto:%22x@evil.example%22@ok.example',
  'mailto:a@b.example&#13;&#10;Bcc: c@d.example',
  'mailto:a@b.example%0d%0aBcc:%20c@d.example',
  'mailto:a@b.example?bcc=c@d.example',
  'mailto:a@b.example?to=c@d.example',
  'mailto:a%40evil.example@b.example',
  'mailto:a@[127.0.0.1]',
  'mailto:a@127.1',
  'mailto:a@2130706433.example@b.example',
  'mailto:@b.example',
  'mailto:a',
  `mailto:${'a'.repeat(65)}@b.example`,
  'MAILTO://a@b.example',
]) {
  for (const name of ['ReplyTo', 'FaultTo'] as const) {
    test(`${name} ${address}: a Client fault to its sender, and nothing else`, async (t) => {
      const [{ to = '', body = '' } = {}, ...more] = await generous().ask(replyTo(address, name))
      t.is(to, 'mailto:peer@partner.example')
      t.regex(body, /<faultcode[^>]*>\w+:(?:Client|InvalidAddress)</)
      t.deepEqual(more, [])
    })
  }
}

async function counting(t: ExecutionContext, most = 1000) {
  let count = 0
  const counter: Plugin = {
    operations: [
      {
        name: '{urn:n}Count',
        invoke() {
          count += 1
          return { count: String(count) }
        },
      },
    ],
  }
  const sink = await mailSink()
  const node = await mailNode({
    relay: sink.url,
    plugins: { counter },
    settings: { maxAnswersPerHour: most },
  })
  t.teardown(async () => {
    await node.close()
    await sink.close()
  })
  const deliver = async (mail: string) => {
    const talk = await Talk.open(node.port)
    const reply = await talk.deliver(mail, 'counter@bus.example')
    talk.close()
    return reply
  }
  return { deliver, sink, count: () => count, quiet: () => until(() => node.idle()) }
}

const counted = (fields: Record<string, string | undefined> = {}, body = COUNT) =>
  mailOf(soap11(body), { To: 'counter@bus.example', ...fields })

for (const [name, fields] of [
  ['the same Message-ID', {}],
  ['no Message-ID at all, the same bytes', { 'Message-ID': undefined }],
] as const) {
  test(`${name}, one after the other: one effect, 250 both, one answer`, async (t) => {
    const { deliver, sink, count, quiet } = await counting(t)
    t.regex(await deliver(counted(fields)), /^250/)
    await sink.mail(0)
    t.regex(await deliver(counted(fields)), /^250/)
    await quiet()
    t.is(count(), 1)
    t.is(sink.mails.length, 1)
  })

  test(`${name}, ten times at once on as many connections: one effect, one answer`, async (t) => {
    const { deliver, sink, count, quiet } = await counting(t)
    const replies = await Promise.all(Array.from({ length: 10 }, () => deliver(counted(fields))))
    for (const reply of replies) t.regex(reply, /^250/)
    await quiet()
    t.is(count(), 1)
    t.is(sink.mails.length, 1)
    t.regex(sink.mails[0]?.content.toString('latin1') ?? '', /CountResponse/)
  })
}

test('the same Message-ID with another body is a conflict, and told', async (t) => {
  const { deliver, sink, count, quiet } = await counting(t)
  t.regex(await deliver(counted()), /^250/)
  await sink.mail(0)
  t.regex(await deliver(counted({}, '<n:Count xmlns:n="urn:n"><n:x>1</n:x></n:Count>')), /^250/)
  await quiet()
  t.is(count(), 1)
  t.is(sink.mails.length, 2)
  const content = sink.mails[1]?.content.toString('latin1') ?? ''
  t.regex(bodyOf({ content }), /faultcode[^>]*>\w+:Client</)
})

test('the same Message-ID of another sender is another message', async (t) => {
  const { deliver, count, quiet } = await counting(t)
  t.regex(await deliver(counted()), /^250/)
  t.regex(await deliver(counted({ From: 'other@partner.example' })), /^250/)
  t.regex(await deliver(counted({ 'Message-ID': '<2@partner.example>' })), /^250/)
  await quiet()
  t.is(count(), 3)
})

test('a good mail is taken after all of these, and answered', async (t) => {
  const { deliver, sink, quiet } = await counting(t)
  t.regex(await deliver(mailOf(soap11(ADD), { To: 'x' })), /^250/)
  await quiet()
  t.is(sink.mails.length, 1)
})
