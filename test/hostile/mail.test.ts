/** Hostile mail and hostile mail clients: each is refused or bounded, and a good mail is taken right after. */
import test, { type ExecutionContext } from 'ava'
import {
  mailOf,
  type Receiving,
  type ReceivingOptions,
  receiving,
  Talk,
} from '../support/mail/smtp.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const MAIL = mailOf(soap11(ADD))
const HONEST = mailOf(soap11(ADD), { 'Message-ID': '<honest@partner.example>' })
const MIB = 1024 ** 2

interface Victim extends Receiving {
  /** Messages that came of hostile mail. */
  hostile(): number
  /** A good mail is taken on a connection that was open all the time; little was logged. */
  lives(t: ExecutionContext): Promise<void>
}

async function victim(t: ExecutionContext, options: ReceivingOptions = {}): Promise<Victim> {
  const node = await receiving(t, options)
  const honest = await Talk.open(node.port, '127.0.0.9')
  t.teardown(() => honest.close())
  const before = process.memoryUsage().rss
  return {
    ...node,
    messages: node.messages,
    hostile: () => node.messages.filter(({ messageId }) => !messageId?.includes('honest')).length,
    lives: async () => {
      t.regex(await honest.deliver(HONEST), /^250/)
      t.true(process.memoryUsage().rss - before < 256 * MIB)
      const refused = node.log.filter(({ level, msg }) => level !== 'debug' && msg === 'refused')
      for (const line of refused) t.true(JSON.stringify(line).length < 1024)
    },
  }
}

const SECOND =
  'MAIL FROM:<evil@partner.example>\r\nRCPT TO:<echo@localhost>\r\nDATA\r\n' +
  `${mailOf(soap11(ADD), { 'Message-ID': '<smuggled@evil.example>' })}\r\n.\r\nQUIT\r\n`

for (const [name, end] of [
  ['LF.LF', '\n.\n'],
  ['LF.CRLF', '\n.\r\n'],
  ['CR.CR', '\r.\r'],
  ['CR.CRLF', '\r.\r\n'],
  ['CRLF.LF', '\r\n.\n'],
  ['CRLF.CR', '\r\n.\r'],
  ['LF.CR', '\n.\r'],
  ['CR.LF', '\r.\n'],
  ['CRLF NUL.CRLF', '\r\n\0.\r\n'],
  ['CRLF.NUL CRLF', '\r\n.\0\r\n'],
  ['CRCRLF.CRLF', '\r\r\n.\r\n'],
] as const) {
  for (const pieces of ['in one piece', 'byte by byte', 'in two pieces'] as const) {
    test(`a second mail behind ${name}, ${pieces}, is none`, async (t) => {
      const node = await victim(t)
      const talk = await Talk.open(node.port)
      t.teardown(() => talk.close())
      await talk.envelope('echo@localhost')
      await talk.say('DATA')
      const bytes = `${MAIL}${end}${SECOND}`
      if (pieces === 'byte by byte') for (const byte of bytes) talk.write(byte)
      else if (pieces === 'in two pieces') {
        const middle = MAIL.length + 1
        talk.write(bytes.slice(0, middle))
        await new Promise((resolve) => setImmediate(resolve))
        talk.write(bytes.slice(middle))
      } else talk.write(bytes)
      const replies = await talk.rest()
      t.is(replies.length, 1)
      t.regex(replies[0] ?? '', /^550 5\.6\.0 bare (?:LF|CR|NUL)$/)
      t.is(node.hostile(), 0)
      await node.lives(t)
    })
  }
}

test.serial('all of it in one packet with the commands before it', async (t) => {
  const node = await victim(t)
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  await talk.say('EHLO evil.example')
  const first = `MAIL FROM:<a@b.example>\r\nRCPT TO:<echo@localhost>\r\nDATA\r\n${MAIL}`
  talk.write(`${first}\r\n.\r\n${first}\n.\r\n${SECOND}`)
  const replies = await talk.rest()
  t.deepEqual(
    replies.map((reply) => reply.slice(0, 3)),
    ['250', '250', '354', '250', '250', '250', '354', '550'],
  )
  t.is(node.hostile(), 1)
  await node.lives(t)
})

