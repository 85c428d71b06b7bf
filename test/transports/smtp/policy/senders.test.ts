/** Who may send: networks, AUTH, TLS and client certificates, From, and what DNS proves. */
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { dkimSign } from 'mailauth'
import { verdictOn } from '../../../../src/security/admission.js'
import type { TlsFiles } from '../../../../src/transport.js'
import type { Resolve } from '../../../../transports/smtp/policy/proof.js'
import { folderOf } from '../../../support/folder.js'
import { mailOf, receiving, Talk } from '../../../support/mail/smtp.js'
import { talkOverTls, tlsFiles } from '../../../support/mail/tls.js'
import { messageOf } from '../../../support/nodes/messages.js'
import { ADD, soap11 } from '../../../support/wire/envelopes.js'

const MAIL = mailOf(soap11(ADD))
const plain = (name: string, password: string) =>
  `AUTH PLAIN ${Buffer.from(`\0${name}\0${password}`).toString('base64')}`
const SALT = Buffer.from('0123456789abcdef')
const USERS = {
  erp: `scrypt:${SALT.toString('base64')}:${scryptSync('secret', SALT, 32).toString('base64')}`,
  robot: `sha256:${createHash('sha256').update('long and random').digest('hex')}`,
}

/** An authority, and certificates of it for this node and for a client. */
function certificates(t: ExecutionContext): (name: string) => string {
  const folder = folderOf(t, {})
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  for (const name of ['ca', 'other']) {
    run(
      'req',
      '-x509',
      ...curve,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    )
  }
  for (const [name, authority] of [
    ['localhost', 'ca'],
    ['erp-client', 'ca'],
    ['unknown', 'other'],
  ] as const) {
    run(
      'req',
      ...curve,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
      '-addext',
      'subjectAltName=DNS:localhost',
    )
    run(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${authority}.pem`,
      '-CAkey',
      `${authority}.key`,
      '-CAcreateserial',
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-copy_extensions',
      'copy',
    )
  }
  return (name) => readFileSync(join(folder, name), 'utf8')
}

const TRUST = { servername: 'localhost' } as const

test('by default mail comes from this host only', async (t) => {
  const { port } = await receiving(t, { settings: { host: '0.0.0.0' } })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(MAIL), /^250/)
  const { port: closed, log } = await receiving(t, {
    settings: { senders: [{ hosts: ['127.0.0.2', '10.0.0.0/8', '2001:db8::/32'] }] },
  })
  const unknown = await Talk.open(closed)
  const existing = await Talk.open(closed, '127.0.0.2')
  t.teardown(() => unknown.close())
  t.teardown(() => existing.close())
  t.regex(await unknown.envelope('echo@localhost'), /^550 5\.7\.1/)
  t.regex(await unknown.envelope('echo@localhost'), /^550 5\.7\.1/)
  t.regex(await existing.deliver(MAIL), /^250/)
  t.is(log.filter(({ level, msg }) => level === 'warn' && msg === 'refused').length, 1)
})

test('without rules nobody may send; an address can have rules of its own', async (t) => {
  const { port } = await receiving(t, {
    settings: { senders: [], addresses: { open: { plugin: 'echo', senders: [{}] } } },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(MAIL), /^550 5\.7\.1/)
  t.regex(await talk.deliver(MAIL, 'open@localhost'), /^250/)
})

test('where an operation is public, mail of an unknown sender is taken and marked as such', async (t) => {
  const { port, messages } = await receiving(t, {
    settings: {
      senders: [{ mailboxes: ['boss@partner.example'] }],
      addresses: { node: {}, guarded: { plugin: 'echo', senders: [{ hosts: ['10.0.0.0/8'] }] } },
      open: ['echo'],
    },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  const send = (fields: Record<string, string>, to = 'echo@localhost') =>
    talk.deliver(mailOf(soap11(ADD), fields), to)
  t.regex(await send({ 'In-Reply-To': '<job@localhost>' }), /^250/)
  t.regex(await send({ From: 'boss@partner.example' }), /^250/)
  t.regex(await send({}, 'node@localhost'), /^250/)
  t.regex(await send({}, 'guarded+job@localhost'), /^250/)
  t.deepEqual(
    messages.map((message) => verdictOn(messageOf(message))),
    ['public-only', 'admitted', 'public-only', 'public-only'],
  )
  t.regex(await send({}, 'calculator@localhost'), /^550 5\.7\.1/)
  const report = mailOf(
    '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n--b--\r\n',
    { 'Content-Type': 'multipart/report; boundary=b' },
  )
  t.regex(await talk.deliver(report), /^550 5\.7\.1/)
  t.is(messages.length, 4)
})

test('an unknown sender that calls an operation that is not public is refused', async (t) => {
  const { port } = await receiving(t, {
    settings: { senders: [], open: ['echo'] },
    receive: async () => ({ kind: 'refused', refusal: 'forbidden' }),
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(MAIL), /^550 5\.7\.1/)
})

test('From is checked once the mail has come', async (t) => {
  const { port, messages } = await receiving(t, {
    settings: { senders: [{ mailboxes: ['Boss@partner.example', '*@friend.example'] }] },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  const from = (From: string) => talk.deliver(mailOf(soap11(ADD), { From }))
  t.regex(await from('boss@partner.example'), /^250/)
  t.regex(await from('Any <any@FRIEND.example>'), /^250/)
  t.regex(await from('peer@partner.example'), /^550 5\.7\.1/)
  t.regex(await from('x@sub.friend.example'), /^550 5\.7\.1/)
  t.is(messages.length, 2)
})

test('a report about a mail of this node is taken from anywhere, another one is not', async (t) => {
  const { port, messages } = await receiving(t, { settings: { senders: [{ users: ['*'] }] } })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  const report = mailOf(
    '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n--b--\r\n',
    { 'Content-Type': 'multipart/report; boundary=b' },
  )
  t.regex(await talk.deliver(report, 'echo@localhost', ''), /^550 5\.7\.1/)
  t.regex(await talk.deliver(report, 'echo+job@localhost', ''), /^250/)
  t.regex(await talk.deliver(MAIL, 'echo+job@localhost', ''), /^550 5\.7\.1/)
  t.deepEqual(messages[0]?.inReplyTo, ['job'])
})

/** What the listener is told of TLS. */
function tlsOf(files: (name: string) => string, more: Partial<TlsFiles> = {}): TlsFiles {
  return {
    certificate: files('localhost.pem'),
    key: files('localhost.key'),
    names: [],
    minVersion: 'TLSv1.2',
    clientAuthentication: 'none',
    clientAuthority: undefined,
    revoked: [],
    ...more,
  }
}

test('without a certificate there is no STARTTLS, and a secure port is refused', async (t) => {
  const { port } = await receiving(t, { settings: { users: USERS } })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.notRegex(await talk.say('EHLO x'), /STARTTLS|AUTH/)
  t.regex(await talk.say('STARTTLS'), /^500/)
  t.regex(await talk.say(plain('erp', 'secret')), /^500/)
  await t.throwsAsync(receiving(t, { settings: { securePort: 0 } }), {
    message: /smtp\.tls/,
  })
})

test('AUTH is over TLS, and a name that it proves may send', async (t) => {
  const files = certificates(t)
  const ca = files('ca.pem')
  const { port, messages } = await receiving(t, {
    settings: {
      tlsFiles: tlsOf(files),
      users: USERS,
      senders: [{ users: ['erp'] }],
    },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  const features = await talk.say('EHLO x')
  t.regex(features, /STARTTLS/)
  t.notRegex(features, /AUTH/)
  t.regex(await talk.say(plain('erp', 'secret')), /^500/)
  t.regex(await talk.say('STARTTLS'), /^220/)
  await talk.startTls({ ca, ...TRUST })
  t.regex(await talk.say('EHLO x'), /AUTH PLAIN LOGIN/)
  t.regex(await talk.envelope('echo@localhost'), /^530 5\.7\.0/)
  t.regex(await talk.say(plain('erp', 'wrong')), /^535 5\.7\.8/)
  t.regex(await talk.say(plain('nobody', 'secret')), /^535 5\.7\.8/)
  t.regex(await talk.say(plain('erp', 'secret')), /^235/)
  t.regex(await talk.deliver(MAIL), /^250/)
  t.is(messages[0]?.peer?.user, 'erp')
  const login = await Talk.open(port)
  t.teardown(() => login.close())
  await login.say('EHLO x')
  await login.say('STARTTLS')
  await login.startTls({ ca, ...TRUST })
  await login.say('EHLO x')
  t.regex(await login.say('AUTH LOGIN'), /^334/)
  t.regex(await login.say(Buffer.from('robot').toString('base64')), /^334/)
  t.regex(await login.say(Buffer.from('long and random').toString('base64')), /^235/)
  t.regex(await login.deliver(MAIL), /^550 5\.7\.1/)
})

test('three wrong passwords end the connection', async (t) => {
  const node = await receiving(t, {
    settings: { users: USERS, tlsFiles: tlsFiles(), securePort: 0 },
  })
  const talk = await talkOverTls(node)
  t.teardown(() => talk.close())
  t.regex(await talk.say('EHLO x'), /AUTH PLAIN LOGIN/)
  t.regex(await talk.say(plain('erp', 'a')), /^535/)
  t.regex(await talk.say(plain('erp', 'b')), /^535/)
  t.regex(await talk.say(plain('erp', 'c')), /^421 4\.7\.0/)
  t.deepEqual(await talk.rest(), [])
})

test('what comes in plain behind STARTTLS is discarded', async (t) => {
  const files = certificates(t)
  const { port, messages } = await receiving(t, {
    settings: { tlsFiles: tlsOf(files) },
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  await talk.say('EHLO x')
  talk.write(
    'STARTTLS\r\nEHLO injected\r\nMAIL FROM:<evil@x.example>\r\nRCPT TO:<echo@localhost>\r\n',
  )
  t.regex(await talk.reply(), /^220/)
  const socket = await talk.startTls({ ca: files('ca.pem'), ...TRUST })
  t.true(socket.authorized)
  t.regex(await talk.say('DATA'), /^503/)
  t.regex(await talk.deliver(MAIL), /^250/)
  talk.write('MAIL FROM:<a@b.example>\n')
  t.deepEqual(await talk.rest(), ['500 5.5.2 bare LF'])
  t.is(messages.length, 1)
})

test('TLS from the first byte, where nothing is smuggled either', async (t) => {
  const files = certificates(t)
  const ca = files('ca.pem')
  const { port, securePort, messages } = await receiving(t, {
    settings: {
      tlsFiles: tlsOf(files),
      securePort: 0,
      requireTls: true,
    },
  })
  const talk = await Talk.openTls(securePort ?? 0, { ca, ...TRUST })
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(MAIL), /^250/)
  await talk.envelope('echo@localhost')
  await talk.say('DATA')
  talk.write(`${MAIL}\n.\r\nMAIL FROM:<a@b.example>\r\n`)
  t.deepEqual(await talk.rest(), ['550 5.6.0 bare LF'])
  t.is(messages.length, 1)
  const open = await Talk.open(port)
  t.teardown(() => open.close())
  t.regex(await open.deliver(MAIL), /^530 5\.7\.0/)
  await t.throwsAsync(
    Talk.openTls(securePort ?? 0, {
      ca,
      ...TRUST,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    }).then((old) => {
      old.close()
      throw new Error('no reply')
    }),
  )
})

test('a client certificate of the authority proves a name', async (t) => {
  const files = certificates(t)
  const ca = files('ca.pem')
  const { securePort, messages } = await receiving(t, {
    settings: {
      tlsFiles: tlsOf(files, { clientAuthentication: 'request', clientAuthority: files('ca.pem') }),
      securePort: 0,
      senders: [{ certificates: ['erp-client'] }],
    },
  })
  const as = async (name: string | undefined) => {
    const own =
      name === undefined
        ? {}
        : {
            cert: files(`${name}.pem`),
            key: files(`${name}.key`),
          }
    const talk = await Talk.openTls(securePort ?? 0, { ca, ...TRUST, ...own })
    t.teardown(() => talk.close())
    return talk.deliver(MAIL)
  }
  t.regex(await as('erp-client'), /^250/)
  t.is(messages[0]?.peer?.certificate?.[0], 'erp-client')
  t.regex(await as('unknown'), /^550 5\.7\.1/)
  t.regex(await as(undefined), /^550 5\.7\.1/)
})

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** DNS of one domain, which signs and names 127.0.0.5 as its sender. */
const zone: Resolve = async (name, type) => {
  const records: Record<string, string[][]> = {
    's1._domainkey.partner.example': [[`v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`]],
    'partner.example': [['v=spf1 ip4:127.0.0.5 -all']],
    '_dmarc.partner.example': [['v=DMARC1; p=reject']],
  }
  const found = type === 'TXT' ? records[name] : undefined
  if (!found) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  return found
}

async function signed(mail: string): Promise<string> {
  const signatureData = [
    { signingDomain: 'partner.example', selector: 's1', privateKey: keys.privateKey },
  ]
  // Its types leave out the form that its code reads.
  const options = { signatureData, signTime: new Date() } as unknown as Parameters<
    typeof dkimSign
  >[1]
  const { signatures } = await dkimSign(Buffer.from(mail, 'latin1'), options)
  return signatures + mail
}

test('a domain is proven by its signature or its network, and by nothing else', async (t) => {
  const { port, messages } = await receiving(t, {
    settings: { senders: [{ mailboxes: ['*@partner.example'], domains: ['partner.example'] }] },
    resolve: zone,
  })
  const talk = await Talk.open(port)
  const existing = await Talk.open(port, '127.0.0.5')
  t.teardown(() => talk.close())
  t.teardown(() => existing.close())
  const good = await signed(`${MAIL}\r\n`)
  t.regex(await talk.deliver(good, 'echo@localhost', 'a@elsewhere.example'), /^250/)
  t.deepEqual(messages[0]?.peer?.domains, ['partner.example'])
  t.regex(await talk.deliver(good.replace('<c:a>1', '<c:a>2')), /^550 5\.7\.1/)
  t.regex(await talk.deliver(MAIL), /^550 5\.7\.1/)
  t.regex(await existing.deliver(MAIL), /^250/)
  t.deepEqual(messages[1]?.peer?.domains, ['partner.example'])
  const forged = await signed(mailOf(soap11(ADD), { From: 'boss@other.example' }))
  t.regex(await talk.deliver(forged), /^550 5\.7\.1/)
})

test('DNS that does not answer has the mail come again; it is not asked in vain', async (t) => {
  let requests = 0
  const silent: Resolve = () => {
    requests += 1
    return new Promise(() => undefined)
  }
  const { port } = await receiving(t, {
    settings: {
      senders: [{ domains: ['partner.example'] }],
      addresses: { free: { senders: [{}] } },
      // Longer than a busy machine takes until it asks: what is too late has asked nobody.
      dnsTimeout: 3_000,
    },
    resolve: silent,
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(MAIL, 'free@localhost'), /^250/)
  t.is(requests, 0)
  t.regex(await talk.deliver(MAIL), /^451 4\.4\.3/)
  t.true(requests > 0)
})

test('what DNS proves is told without rules, if it is asked for', async (t) => {
  const { port, messages } = await receiving(t, {
    settings: { proveAlways: true },
    resolve: zone,
  })
  const talk = await Talk.open(port)
  t.teardown(() => talk.close())
  t.regex(await talk.deliver(await signed(`${MAIL}\r\n`)), /^250/)
  t.deepEqual(messages[0]?.peer?.domains, ['partner.example'])
  t.regex(await talk.deliver(MAIL), /^250/)
  t.deepEqual(messages[1]?.peer?.domains, [])
})
