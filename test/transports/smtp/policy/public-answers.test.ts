/** What strangers make this node send: so many answers in an hour for all of them together, and none of their mails lost. */
import { createHash } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { Outcome } from '../../../../src/transport.js'
import { oneByOne } from '../../../../transports/smtp/in-sequence.js'
import { ImapReceiver, type ReadMail } from '../../../../transports/smtp/mailbox/receiver.js'
import type { SmtpOptions } from '../../../../transports/smtp/options.js'
import type { Resolve } from '../../../../transports/smtp/policy/proof.js'
import {
  PublicAnswers,
  TooManyStrangers,
} from '../../../../transports/smtp/policy/public-answers.js'
import { smtp } from '../../../../transports/smtp/section.js'
import { imapServer } from '../../../support/mail/imap-server.js'
import { READING } from '../../../support/mail/sender.js'
import { mailOf, receiving, Talk } from '../../../support/mail/smtp.js'
import { talkOverTls, tlsFiles } from '../../../support/mail/tls.js'
import { type MessageOptions, messageOf } from '../../../support/nodes/messages.js'
import { ADD, soap11 } from '../../../support/wire/envelopes.js'

const FULL = '450 4.7.1 too many mails of strangers to answer, try again later'
const TAKEN = /^250/

interface Setup {
  readonly settings?: Partial<SmtpOptions>
  readonly receive?: () => Promise<Outcome>
  readonly resolve?: Resolve
}

/** Two answers to strangers in an hour; echo has public operations, and no rule admits anybody. */
async function open(t: ExecutionContext, { settings, receive, resolve }: Setup = {}) {
  const node = await receiving(t, {
    settings: { senders: [], open: ['echo'], maxPublicAnswersPerHour: 2, ...settings },
    ...(receive && { receive }),
    ...(resolve && { resolve }),
  })
  const talkFrom = async (address?: string) => {
    const talk = await Talk.open(node.port, address)
    t.teardown(() => talk.close())
    return talk
  }
  return { ...node, talkFrom }
}

let count = 0
/** A mail that nobody has sent before, of a sender of its own. */
const mailFrom = (author: string, fields: Readonly<Record<string, string>> = {}) => {
  count += 1
  const named = { From: author, 'Message-ID': `<${count}@anywhere.example>` }
  return mailOf(soap11(ADD), { ...named, ...fields })
}

const send = (
  talk: Talk,
  author: string,
  fields = {},
  to: string | readonly string[] = 'echo@localhost',
) => talk.deliver(mailFrom(author, fields), to, author)

test('beyond the bound the next mail is to come again, whoever the stranger says it is', async (t) => {
  const { talkFrom, messages, log } = await open(t)
  const talk = await talkFrom()
  t.regex(await send(talk, 'a@one.example'), TAKEN)
  t.regex(await send(talk, 'b@two.example'), TAKEN)
  t.is(await send(talk, 'c@three.example'), FULL)
  t.is(await send(await talkFrom('127.0.0.2'), 'd@four.example'), FULL)
  t.is(messages.length, 2)
  t.true(log.some(({ msg, outcome }) => msg === 'refused' && outcome === FULL))
})

for (const [what, senders] of [
  ['that admits everybody', [{}]],
  ['about From alone, which anybody can write', [{ mailboxes: ['*@one.example'] }]],
] as const) {
  test(`a rule ${what} makes no sender known`, async (t) => {
    const { talkFrom } = await open(t, { settings: { senders } })
    const talk = await talkFrom()
    for (const n of [1, 2]) t.regex(await send(talk, `${n}@one.example`), TAKEN)
    t.is(await send(talk, '3@one.example'), FULL)
  })
}