test('a bare LF ends no command', async (t) => {
  const node = await victim(t)
  for (const line of ['EHLO x\n', 'EHLO x\r', 'EHLO\0 x\r\n', 'EHLO x\r\r\n', '\n', '\r\0']) {
    const talk = await Talk.open(node.port)
    talk.write(`${line}NOOP\r\n`)
    const replies = await talk.rest()
    t.is(replies.length, 1, JSON.stringify(line))
    t.regex(replies[0] ?? '', /^500 5\.5\.2 bare/)
    talk.close()
  }
  await node.lives(t)
})

test.serial('a line without end, and a command of 5 KB', async (t) => {
  const node = await victim(t)
  const flood = await Talk.open(node.port)
  t.teardown(() => flood.close())
  flood.write('x'.repeat(100 * 1024))
  t.regex((await flood.rest()).at(-1) ?? '', /^421/)
  const long = await Talk.open(node.port)
  t.teardown(() => long.close())
  await long.say('EHLO x')
  t.regex(await long.say(`MAIL FROM:<${'a'.repeat(5 * 1024)}@b.example>`), /^501/)
  t.regex(await long.say(`EHLO ${'a'.repeat(5 * 1024)}`), /^501/)
  await node.lives(t)
})

test.serial('a body that never ends is given up at twice the limit', async (t) => {
  const node = await victim(t, { settings: { maxMessage: 100_000 } })
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  await talk.envelope('echo@localhost')
  await talk.say('DATA')
  const line = `${'x'.repeat(998)}\r\n`
  let sent = 0
  const timer = setInterval(() => {
    for (let count = 0; count < 50; count += 1) talk.write(line)
    sent += 50
  }, 1)
  const replies = await talk.rest()
  clearInterval(timer)
  t.deepEqual(replies, ['552 5.3.4 too large'])
  t.true(sent < 1000)
  t.is(node.hostile(), 0)
  await node.lives(t)
})

test.serial('a size beyond the limit, said at MAIL or not said at all', async (t) => {
  const node = await victim(t, { settings: { maxMessage: 100_000 } })
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  await talk.say('EHLO x')
  t.regex(await talk.say('MAIL FROM:<a@b.example> SIZE=999999999'), /^552 5\.3\.4/)
  const large = mailOf(soap11(ADD) + `${'x'.repeat(98)}\r\n`.repeat(1200))
  t.regex(await talk.deliver(large), /^552 5\.3\.4/)
  await talk.say('MAIL FROM:<a@b.example> SIZE=10')
  await talk.say('RCPT TO:<echo@localhost>')
  await talk.say('DATA')
  talk.write(large)
  t.regex(await talk.say('\r\n.'), /^552 5\.3\.4/)
  t.is(node.hostile(), 0)
  await node.lives(t)
})

test.serial('ten thousand recipients, a hundred of which are taken', async (t) => {
  const node = await victim(t, { settings: { addresses: { '*': {} } } })
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  await talk.say('EHLO x')
  await talk.say('MAIL FROM:<a@b.example>')
  const replies: string[] = []
  for (let at = 0; at < 10_000 && replies.at(-1) !== ''; at += 1) {
    replies.push(await talk.say(`RCPT TO:<r${at}@localhost>`))
  }
  replies.pop()
  t.is(replies.filter((reply) => reply.startsWith('250')).length, 100)
  t.true(replies.filter((reply) => reply.startsWith('452')).length >= 100)
  t.regex(replies.at(-1) ?? '', /^421 4\.7\.0/)
  t.is(node.hostile(), 0)
  await node.lives(t)
})

