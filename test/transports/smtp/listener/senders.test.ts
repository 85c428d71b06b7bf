/** Which peer sends a mail: by AUTH, or by the domains of it; and what it hears who has not said who it is. */
import { createHash } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { GUESS_BOUNDS } from '../../../../src/security/credentials/bounds.js'
import { ConfiguredCredentials } from '../../../../src/security/credentials/credentials.js'
import type { SmtpOptions } from '../../../../transports/smtp/options.js'
import type { Resolve } from '../../../../transports/smtp/policy/proof.js'
import { configurationOf } from '../../../support/config.js'
import { mailOf, receiving } from '../../../support/mail/smtp.js'
import { talkOverTls, tlsFiles } from '../../../support/mail/tls.js'
import { ADD, soap11 } from '../../../support/wire/envelopes.js'

const MAIL = mailOf(soap11(ADD))
const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const plain = (name: string, password: string) =>
  `AUTH PLAIN ${Buffer.from(`\0${name}\0${password}`).toString('base64')}`

const PEERS = {
  erp: { user: 'robot', password: sha256('secret') },
  shop: { password: sha256('shops') },
  partner: { domains: ['partner.example'], mailboxes: ['*@partner.example'] },
}

/** SPF says that mail of partner.example comes from 127.0.0.5. */
const zone: Resolve = async (name, type) => {
  if (type === 'TXT' && name === 'partner.example') return [['v=spf1 ip4:127.0.0.5 -all']]
  throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
}

async function talking(
  t: ExecutionContext,
  settings: Partial<SmtpOptions>,
  receive?: Parameters<typeof receiving>[1],
) {
  const { security } = configurationOf({
    environment: {},
    settings: [`security.peers=${JSON.stringify(PEERS)}`],
  }).config
  const credentials = new ConfiguredCredentials(security, GUESS_BOUNDS, { warn: () => undefined })
  const own = { tlsFiles: tlsFiles(), securePort: 0, credentials, ...settings }
  const node = await receiving(t, { ...receive, settings: own, resolve: zone })
  const open = async (address?: string) => {
    const talk = await talkOverTls(node, address)
    t.teardown(() => talk.close())
    await talk.say('EHLO x')
    return talk
  }
  return { ...node, open }
}

test('a password of a peer is taken by AUTH, beside those of smtp.users', async (t) => {
  const users = { human: sha256('humans') }
  const { open, messages } = await talking(t, {
    users,
    senders: [{ peers: ['erp'] }, { users: ['human'] }],
  })
  const talk = await open()
  t.regex(await talk.say(plain('robot', 'wrong')), /^535 5\.7\.8/)
  t.regex(await talk.say(plain('erp', 'secret')), /^535 5\.7\.8/)
  t.regex(await talk.say(plain('robot', 'secret')), /^235/)
  t.regex(await talk.deliver(MAIL), /^250/)
  t.like(messages[0]?.peer, { name: 'erp', identity: 'erp', user: 'robot' })
  const other = await open()
  t.regex(await other.say(plain('human', 'humans')), /^235/)
  t.regex(await other.deliver(MAIL), /^250/)
  t.like(messages[1]?.peer, { name: undefined, identity: undefined, user: 'human' })
})

test('RFC 4954 §6: who has not said who it is hears 530 before its mail; another peer 550', async (t) => {
  const { open } = await talking(t, { senders: [{ peers: ['erp'] }] })
  const stranger = await open()
  t.regex(await stranger.envelope('echo@localhost'), /^530 5\.7\.0/)
  const shop = await open()
  t.regex(await shop.say(plain('shop', 'shops')), /^235/)
  t.regex(await shop.envelope('echo@localhost'), /^550 5\.7\.1/)
})

test('a peer is known by a domain that is proven to have sent its mail', async (t) => {
  const { open, messages } = await talking(t, { senders: [{ peers: ['partner'] }] })
  const talk = await open('127.0.0.5')
  t.regex(await talk.deliver(MAIL), /^250/)
  t.like(messages[0]?.peer, { identity: 'partner', name: undefined, domains: ['partner.example'] })
  const forged = await open('127.0.0.6')
  t.regex(await forged.deliver(MAIL), /^530 5\.7\.0/)
  const another = await open('127.0.0.5')
  const from = mailOf(soap11(ADD), { From: 'boss@other.example' })
  t.regex(await another.deliver(from), /^530 5\.7\.0/)
  t.is(messages.length, 1)
})

test('what the processor refuses for a while is to come again, and what asks for a name says so', async (t) => {
  const outcomes = ['too-many', 'unauthenticated'] as const
  let next = 0
  const { open } = await talking(
    t,
    { senders: [{}] },
    {
      receive: async () => ({
        kind: 'refused',
        refusal: outcomes[next++] ?? 'gone',
        retryAfter: 7,
      }),
    },
  )
  const talk = await open()
  t.regex(await talk.deliver(MAIL), /^451 4\.7\.0/)
  t.regex(await talk.deliver(MAIL), /^530 5\.7\.0/)
})

test('too many failures of an address: AUTH fails for a while, on every connection', async (t) => {
  const { open } = await talking(t, { senders: [{ peers: ['erp'] }] })
  for (let count = 0; count < 10; count += 1) {
    const talk = await open()
    t.regex(await talk.say(plain('robot', `a${count}`)), /^535/)
    t.regex(await talk.say(plain('robot', `b${count}`)), /^535/)
  }
  const talk = await open()
  t.regex(await talk.say(plain('robot', 'secret')), /^454 4\.7\.0/)
  const elsewhere = await open('127.0.0.9')
  t.regex(await elsewhere.say(plain('robot', 'secret')), /^235/)
})
