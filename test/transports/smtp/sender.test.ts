/** Sending through a relay: pool, TLS, AUTH, DKIM, deadlines, and what each refusal means. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { type OutboundMessage, Undeliverable } from '../../../src/transport.js'
import { soon } from '../../support/jobs.js'
import { senderTo } from '../../support/mail/sender.js'
import { type MailSink, mailSink, type SinkOptions } from '../../support/mail/sink.js'
import { tokenSource } from '../../support/mail/token-source.js'
import { CERTIFICATE } from '../../support/wire/certificate.js'
import { soap11 } from '../../support/wire/envelopes.js'

const TO = new URL('mailto:calculator@peer.example?subject=order%207')
const REQUEST: OutboundMessage = { body: soap11('<x>grüß\n</x>'), soap: '1.1', id: 'job-1' }

async function sinkOf(t: ExecutionContext, options: SinkOptions = {}): Promise<MailSink> {
  const sink = await mailSink(options)
  t.teardown(() => sink.close())
  return sink
}

/** A server that does on each connection what it is told to. */
async function rawRelay(t: ExecutionContext, talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const failure = (t: ExecutionContext, sending: Promise<unknown>) =>
  t.throwsAsync(sending, { instanceOf: Undeliverable }) as Promise<Undeliverable>

test('a request arrives, and there is no answer on the connection', async (t) => {
  const sink = await sinkOf(t)
  t.is(await senderTo(t, sink.url).send(REQUEST, TO, soon()), undefined)
  const mail = await sink.mail(0)
  t.is(mail.from, 'node+job-1@bus.example')
  t.deepEqual(mail.to, ['calculator@peer.example'])
  t.is(mail.client, 'bus.example')
  const text = mail.content.toString('latin1')
  t.regex(text, /^Message-ID: <job-1@bus\.example>\r$/m)
  t.regex(text, /^Subject: order 7\r$/m)
  t.regex(text, /^SOAPAction: ""\r$/m)
  t.notRegex(text, /nodemailer|X-Mailer|User-Agent/i)
})

test('a fault leaves with a null return path', async (t) => {
  const sink = await sinkOf(t)
  const inReplyTo = { messageId: '<a@b>', references: [], subject: 'order 7' }
  const fault = { ...REQUEST, purpose: 'fault', inReplyTo } as const
  await senderTo(t, sink.url).send(fault, new URL('mailto:a@b'), soon())
  const { from, content } = await sink.mail(0)
  t.is(from, '')
  t.regex(content.toString('latin1'), /^Subject: Re: order 7 \(fault\)\r$/m)
})

test('an address that is none never reaches the relay', async (t) => {
  const sink = await sinkOf(t)
  const sender = senderTo(t, sink.url)
  const { permanent } = await failure(t, sender.send(REQUEST, new URL('mailto:a@b,c@d'), soon()))
  t.true(permanent)
  t.is(sink.connections.length, 0)
})

test('connections are kept, and there are no more of them than allowed', async (t) => {
  const sink = await sinkOf(t)
  const sender = senderTo(t, sink.url)
  const sent = Array.from({ length: 50 }, (_, index) =>
    sender.send({ ...REQUEST, id: `job-${index}` }, TO, soon()),
  )
  await Promise.all(sent)
  t.is(sink.mails.length, 50)
  t.is(sink.connections.length, 2)
})

test('a connection ends after the mails it is for', async (t) => {
  const sink = await sinkOf(t)
  const sender = senderTo(t, sink.url, { connections: 1, mailsPerConnection: 2 })
  for (const id of ['1', '2', '3']) await sender.send({ ...REQUEST, id }, TO, soon())
  t.is(sink.connections.length, 2)
})

const REFUSALS: Readonly<Record<string, boolean>> = {
  '550 5.1.1 no such user': true,
  '554 5.7.1 relay access denied': true,
  '552 5.2.2 mailbox full': true,
  '450 4.2.0 try again later': false,
  '451 4.3.0 out of breath': false,
  '452 4.5.3 too many': false,
  '530 5.7.0 authentication required': false,
  '421 4.3.2 shutting down': false,
}

for (const [reply, permanent] of Object.entries(REFUSALS)) {
  for (const where of ['atRecipient', 'atData'] as const) {
    test(`${reply} ${where}: ${permanent ? 'for good' : 'to be tried again'}`, async (t) => {
      const sink = await sinkOf(t, { [where]: () => reply })
      const error = await failure(t, senderTo(t, sink.url).send(REQUEST, TO, soon()))
      t.is(error.permanent, permanent)
      // Another address may be tried only as long as the relay has nothing of the mail.
      if (!reply.startsWith('421')) t.is(error.notTaken, where === 'atRecipient')
      t.true(error.message.includes(reply), error.message)
      t.true(error.message.includes('calculator@peer.example'))
    })
  }
}

test('one mail that is refused leaves the connection to the next', async (t) => {
  const sink = await sinkOf(t, {
    atRecipient: (mailbox) => (mailbox === 'no@peer.example' ? '550 5.1.1 no' : undefined),
  })
  const sender = senderTo(t, sink.url, { connections: 1 })
  await failure(t, sender.send(REQUEST, new URL('mailto:no@peer.example'), soon()))
  await sender.send(REQUEST, TO, soon())
  t.is(sink.mails.length, 1)
})

test('a mail beyond the size that the relay takes is refused for good', async (t) => {
  const sink = await sinkOf(t, { smtp: { size: 100 } })
  const error = await failure(t, senderTo(t, sink.url).send(REQUEST, TO, soon()))
  t.true(error.permanent)
})

test('nobody listens', async (t) => {
  const sink = await mailSink()
  await sink.close()
  const error = await failure(t, senderTo(t, sink.url).send(REQUEST, TO, soon()))
  t.false(error.permanent)
  t.regex(error.message, /cannot be used .*ECONNREFUSED/)
})

test('a relay that says nothing', async (t) => {
  const url = await rawRelay(t, () => undefined)
  const error = await failure(
    t,
    senderTo(t, url, { connectTimeout: 100 }).send(REQUEST, TO, soon()),
  )
  t.false(error.permanent)
  t.regex(error.message, /ETIMEDOUT/)
})

test('a relay that falls silent', async (t) => {
  const url = await rawRelay(t, (socket) => socket.write('220 here\r\n'))
  const error = await failure(
    t,
    senderTo(t, url, { silenceTimeout: 100 }).send(REQUEST, TO, soon()),
  )
  t.regex(error.message, /ETIMEDOUT/)
})

test('a relay that is no relay', async (t) => {
  const url = await rawRelay(t, (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
  t.false((await failure(t, senderTo(t, url).send(REQUEST, TO, soon()))).permanent)
})

test('a relay that greets with 554 refuses this node, not this mail', async (t) => {
  const url = await rawRelay(t, (socket) => socket.end('554 5.7.1 go away\r\n'))
  const error = await failure(t, senderTo(t, url).send(REQUEST, TO, soon()))
  t.false(error.permanent)
  t.regex(error.message, /554 5\.7\.1 go away/)
})

test('a relay that goes away once it has the mail: whether it took it is not known', async (t) => {
  const url = await rawRelay(t, (socket) => {
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      if (/\r\n\.\r\n$/.test(chunk.toString('latin1'))) socket.destroy()
      else socket.write(chunk.toString().startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  t.false((await failure(t, senderTo(t, url).send(REQUEST, TO, soon()))).permanent)
})

test('the signal ends an attempt, and the next one is not held up by it', async (t) => {
  let taken = 0
  const late = new AbortController()
  const sink = await sinkOf(t, {
    smtp: {
      onMailFrom(_address, _session, done) {
        taken += 1
        if (taken > 1) done()
        else late.abort(new DOMException('late', 'TimeoutError'))
      },
    },
  })
  const sender = senderTo(t, sink.url, { connections: 1, silenceTimeout: 60_000 })
  const error = await failure(t, sender.send(REQUEST, TO, late.signal))
  t.false(error.permanent)
  t.regex(error.message, /in time$/)
  const controller = new AbortController()
  controller.abort()
  t.regex((await failure(t, sender.send(REQUEST, TO, controller.signal))).message, /was given up$/)
  await sender.send(REQUEST, TO, soon())
  t.is(sink.mails.length, 1)
})

test('a kept connection that the relay closes at the next mail is replaced', async (t) => {
  let mails = 0
  let connections = 0
  const url = await rawRelay(t, (socket) => {
    const first = connections === 0
    connections += 1
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (text.startsWith('MAIL') && first && mails === 1) socket.destroy()
      else if (text.startsWith('DATA')) socket.write('354 go on\r\n')
      else if (/^(EHLO|MAIL|RCPT|RSET|QUIT)/.test(text)) socket.write('250 ok\r\n')
      else if (text.endsWith('\r\n.\r\n')) {
        mails += 1
        socket.write('250 taken\r\n')
      }
    })
  })
  const sender = senderTo(t, url, { connections: 1 })
  await sender.send(REQUEST, TO, soon())
  await sender.send(REQUEST, TO, soon())
  t.is(mails, 2)
  t.is(connections, 2)
})

test('closing ends what still runs', async (t) => {
  const sink = await sinkOf(t, { smtp: { onMailFrom: () => undefined } })
  const sender = senderTo(t, sink.url)
  const sending = failure(t, sender.send(REQUEST, TO, soon()))
  await new Promise((resolve) => setImmediate(resolve))
  await sender.close()
  t.false((await sending).permanent)
  await failure(t, sender.send(REQUEST, TO, soon()))
})

test('STARTTLS with a certificate that is trusted', async (t) => {
  const sink = await sinkOf(t)
  await senderTo(t, sink.url, { startTls: true, ca: CERTIFICATE }).send(REQUEST, TO, soon())
  t.true((await sink.mail(0)).secure)
})

test('TLS from the first byte', async (t) => {
  const sink = await sinkOf(t, { smtp: { secure: true } })
  const url = sink.url.replace('smtp:', 'smtps:')
  await senderTo(t, url, { ca: CERTIFICATE }).send(REQUEST, TO, soon())
  t.true((await sink.mail(0)).secure)
})

test('a certificate that nobody vouches for is refused, and nothing is sent', async (t) => {
  const sink = await sinkOf(t)
  const error = await failure(
    t,
    senderTo(t, sink.url, { startTls: true }).send(REQUEST, TO, soon()),
  )
  t.false(error.permanent)
  t.regex(error.message, /self-signed/)
  t.is(sink.mails.length, 0)
})

test('a relay without STARTTLS gets nothing where TLS is a must', async (t) => {
  const sink = await sinkOf(t, { smtp: { disabledCommands: ['STARTTLS'] } })
  const error = await failure(
    t,
    senderTo(t, sink.url, { startTls: true, ca: CERTIFICATE }).send(REQUEST, TO, soon()),
  )
  t.false(error.permanent)
  t.is(sink.mails.length, 0)
})

test('a password without TLS is refused at once, unless it stays on this machine', (t) => {
  const login = { user: 'u', password: 'p' }
  for (const url of ['smtp://relay.example:25', 'smtp://10.0.0.1']) {
    t.throws(() => senderTo(t, url, { login, startTls: false }), { instanceOf: TypeError })
  }
  t.notThrows(() => senderTo(t, 'smtp://[::1]:25', { login }))
  t.notThrows(() => senderTo(t, 'smtp://relay.example:25', { login }))
})

const ACCOUNT: SinkOptions['smtp'] = {
  authOptional: false,
  authMethods: ['PLAIN', 'XOAUTH2'],
  onAuth({ username, password, accessToken }, _session, done) {
    const accepted = username === 'me' && (password === 'secret' || accessToken === 'token-2')
    done(null, accepted ? { user: username } : {})
  },
}

test('AUTH with a password', async (t) => {
  const sink = await sinkOf(t, { smtp: ACCOUNT })
  const login = { user: 'me', password: 'secret' }
  await senderTo(t, sink.url, { login, startTls: true, ca: CERTIFICATE }).send(REQUEST, TO, soon())
  t.is((await sink.mail(0)).user, 'me')
})

test('after a wrong password the mail is tried again', async (t) => {
  const sink = await sinkOf(t, { smtp: ACCOUNT })
  const error = await failure(
    t,
    senderTo(t, sink.url, { login: { user: 'me', password: 'no' } }).send(REQUEST, TO, soon()),
  )
  t.false(error.permanent)
  t.regex(error.message, /EAUTH.*535/)
})

test('AUTH with OAuth2: a token that is refused is renewed, and kept', async (t) => {
  const sink = await sinkOf(t, { smtp: ACCOUNT })
  const source = await tokenSource(t)
  const oauth2 = { tokenUrl: source.url, clientId: 'c', clientSecret: 's', refreshToken: 'r' }
  const sender = senderTo(t, sink.url, { login: { user: 'me', oauth2 }, mailsPerConnection: 1 })
  await sender.send(REQUEST, TO, soon())
  await sender.send(REQUEST, TO, soon())
  t.is((await sink.mail(1)).user, 'me')
  t.deepEqual(source.forms, [
    'client_id=c&client_secret=s&grant_type=refresh_token&refresh_token=r',
    'client_id=c&client_secret=s&grant_type=refresh_token&refresh_token=r',
  ])
})

test('AUTH with OAuth2: what is refused without further words is not used again', async (t) => {
  const tokens: unknown[] = []
  const sink = await sinkOf(t, {
    smtp: {
      ...ACCOUNT,
      onAuth({ accessToken }, _session, done) {
        tokens.push(accessToken)
        done(new Error('no'))
      },
    },
  })
  const source = await tokenSource(t)
  const oauth2 = { tokenUrl: source.url, clientId: 'c', clientSecret: 's' }
  const sender = senderTo(t, sink.url, { login: { user: 'me', oauth2 } })
  for (const _ of [1, 2]) await failure(t, sender.send(REQUEST, TO, soon()))
  t.deepEqual(tokens, ['token-1', 'token-2'])
  t.is(source.forms[0], 'client_id=c&client_secret=s&grant_type=client_credentials')
})

test('OAuth2 without a token', async (t) => {
  const sink = await sinkOf(t, { smtp: ACCOUNT })
  const oauth2 = { tokenUrl: 'http://127.0.0.1:1/', clientId: 'c', clientSecret: 's' }
  const error = await failure(
    t,
    senderTo(t, sink.url, { login: { user: 'me', oauth2 } }).send(REQUEST, TO, soon()),
  )
  t.false(error.permanent)
  t.regex(error.message, /gives no access token/)
})

test('what is signed by DKIM verifies: header and body', async (t) => {
  const sink = await sinkOf(t)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const dkim = { domain: 'bus.example', selector: 's1', key: privateKey }
  await senderTo(t, sink.url, { dkim }).send(REQUEST, TO, soon())
  const { content } = await sink.mail(0)
  const requests: string[] = []
  const resolver = async (name: string) => {
    requests.push(name)
    return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
  }
  const verify = async (mail: Buffer) => (await dkimVerify(mail, { resolver })).results
  const [first] = await verify(content)
  t.is(first?.status.result, 'pass')
  t.is(first?.signingDomain, 'bus.example')
  t.deepEqual(requests, ['s1._domainkey.bus.example'])
  for (const field of ['SOAPAction: ""', 'Reply-To: ', 'Auto-Submitted: ']) {
    const other = content.toString('latin1').replace(field, `${field}x`)
    const [second] = await verify(Buffer.from(other, 'latin1'))
    t.not(second?.status.result, 'pass', field)
  }
})
