/** One mail to many recipients: decoded and handed over once for what it is for, and within the bound until it is durable. */
import test from 'ava'
import type { InboundMessage, Outcome } from '../../src/transport.js'
import { mailOf, receiving, Talk } from '../support/mail/smtp.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const HUNDRED = Array.from({ length: 100 }, (_, index) => index)
const BASE64 = Buffer.from(soap11(ADD)).toString('base64')

test('a hundred addresses of one plugin are one message, which knows what each names', async (t) => {
  const node = await receiving(t)
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  const to = HUNDRED.map((index) => `echo+${index}@localhost`)
  t.regex(await talk.deliver(mailOf(soap11(ADD)), to), /^250/)
  t.is(node.messages.length, 1)
  t.deepEqual(node.messages[0]?.inReplyTo?.slice(0, 3), ['0', '1', '2'])
})

test('so are a hundred addresses that only * is for', async (t) => {
  const node = await receiving(t, { settings: { addresses: { '*': { plugin: 'echo' } } } })
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  const to = HUNDRED.map((index) => `a${index}@localhost`)
  t.regex(await talk.deliver(mailOf(soap11(ADD)), to), /^250/)
  t.deepEqual(
    node.messages.map(({ destination }) => destination),
    ['echo'],
  )
})

test('a mail for two plugins is decoded once, and the second has it when the first is durable', async (t) => {
  const received: InboundMessage[] = []
  const running: number[] = []
  let now = 0
  const receive = async (message: InboundMessage): Promise<Outcome> => {
    received.push(message)
    now += 1
    running.push(now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    return { kind: 'accepted' }
  }
  const node = await receiving(t, { receive })
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  const mail = mailOf(BASE64, { 'Content-Transfer-Encoding': 'base64' })
  t.regex(await talk.deliver(mail, ['echo@localhost', 'calculator@localhost']), /^250/)
  const [first, second] = received.map((message) =>
    message.kind === 'envelope' ? message.body : undefined,
  )
  t.is(received.length, 2)
  t.truthy(first)
  t.is(first, second)
  t.deepEqual(running, [1, 1])
})

test('what is received is bounded until its message is durable', async (t) => {
  let begun: () => void = () => undefined
  let durable: () => void = () => undefined
  const working = new Promise<void>((resolve) => {
    begun = resolve
  })
  const work = new Promise<void>((resolve) => {
    durable = resolve
  })
  const node = await receiving(t, {
    settings: { maxReceiving: 60_000 },
    receive: async () => {
      begun()
      await work
      return { kind: 'accepted' }
    },
  })
  const [one, two] = await Promise.all([Talk.open(node.port), Talk.open(node.port)])
  t.teardown(() => [one, two].map((talk) => talk.close()))
  const mail = mailOf(soap11(`<x>${'a'.repeat(40_000)}</x>`))
  const first = one.deliver(mail)
  await working
  t.regex(await two.deliver(mail), /^452 4\.3\.1/)
  durable()
  t.regex(await first, /^250/)
  t.regex(await two.deliver(mail), /^250/)
})
