/** The dialogue of mail that comes in: addresses, sizes, limits, what is taken and when. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { deferred } from '../../../../src/base/deferred.js'
import type { Outcome } from '../../../../src/transport.js'
import { folderOf } from '../../../support/folder.js'
import { mailOf, receiving, Talk } from '../../../support/mail/smtp.js'
import { ADD, soap11 } from '../../../support/wire/envelopes.js'

const MAIL = mailOf(soap11(ADD))

test('a mail is taken once the processor has it, and not before', async (t) => {
  const inside = deferred()
  const outcome = deferred<Outcome>()
  const { port, messages } = await receiving(t, {
    receive: () => {
      inside.resolve()
      return outcome.promise
    },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  let replied = false
  const reply = talk.deliver(MAIL, 'calculator@localhost').then((text) => {
    replied = true
    return text
  })
  await inside.promise
  t.false(replied)
  outcome.resolve({ kind: 'pending', exchange: 'x' })
  t.regex(await reply, /^250 2\.6\.0/)
  const [message] = messages
  t.is(message?.transport, 'smtp')
  t.is(message?.destination, 'calculator')
  t.is(message?.messageId, '<1@partner.example>')
  t.is(message?.replyTo, 'mailto:peer@partner.example')
  t.is(message?.peer?.address, '127.0.0.1')
  t.is(message?.peer?.mailbox, 'peer@partner.example')
  t.is(Buffer.from(message?.body ?? []).toString(), `${soap11(ADD)}\r\n`)
})

for (const [outcome, expected] of [
  [{ kind: 'refused', refusal: 'unavailable' }, /^451 4\.3\.0/],
  [{ kind: 'refused', refusal: 'busy' }, /^452 4\.3\.1/],
  [{ kind: 'refused', refusal: 'forbidden' }, /^550 5\.7\.1/],
  [{ kind: 'refused', refusal: 'too-large' }, /^552 5\.3\.4/],
  [{ kind: 'refused', refusal: 'undecodable' }, /^554 5\.6\.0/],
  [{ kind: 'refused', refusal: 'unsupported' }, /^554 5\.6\.0/],
  [{ kind: 'refused', refusal: 'unknown-destination' }, /^550 5\.1\.1/],
  [{ kind: 'accepted' }, /^250 2\.6\.0/],
  [{ kind: 'reply', message: { soap: '1.1', body: '<a/>' } }, /^250 2\.6\.0/],
] as const satisfies readonly (readonly [Outcome, RegExp])[]) {
  test(`${JSON.stringify(outcome)} is ${expected}, and the next mail is taken`, async (t) => {
    let first = true
    const { port, log } = await receiving(t, {
      receive: async () => {
        const input: Outcome = first ? outcome : { kind: 'accepted' }
        first = false
        return input
      },
    })
    const talk = await Talk.open(port)
    t.teardown(() => talk.close())
    t.regex(await talk.deliver(MAIL), expected)
    t.regex(await talk.deliver(MAIL), /^250 /)
    const nowhere = log.filter(({ msg }) => msg === 'an answer had nowhere to go')
    t.is(nowhere.length, outcome.kind === 'reply' ? 1 : 0)
  })
}

test('each recipient is a message of its own, and all must be durable', async (t) => {
  const busy = new Set<string | undefined>()
  const { port, messages } = await receiving(t, {
    settings: { addresses: { '*': {} } },
    receive: async ({ origin: { destination } }) =>
      busy.has(destination) ? { kind: 'refused', refusal: 'busy' } : { kind: 'accepted' },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  const to = ['echo@localhost', 'Calculator+token-1@LOCALHOST', 'anybody@localhost']
  t.regex(await talk.deliver(MAIL, to), /^250/)
  t.deepEqual(
    messages.map(({ destination }) => destination),
    ['echo', 'calculator', undefined],
  )
  t.deepEqual(messages[1]?.inReplyTo, ['token-1'])
  busy.add('calculator')
  t.regex(await talk.deliver(MAIL, to), /^452/)
})

test('a mail that is refused for some recipients only may come again', async (t) => {
  const { port } = await receiving(t, {
    receive: async ({ origin: { destination } }) =>
      destination === 'echo' ? { kind: 'refused', refusal: 'forbidden' } : { kind: 'accepted' },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(MAIL, ['echo@localhost', 'calculator@localhost']), /^451/)
})

test('only mail that cannot be read goes into the quarantine, with the reason', async (t) => {
  const quarantineFolder = folderOf(t, {})
  const quarantine = { mails: 10, bytes: 100_000, age: 60_000 }
  const kept = (folder = '') =>
    readdirSync(join(quarantineFolder, folder)).filter((name) => name.endsWith('.eml'))
  const { port, log } = await receiving(t, {
    settings: {
      quarantineFolder,
      quarantine,
      senders: [{ hosts: ['127.0.0.1'] }],
      open: ['echo'],
    },
    receive: async ({ origin: { destination } }) =>
      destination === 'calculator'
        ? { kind: 'refused', refusal: 'forbidden' }
        : { kind: 'refused', refusal: 'undecodable' },
  })
  const talk = await Talk.open(port)
  const unknown = await Talk.open(port, '127.0.0.2')
  t.teardown(() => talk.close())
  t.teardown(() => unknown.close())
  t.regex(await talk.deliver(MAIL), /^554 5\.6\.0/)
  const [name = ''] = kept()
  t.like(
    log.find(({ event }) => event === 'refused'),
    {
      level: 'warn',
      kept: join(quarantineFolder, name),
      messageId: '<1@partner.example>',
      from: 'peer@partner.example',
      recipients: ['echo@localhost'],
      outcome: '554 5.6.0 not a message that can be read',
    },
  )
  const text = readFileSync(join(quarantineFolder, name), 'latin1')
  t.regex(text, /^X-Waybill-Refused: 554 5\.6\.0 not a message that can be read\r$/m)
  t.regex(text, /^Return-Path: <peer@partner\.example>\r$/m)
  t.true(text.endsWith(`${MAIL}\r\n`))
  t.regex(await talk.deliver(mailOf('Hello', { 'Content-Type': 'text/plain' })), /^554 5\.6\.0/)
  t.regex(await talk.deliver('no header at all\r\n'), /^554 5\.6\.0/)
  t.is(kept().length, 3)
  t.regex(await talk.deliver(MAIL, 'calculator@localhost'), /^550/)
  t.regex(await talk.deliver(mailOf(soap11(ADD), { 'X-Waybill-Hops': '21' })), /^554 5\.4\.6/)
  t.is(kept().length, 3)
  t.regex(await unknown.deliver(MAIL), /^554 5\.6\.0/)
  t.regex(await unknown.deliver('no header at all\r\n'), /^554 5\.6\.0/)
  t.is(kept().length, 3)
  t.is(kept('unknown-senders').length, 2)
})

test('a folder that cannot be written to changes no reply', async (t) => {
  const folder = folderOf(t, { file: '' })
  const quarantine = { mails: 10, bytes: 100_000, age: 60_000 }
  const { port, log } = await receiving(t, {
    settings: { quarantineFolder: join(folder, 'file'), quarantine },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver('no header at all\r\n'), /^554 5\.6\.0/)
  t.true(log.some(({ msg }) => msg === 'a refused mail cannot be kept'))
  t.regex(await talk.deliver(MAIL), /^250/)
})

test('the node takes mail for its own addresses only', async (t) => {
  const { port, messages } = await receiving(t)
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  for (const [address, expected] of [
    ['somebody@elsewhere.example', /^554 5\.7\.1/],
    ['echo@sub.localhost', /^554 5\.7\.1/],
    ['echo%elsewhere.example@localhost', /^550 5\.1\.1/],
    ['elsewhere.example!echo@localhost', /^550 5\.1\.1/],
    ['nobody@localhost', /^550 5\.1\.1/],
    ['*@localhost', /^550 5\.1\.1/],
    ['"echo"@localhost', /^550 5\.1\.1/],
    ['echo@elsewhere.example@localhost', /^501 5\.1\.3/],
    ['@elsewhere.example:nobody@localhost', /^550 5\.1\.1/],
    ['echo', /^501 5\.1\.3/],
    ['postmaster', /^5/],
  ] as const) {
    t.regex(await talk.envelope(address), expected, address)
  }
  t.deepEqual(messages, [])
  t.regex(await talk.deliver(MAIL), /^250/)
})

test('a size that is declared or sent beyond the limit is refused', async (t) => {
  const { port, messages } = await receiving(t, { settings: { maxMessage: 10_000 } })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.say('EHLO x'), /250[- ]SIZE 10000/)
  t.regex(await talk.say('MAIL FROM:<a@b.example> SIZE=999999999'), /^552 5\.3\.4/)
  const large = mailOf(soap11(ADD) + ' '.repeat(900).concat('\r\n').repeat(12))
  t.regex(await talk.deliver(large), /^552 5\.3\.4/)
  t.deepEqual(messages, [])
  t.regex(await talk.deliver(MAIL), /^250/)
})

test('a mail beyond twice the limit ends the connection in its middle', async (t) => {
  const { port, messages } = await receiving(t, { settings: { maxMessage: 10_000 } })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  await talk.envelope('echo@localhost')
  await talk.say('DATA')
  for (let sent = 0; sent < 40; sent += 1) talk.write(`${'x'.repeat(998)}\r\n`)
  t.deepEqual(await talk.rest(), ['552 5.3.4 too large'])
  t.deepEqual(messages, [])
})

test('what all mails together may have is a limit, too', async (t) => {
  const { port } = await receiving(t, { settings: { maxReceiving: 20_000 } })
  const [one, two] = await Promise.all([Talk.open(port), Talk.open(port)])
  t.teardown(() => one.close())
  t.teardown(() => two.close())
  await one.envelope('echo@localhost')
  await one.say('DATA')
  one.write(`${MAIL}\r\n${`${' '.repeat(98)}\r\n`.repeat(150)}`)
  t.regex(
    await two.deliver(mailOf(soap11(ADD + `${' '.repeat(98)}\r\n`.repeat(150)))),
    /^452 4\.3\.1/,
  )
  t.regex(await one.say('.'), /^250/)
  t.regex(await two.deliver(MAIL), /^250/)
})

test('recipients beyond the limit are told to come in another mail', async (t) => {
  const { port, messages, log } = await receiving(t, {
    settings: { addresses: { '*': {} }, maxRecipients: 10 },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  await talk.say('EHLO x')
  await talk.say('MAIL FROM:<a@b.example>')
  const replies: string[] = []
  for (let at = 0; at < 20; at += 1) replies.push(await talk.say(`RCPT TO:<r${at}@localhost>`))
  t.is(replies.filter((reply) => reply.startsWith('250')).length, 10)
  t.is(replies.filter((reply) => reply.startsWith('452 4.5.3')).length, 10)
  await talk.say('DATA')
  talk.write(`${MAIL}\r\n`)
  t.regex(await talk.say('.'), /^250/)
  t.deepEqual(
    messages.map(({ destination }) => destination),
    [undefined],
  )
  t.true(log.length < 5)
})

test('mails from one address are limited in number, and come again later', async (t) => {
  const { port } = await receiving(t, { settings: { maxMailsPerMinute: 2 } })
  const talk = await Talk.open(port)
  const other = await Talk.open(port, '127.0.0.2')
  t.teardown(() => talk.close())
  t.teardown(() => other.close())
  t.regex(await talk.deliver(MAIL), /^250/)
  t.regex(await talk.deliver(MAIL), /^250/)
  t.regex(await talk.deliver(MAIL), /^450 4\.7\.1/)
  t.regex(await other.deliver(MAIL), /^250/)
})

test('one correspondent gets so many answers in an hour', async (t) => {
  const { port, messages } = await receiving(t, { settings: { maxAnswersPerHour: 2 } })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(MAIL), /^250/)
  t.regex(await talk.deliver(MAIL), /^250/)
  t.regex(await talk.deliver(MAIL), /^450 4\.7\.1/)
  t.regex(await talk.deliver(mailOf(soap11(ADD), { From: 'other@partner.example' })), /^250/)
  t.regex(await talk.deliver(mailOf(soap11(ADD), { Precedence: 'list' })), /^250/)
  t.is(messages.length, 4)
})

test('close lets a mail end, sends idle peers away, and takes no new ones', async (t) => {
  const inside = deferred()
  const outcome = deferred<Outcome>()
  const { port, transport } = await receiving(t, {
    receive: () => {
      inside.resolve()
      return outcome.promise
    },
  })
  const [idle, busy] = await Promise.all([Talk.open(port), Talk.open(port)])
  const reply = busy.deliver(MAIL)
  await inside.promise
  const closing = transport.close(new AbortController().signal)
  t.deepEqual(await idle.rest(), ['421 4.3.2 closing down'])
  idle.close()
  t.deepEqual(await Talk.silent(port).rest(), [])
  outcome.resolve({ kind: 'accepted' })
  t.regex(await reply, /^250/)
  t.deepEqual(await busy.rest(), ['421 4.3.2 closing down'])
  busy.close()
  await closing
  t.deepEqual(transport.listening, [])
})

test('the deadline of close cuts off what runs', async (t) => {
  const { port, transport } = await receiving(t, { receive: () => new Promise(() => undefined) })
  const talk = await Talk.open(port)
  await talk.envelope('echo@localhost')
  await talk.say('DATA')
  talk.write(`${MAIL}\r\n.\r\n`)
  await transport.close(AbortSignal.timeout(50))
  t.is(await talk.reply(), '')
})

test('a port in use is reported', async (t) => {
  const { port } = await receiving(t)
  const error = await t.throwsAsync(receiving(t, { settings: { port } }))
  t.is((error as NodeJS.ErrnoException).code, 'EADDRINUSE')
})
