/** A mailbox in place of a listener: nothing leaves its folder before it is durable, whatever breaks. */
import test, { type ExecutionContext } from 'ava'
import type { Outcome, TransportLog } from '../../../../src/transport.js'
import type { MailboxOptions } from '../../../../transports/smtp/mailbox/options.js'
import { ImapReceiver, type ReadMail } from '../../../../transports/smtp/mailbox/receiver.js'
import { type ImapFaults, type ImapServer, imapServer } from '../../../support/mail/imap-server.js'
import { READING } from '../../../support/mail/sender.js'
import { tokenSource } from '../../../support/mail/token-source.js'
import { flat, messageOf } from '../../../support/nodes/messages.js'

const ACCEPTED: Outcome = { kind: 'accepted' }
const refused = (refusal: 'unavailable' | 'busy' | 'undecodable' | 'forbidden'): Outcome => ({
  kind: 'refused',
  refusal,
})

/** A mail is its body here; `bad` is no message, `private` not ours, `lookup` can be read the third time. */
let lookups = 0
const readText: ReadMail = async (mail) => {
  const bytes = Buffer.from(await mail.bytes.bytes())
  if (bytes.toString() === 'bad') throw new Error('no message')
  if (bytes.toString() === 'private') return 'not-ours'
  if (bytes.toString() === 'lookup') {
    lookups += 1
    if (lookups < 3) throw Object.assign(new Error('DNS is late'), { temporary: true })
  }
  return [messageOf({ transport: 'smtp', body: bytes })]
}

interface Reading {
  readonly server: ImapServer
  readonly receiver: ImapReceiver
  /** What was received, in order. */
  readonly texts: readonly string[]
  readonly log: readonly object[]
}

interface Setup {
  readonly receive?: (text: string) => Outcome | Promise<Outcome>
  readonly faults?: ImapFaults
  readonly options?: Partial<MailboxOptions>
  /** Mails that are there before. */
  readonly mails?: readonly string[]
}

async function reading(
  t: ExecutionContext,
  { receive = () => ACCEPTED, faults = {}, options: more = {}, mails = [] }: Setup = {},
): Promise<Reading> {
  const server = await imapServer(faults)
  for (const mail of mails) server.put(mail)
  const log: object[] = []
  const note = (fields: object, sentence?: string) => log.push({ ...fields, sentence })
  const options: MailboxOptions = {
    url: server.url,
    login: { user: 'me', password: 'secret' },
    ...READING,
    maxMessage: 1000,
    ...more,
  }
  const receiver = new ImapReceiver(options, readText, {
    debug: note,
    warn: note,
    error: note,
    report: note,
  } satisfies TransportLog)
  const texts: string[] = []
  await receiver.listen(async (message) => {
    const text = Buffer.from(flat(message).body ?? []).toString()
    texts.push(text)
    server.look()
    return receive(text)
  })
  t.teardown(async () => {
    await receiver.close(AbortSignal.timeout(1000))
    await server.close()
  })
  return { server, receiver, texts, log }
}

/** True if the folder holds these mails, in any order. */
const holds = (server: ImapServer, folder: string, ...texts: readonly string[]) =>
  String(server.folder(folder)?.toSorted()) === String(texts.toSorted())

test('mails that are there and mails that come, all once', async (t) => {
  const { server, texts, receiver } = await reading(t, { mails: ['1', '2'] })
  await server.until(() => holds(server, 'Done', '1', '2'))
  await server.until(() => server.commands.at(-1) === 'IDLE')
  t.deepEqual(receiver.listening, [server.url])
  server.put('3')
  await server.until(() => holds(server, 'Done', '1', '2', '3'))
  t.deepEqual(texts.toSorted(), ['1', '2', '3'])
  t.deepEqual(server.folder('INBOX'), [])
  t.deepEqual(server.folder('Failed'), [])
  t.is(server.connections, 1)
})

test('RFC 3501 §6.3.3: folders that are there are not made again', async (t) => {
  const { server } = await reading(t)
  await server.until(() => server.commands.some((command) => command.startsWith('SELECT')))
  server.drop()
  server.put('after')
  await server.until(() => server.folder('Done')?.length === 1)
  t.is(server.commands.filter((command) => command.startsWith('CREATE')).length, 2)
})

test('a mail stays where it is until it is durable', async (t) => {
  let durable: (outcome: Outcome) => void = () => undefined
  const receive = () =>
    new Promise<Outcome>((resolve) => {
      durable = resolve
    })
  const { server, texts } = await reading(t, { receive, mails: ['1'] })
  await server.until(() => texts.length === 1)
  t.false(server.commands.some((command) => /MOVE|COPY|STORE|EXPUNGE/.test(command)))
  t.deepEqual(server.folder('INBOX'), ['1'])
  durable(ACCEPTED)
  await server.until(() => holds(server, 'Done', '1'))
})