test('who is admitted by a network or has authenticated is no stranger', async (t) => {
  const { talkFrom, securePort } = await open(t, {
    settings: {
      tlsFiles: tlsFiles(),
      securePort: 0,
      senders: [{ hosts: ['127.0.0.2'] }],
      users: { robot: `sha256:${createHash('sha256').update('long').digest('hex')}` },
    },
  })
  const stranger = await talkFrom()
  for (const n of [1, 2]) t.regex(await send(stranger, `${n}@one.example`), TAKEN)
  t.is(await send(stranger, '3@one.example'), FULL)
  const talk = await talkFrom('127.0.0.2')
  const robot = await talkOverTls({ securePort })
  t.teardown(() => robot.close())
  await robot.say('EHLO robot.example')
  t.regex(await robot.say(`AUTH PLAIN ${Buffer.from('\0robot\0long').toString('base64')}`), /^235/)
  for (const n of [4, 5, 6]) {
    t.regex(await send(talk, `${n}@one.example`), TAKEN)
    t.regex(await send(robot, `${n}@two.example`), TAKEN)
  }
})

const SPF: Resolve = async (name, type) => {
  if (type === 'TXT' && name === 'one.example') return [['v=spf1 ip4:127.0.0.1 -all']]
  throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
}

test('an answer to the domain that is proven to have sent the mail is for no third party', async (t) => {
  const settings = { proveAlways: true, maxPublicAnswersPerHour: 1 }
  const { talkFrom } = await open(t, { settings, resolve: SPF })
  const talk = await talkFrom()
  for (const n of [1, 2, 3]) t.regex(await send(talk, `${n}@one.example`), TAKEN)
  const elsewhere = { 'Reply-To': 'victim@two.example' }
  t.regex(await send(talk, '4@one.example', elsewhere), TAKEN)
  t.is(await send(talk, '5@one.example', elsewhere), FULL)
  // Its faults may go to the envelope sender.
  t.is(await talk.deliver(mailFrom('6@one.example'), 'echo@localhost', 'v@two.example'), FULL)
})

test('a mail that gets no answer takes no room', async (t) => {
  const { talkFrom, messages } = await open(t)
  const talk = await talkFrom()
  for (const n of [1, 2, 3]) {
    t.regex(await send(talk, `${n}@one.example`, { 'Auto-Submitted': 'auto-replied' }), TAKEN)
    t.regex(await talk.deliver(mailFrom(`${n}@one.example`), 'echo@localhost', ''), TAKEN)
  }
  t.is(messages.length, 6)
  for (const n of [4, 5]) t.regex(await send(talk, `${n}@one.example`), TAKEN)
  t.is(await send(talk, '6@one.example'), FULL)
})

test('what the node does not take takes no room', async (t) => {
  const outcomes: Outcome[] = [
    { kind: 'refused', refusal: 'unavailable' },
    { kind: 'refused', refusal: 'forbidden' },
  ]
  const { talkFrom } = await open(t, {
    receive: async () => outcomes.pop() ?? { kind: 'accepted' },
  })
  const talk = await talkFrom()
  t.regex(await send(talk, '1@one.example'), /^550/)
  t.regex(await send(talk, '2@one.example'), /^451/)
  for (const n of [3, 4]) t.regex(await send(talk, `${n}@one.example`), TAKEN)
  t.is(await send(talk, '5@one.example'), FULL)
})

test('an answer that is promised has its room before it is given', async (t) => {
  let end: (outcome: Outcome) => void = () => undefined
  const ended = new Promise<Outcome>((resolve) => {
    end = resolve
  })
  let begun: () => void = () => undefined
  const both = new Promise<void>((resolve) => {
    begun = resolve
  })
  const { talkFrom, messages } = await open(t, {
    receive: () => {
      if (messages.length === 2) begun()
      return ended
    },
  })
  const [one, two, three] = await Promise.all([talkFrom(), talkFrom(), talkFrom()])
  const first = send(one, '1@one.example')
  const second = send(two, '2@two.example')
  await both
  t.is(await send(three, '3@three.example'), FULL)
  end({ kind: 'accepted' })
  t.regex(await first, TAKEN)
  t.regex(await second, TAKEN)
})

test('a mail to more public addresses than the bound has comes in once nothing else does', async (t) => {
  const { talkFrom } = await open(t, {
    settings: { open: ['echo', 'calculator'], maxPublicAnswersPerHour: 1 },
  })
  const talk = await talkFrom()
  const both = ['echo@localhost', 'calculator@localhost']
  t.regex(await send(talk, '1@one.example', {}, both), TAKEN)
  t.is(await send(talk, '2@one.example', {}, both), FULL)
})