test.serial('nothing is relayed', async (t) => {
  const node = await victim(t)
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  for (const address of [
    'victim@elsewhere.example',
    'victim%elsewhere.example@localhost',
    'elsewhere.example!victim@localhost',
    '@localhost:victim@elsewhere.example',
    '@elsewhere.example,@localhost:victim@elsewhere.example',
    '"victim@elsewhere.example"@localhost',
    'victim@elsewhere.example@localhost',
    'victim@[127.0.0.1]',
    'victim@localhost.elsewhere.example',
    'victim@xn--lcalhost-b3a',
  ]) {
    t.regex(await talk.envelope(address), /^5(?:50|54|01) 5/, address)
    t.regex(await talk.say('DATA'), /^503/)
  }
  await node.lives(t)
})

test.serial('what is cut off in its middle is not taken', async (t) => {
  const node = await victim(t, { settings: { dataTimeout: 1000 } })
  for (const end of ['end', 'reset', 'stall'] as const) {
    const talk = await Talk.open(node.port)
    await talk.envelope('echo@localhost')
    await talk.say('DATA')
    talk.write(`${MAIL}\r\n.\r`)
    if (end === 'end') talk.end()
    if (end === 'reset') talk.reset()
    const replies = await talk.rest()
    if (end === 'stall') t.deepEqual(replies, ['421 4.4.2 too slow'])
    talk.close()
  }
  t.is(node.hostile(), 0)
  await node.lives(t)
})

test.serial('a client that sends a byte now and then has the time of one mail', async (t) => {
  const node = await victim(t, { settings: { commandTimeout: 1000, dataTimeout: 1000 } })
  for (const stage of ['command', 'data'] as const) {
    const talk = await Talk.open(node.port)
    if (stage === 'data') {
      await talk.envelope('echo@localhost')
      await talk.say('DATA')
    }
    // Had each byte its own time, this would go on for ever.
    const timer = setInterval(() => talk.write('x'), 20)
    const replies = await talk.rest()
    clearInterval(timer)
    t.deepEqual(replies, ['421 4.4.2 too slow'], stage)
    talk.close()
  }
  t.is(node.hostile(), 0)
  // The one that was open all the time was too slow as well.
  const good = await Talk.open(node.port)
  t.teardown(() => good.close())
  t.regex(await good.deliver(HONEST), /^250/)
})

test.serial('a client that says nothing of use is sent away', async (t) => {
  const node = await victim(t)
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  talk.write('NOOP\r\n'.repeat(5000))
  const replies = await talk.rest()
  t.true(replies.length <= 1001)
  t.regex(replies.at(-1) ?? '', /^421/)
  const slow = await victim(t, { settings: { commandTimeout: 200 } })
  const bored = await Talk.open(slow.port)
  t.teardown(() => bored.close())
  const timer = setInterval(() => bored.write('NOOP\r\n'), 30)
  t.teardown(() => clearInterval(timer))
  t.regex((await bored.rest()).at(-1) ?? '', /^421 4\.4\.2/)
  await node.lives(t)
})

test.serial('500 idle connections are bounded, per address and in all', async (t) => {
  const node = await victim(t, {
    settings: { maxConnections: 120, maxConnectionsPerAddress: 100 },
  })
  const talks = Array.from({ length: 500 }, (_, at) =>
    Talk.silent(node.port, at < 400 ? '127.0.0.1' : '127.0.0.2'),
  )
  t.teardown(() => {
    for (const talk of talks) talk.close()
  })
  const firsts = await Promise.all(talks.map((talk) => talk.reply()))
  t.true(firsts.filter((reply) => reply.startsWith('220')).length <= 119)
  t.true(firsts.some((reply) => reply === '421 4.7.0 too many connections'))
  t.true(firsts.some((reply) => reply === ''))
  await node.lives(t)
  for (const talk of talks) talk.close()
  // There is room again once the node has seen that they are gone.
  let again = Talk.silent(node.port)
  t.teardown(() => again.close())
  while (!(await again.reply()).startsWith('220')) again = Talk.silent(node.port)
  t.regex(await again.deliver(MAIL), /^250/)
})