for (const refusal of ['unavailable', 'busy'] as const) {
  test(`${refusal}: left where it is and tried again`, async (t) => {
    let tries = 0
    const receive = () => {
      tries += 1
      return tries < 3 ? refused(refusal) : ACCEPTED
    }
    const { server, texts } = await reading(t, { receive, mails: ['1'] })
    await server.until(() => holds(server, 'Done', '1'))
    t.deepEqual(texts, ['1', '1', '1'])
    t.is(server.commands.filter((command) => /MOVE/.test(command)).length, 1)
  })
}

test('under back-pressure no further mail is fetched until it is tried again', async (t) => {
  const { server, texts } = await reading(t, {
    receive: () => refused('busy'),
    options: { concurrency: 1, retryDelay: 60_000 },
    mails: ['1', '2', '3'],
  })
  await server.until(() => texts.length > 0)
  t.deepEqual(server.folder('INBOX'), ['1', '2', '3'])
  t.is(texts.length, 1)
})

test('a mail that can never be taken is moved to Failed', async (t) => {
  const { server, texts, log } = await reading(t, {
    receive: (text) => (text === 'forbidden' ? refused('forbidden') : ACCEPTED),
    mails: ['bad', 'forbidden', 'x'.repeat(1001), 'good'],
  })
  await server.until(
    () =>
      holds(server, 'Done', 'good') &&
      holds(server, 'Failed', 'bad', 'forbidden', 'x'.repeat(1001)),
  )
  t.deepEqual(texts.toSorted(), ['forbidden', 'good'])
  t.is(log.length, 3)
  // What is too large is not fetched.
  t.is(server.commands.filter((command) => command.includes('BODY.PEEK')).length, 3)
})

test('mail that comes while others are being put away is not overlooked', async (t) => {
  let moves = 0
  const refuse = (command: string) => {
    if (!command.startsWith('UID MOVE')) return false
    moves += 1
    // The folder was listed before, and IDLE comes after.
    if (moves === 1) server.put('2')
    return false
  }
  const { server } = await reading(t, { faults: { refuse } })
  server.put('1')
  await server.until(() => holds(server, 'Done', '1', '2'))
  t.is(moves, 2)
})

test('what is not ours stays where it is, and is fetched once', async (t) => {
  const { server, texts } = await reading(t, { mails: ['private', '1'] })
  await server.until(() => holds(server, 'Done', '1') && server.commands.at(-1) === 'IDLE')
  server.put('2')
  await server.until(() => holds(server, 'Done', '1', '2') && server.commands.at(-1) === 'IDLE')
  t.deepEqual(server.folder('INBOX'), ['private'])
  t.is(server.commands.filter((command) => command.includes('FETCH 1 ')).length, 1)
  t.deepEqual(texts.toSorted(), ['1', '2'])
})

test('a mail that cannot be judged now is judged later', async (t) => {
  const { server, texts } = await reading(t, { mails: ['lookup'] })
  await server.until(() => holds(server, 'Done', 'lookup'))
  t.deepEqual(texts, ['lookup'])
})

test('a mail that is too large is not fetched, nor more of one that hides its size', async (t) => {
  const { server, texts } = await reading(t, {
    faults: { sizeOf: () => 10 },
    mails: ['x'.repeat(100_000)],
  })
  await server.until(() => holds(server, 'Failed', 'x'.repeat(100_000)))
  t.deepEqual(texts, [])
  t.true(server.commands.some((command) => command.includes('BODY.PEEK[]<0.1001>')))
})

test('without IDLE and without MOVE', async (t) => {
  const { server, texts } = await reading(t, {
    faults: { capabilities: 'IMAP4rev1' },
    options: { checkInterval: 20 },
    mails: ['1'],
  })
  await server.until(() => holds(server, 'Done', '1') && holds(server, 'INBOX'))
  server.put('2')
  await server.until(() => holds(server, 'Done', '1', '2') && holds(server, 'INBOX'))
  t.deepEqual(texts, ['1', '2'])
})

test('without MOVE nothing is deleted that could not be copied', async (t) => {
  let copies = 0
  const refuse = (command: string) => {
    if (command.startsWith('UID COPY')) copies += 1
    return command.startsWith('UID COPY') && copies < 6
  }
  const faults = { capabilities: 'IMAP4rev1 IDLE', refuse }
  const { server, texts } = await reading(t, { faults, mails: ['1'] })
  await server.until(() => holds(server, 'Done', '1') && holds(server, 'INBOX'))
  t.is(copies, 6)
  t.deepEqual(texts, ['1'])
})

test('a folder that somebody has removed is made again', async (t) => {
  const { server } = await reading(t)
  await server.until(() => server.commands.at(-1) === 'IDLE')
  server.remove('Done')
  server.put('1')
  await server.until(() => holds(server, 'Done', '1'))
  t.is(server.connections, 1)
})