test('a reload forgets nothing', async (t) => {
  const { talkFrom, transport } = await open(t)
  const talk = await talkFrom()
  for (const n of [1, 2]) t.regex(await send(talk, `${n}@one.example`), TAKEN)
  const section = smtp.parse({ port: 0, senders: [] })
  const plugins = [{ name: 'echo', public: true }]
  transport.reload({ section, plugins, paths: [], stateDir: '/nowhere' }).apply()
  t.is(await send(talk, '3@one.example'), FULL)
})

const STRANGER: MessageOptions = {
  transport: 'smtp',
  replyTo: 'mailto:a@one.example',
  admission: { senders: [], open: true },
}

const readText: ReadMail = async (mail) => {
  const body = await mail.bytes.bytes()
  const text = Buffer.from(body).toString()
  return [messageOf(text.startsWith('s') ? { ...STRANGER, body } : { body })]
}

test('a mailbox: mails of strangers stay unread until there is room, and hold up no others', async (t) => {
  const server = await imapServer()
  const texts: string[] = []
  const log: object[] = []
  const note = (fields: object, sentence?: string) => log.push({ ...fields, sentence })
  const strangers = new PublicAnswers(1)
  let room = false
  const receiver = new ImapReceiver(
    {
      url: server.url,
      login: { user: 'me', password: 'secret' },
      ...READING,
      concurrency: 1,
      maxMessage: 1000,
    },
    readText,
    { debug: note, warn: note, error: note },
    {
      hand: async (messages, receive) => {
        if (room) return oneByOne(messages, receive)
        try {
          return await strangers.handing(messages, receive)
        } catch (error) {
          // An hour is too long for a test.
          throw error instanceof TooManyStrangers ? new TooManyStrangers(20) : error
        } finally {
          server.look()
        }
      },
    },
  )
  for (const text of ['s1', 's2', 's3', 'known']) server.put(text)
  t.teardown(async () => {
    await receiver.close(AbortSignal.timeout(1000))
    await server.close()
  })
  await receiver.listen(async (message) => {
    texts.push(message.kind === 'envelope' ? Buffer.from(message.body).toString() : '')
    return { kind: 'accepted' }
  })
  await server.until(() => String(server.folder('Done')) === 's1,known')
  t.deepEqual(texts, ['s1', 'known'])
  t.deepEqual(server.folder('INBOX'), ['s2', 's3'])
  t.deepEqual(server.folder('Failed'), [])
  room = true
  await server.until(() => server.folder('INBOX')?.length === 0)
  t.deepEqual(texts, ['s1', 'known', 's2', 's3'])
  t.true(
    log.some((line) => 'sentence' in line && line.sentence === FULL.slice('450 4.7.1 '.length)),
  )
})

test('a mailbox: who waits is not fetched again before its time', async (t) => {
  const server = await imapServer()
  const receiver = new ImapReceiver(
    { url: server.url, login: { user: 'me', password: 'secret' }, ...READING, maxMessage: 1000 },
    readText,
    { debug: () => undefined, warn: () => undefined, error: () => undefined },
    {
      hand: async (messages, receive) => {
        if (messages[0]?.admission) throw new TooManyStrangers(3_600_000)
        return oneByOne(messages, receive)
      },
    },
  )
  t.teardown(async () => {
    await receiver.close(AbortSignal.timeout(1000))
    await server.close()
  })
  server.put('s1')
  await receiver.listen(async () => ({ kind: 'accepted' }))
  await server.until(() => server.commands.at(-1) === 'IDLE')
  for (const text of ['1', '2']) {
    server.put(text)
    await server.until(
      () => server.folder('Done')?.includes(text) === true && server.commands.at(-1) === 'IDLE',
    )
  }
  t.deepEqual(server.folder('INBOX'), ['s1'])
  t.is(server.commands.filter((command) => command.includes('FETCH 1 (UID BODY')).length, 1)
})