test.serial('CRLF in addresses and values makes no line of its own', async (t) => {
  const node = await victim(t)
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  await talk.say('EHLO x')
  for (const line of [
    'MAIL FROM:<a@b.example> ENVID=x+0D+0AMAIL',
    'MAIL FROM:<a+0D+0Ab@c.example\u0085>',
    'MAIL FROM:<a b@c.example>',
    'MAIL FROM:<"a\u0001"@c.example>',
    'MAIL FROM:<a@b.example>> <c@d>',
  ]) {
    t.regex(await talk.say(line), /^5/, JSON.stringify(line))
  }
  t.is(node.hostile(), 0)
  await node.lives(t)
})

test.serial('automatic mail is taken, and never to be answered', async (t) => {
  const node = await victim(t)
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  const send = (fields: Record<string, string>, from?: string) =>
    talk.deliver(mailOf(soap11(ADD), fields), 'echo@localhost', from)
  t.regex(await send({ 'Auto-Submitted': 'auto-replied' }), /^250/)
  t.regex(await send({ Precedence: 'bulk' }), /^250/)
  t.regex(await send({}, ''), /^250/)
  t.regex(await send({ From: 'calculator@localhost' }), /^250/)
  for (const message of node.messages) {
    t.is(message.answerable, 'never')
    t.is(message.replyTo, undefined)
  }
  t.is(node.messages.length, 4)
  t.regex(await talk.deliver(mailOf('I am away', { 'Content-Type': 'text/plain' })), /^554 5\.6\.0/)
  await node.lives(t)
})

test.serial('a mail that goes in a circle is refused', async (t) => {
  const node = await victim(t)
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  const circle = /^554 5\.4\.6/
  const received = 'Received: from a by b; Mon, 05 Oct 2026 10:00:00 +0000\r\n'
  t.regex(await talk.deliver(received.repeat(51) + MAIL), circle)
  t.regex(await talk.deliver(mailOf(soap11(ADD), { 'X-Waybill-Hops': '21' })), circle)
  t.regex(await talk.deliver(mailOf(soap11(ADD), { 'X-Waybill-Hops': '-1' })), circle)
  t.regex(await talk.deliver(mailOf(soap11(ADD), { 'Delivered-To': 'Echo@localhost' })), circle)
  t.is(node.hostile(), 0)
  t.regex(await talk.deliver(received.repeat(50) + MAIL), /^250/)
  t.regex(await talk.deliver(mailOf(soap11(ADD), { 'X-Waybill-Hops': '20' })), /^250/)
  await node.lives(t)
})

test.serial('an answer goes to one plain address or the mail is refused', async (t) => {
  const node = await victim(t)
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  for (const value of ['g:a@b,c@d;', '"x@evil y"@ok', 'a@b\r\n Bcc: c@d', '"a b"@ok.example']) {
    const mail = mailOf(soap11(ADD), { 'Reply-To': value })
    t.regex(await talk.deliver(mail), /^554 5\.6\.0 reply-to/)
  }
  t.is(node.hostile(), 0)
  await node.lives(t)
})

test.serial(
  'a mail as large as allowed, of empty lines or of parts, holds nobody up',
  async (t) => {
    const node = await victim(t)
    const talk = await Talk.open(node.port)
    t.teardown(() => talk.close())
    t.regex(await talk.deliver(mailOf('\r\n'.repeat(5_000_000))), /^250/)
    t.regex(
      await talk.deliver(
        mailOf('--b\r\n\r\n'.repeat(1_000_000), { 'Content-Type': 'multipart/mixed; boundary=b' }),
      ),
      /^554/,
    )
    await node.lives(t)
  },
)