for (const at of ['LOGIN', 'CREATE', 'SELECT', 'UID SEARCH', 'UID FETCH', 'UID MOVE', 'IDLE']) {
  test(`the connection ends at ${at}: it is made again, and the mail has one effect`, async (t) => {
    let drops = 0
    const dropAt = (command: string) => {
      if (!command.startsWith(at) || drops === 2) return false
      drops += 1
      return true
    }
    const { server, texts } = await reading(t, { faults: { dropAt }, mails: ['1'] })
    await server.until(() => holds(server, 'Done', '1') && server.connections === 3)
    t.deepEqual(texts, ['1'])
  })
}

test('a connection that ends while a mail is being taken: the mail is not begun again', async (t) => {
  let ready: () => void = () => undefined
  const dropped = new Promise<void>((resolve) => {
    ready = resolve
  })
  let running = 0
  let most = 0
  const receive = async () => {
    running += 1
    most = Math.max(most, running)
    await dropped
    running -= 1
    return ACCEPTED
  }
  const { server, texts } = await reading(t, { receive, mails: ['1'] })
  await server.until(() => texts.length === 1)
  server.drop()
  await new Promise((resolve) => setTimeout(resolve, 50))
  t.is(server.connections, 1)
  ready()
  await server.until(() => holds(server, 'Done', '1'))
  t.is(most, 1)
  t.deepEqual(texts, ['1'])
})

test('a number that means another mail after a change of UIDVALIDITY', async (t) => {
  let moves = 0
  const dropAt = (command: string) => {
    if (command.startsWith('UID MOVE')) moves += 1
    if (moves !== 1) return false
    moves += 1
    // Number 1 was taken, but not moved; from now on it is another mail's.
    server.renumber(['x', '1'])
    return true
  }
  const { server, texts } = await reading(t, { faults: { dropAt } })
  server.put('1')
  await server.until(() => holds(server, 'Done', '1', 'x'))
  t.deepEqual(texts.toSorted(), ['1', '1', 'x'])
})

test('a server that falls silent is given up', async (t) => {
  let stalled = 0
  const stall = (command: string) => {
    if (!command.startsWith('UID SEARCH') || stalled > 0) return false
    stalled += 1
    return true
  }
  const { server } = await reading(t, {
    faults: { stall },
    options: { silenceTimeout: 200 },
    mails: ['1'],
  })
  await server.until(() => holds(server, 'Done', '1'))
  t.is(stalled, 1)
})

test('OAuth2: a token that is refused is renewed', async (t) => {
  const source = await tokenSource(t)
  const oauth2 = { tokenUrl: source.url, clientId: 'c', clientSecret: 's', refreshToken: 'r' }
  const { server } = await reading(t, { options: { login: { user: 'me', oauth2 } }, mails: ['1'] })
  await server.until(() => holds(server, 'Done', '1'))
  t.is(server.connections, 2)
})

test('a wrong password is tried again, ever more slowly, and said', async (t) => {
  const login = { user: 'me', password: 'no' }
  const { server, log, receiver } = await reading(t, { options: { login } })
  await server.until(() => server.connections === 5)
  t.deepEqual(receiver.listening, [])
  const [first] = log as { err: Error; retryIn: number }[]
  t.regex(String(first?.err), /^MailboxFailure: the mailbox at 127\.0\.0\.1:\d+ refuses the login/)
  t.deepEqual(
    (log as { retryIn: number }[]).slice(0, 4).map(({ retryIn }) => retryIn),
    [5, 10, 20, 20],
  )
  t.false(JSON.stringify(log).includes('"no"'))
})

test('closing waits for the mail that is being taken, and says goodbye', async (t) => {
  let durable: (outcome: Outcome) => void = () => undefined
  const receive = () =>
    new Promise<Outcome>((resolve) => {
      durable = resolve
    })
  const { server, texts, receiver } = await reading(t, {
    receive,
    options: { concurrency: 1 },
    mails: ['1', '2'],
  })
  await server.until(() => texts.length === 1)
  const closed = receiver.close(AbortSignal.timeout(10_000))
  durable(ACCEPTED)
  await closed
  t.deepEqual(server.folder('Done'), ['1'])
  t.deepEqual(server.folder('INBOX'), ['2'])
  t.is(server.commands.at(-1), 'LOGOUT')
})

test('closing while idle, before the first connection, and twice', async (t) => {
  const { server, receiver } = await reading(t)
  await server.until(() => server.commands.at(-1) === 'IDLE')
  await receiver.close(AbortSignal.timeout(10_000))
  await receiver.close(AbortSignal.timeout(10_000))
  const other = await reading(t, { faults: { stall: () => true } })
  await other.receiver.close(AbortSignal.timeout(10_000))
  t.pass()
})

test('once the deadline is over, closing does not wait', async (t) => {
  const { server, texts, receiver } = await reading(t, {
    receive: () => new Promise(() => undefined),
    mails: ['1'],
  })
  await server.until(() => texts.length === 1)
  await receiver.close(AbortSignal.abort())
  t.deepEqual(server.folder('INBOX'), ['1'])
  t.deepEqual(server.folder('Done'), [])
})
