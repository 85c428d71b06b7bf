/** `waybill verify --config`: each policy of the configuration, whether it holds for the message, and why not. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { cli } from '../support/nodes/cli.js'
import { certificateFiles } from '../support/security/certificates.js'
import { WSA } from '../support/security/forge/texts.js'
import { overTls } from '../support/security/over-tls.js'
import { ADD } from '../support/wire/envelopes.js'

const ENTRY = '<q:Who xmlns:q="urn:q"/>'
const OUTSIDE = {
  name: 'outside',
  path: 'q',
  require: ['tls', 'signature'],
  signed: ['Timestamp', `{${WSA}}To`],
  peers: ['bank'],
}
const ORDERS = {
  name: 'orders',
  path: 'orders',
  require: 'signature',
  signed: ['Body', 'Timestamp'],
}
const MAILS = { name: 'mails', transport: 'smtp', require: 'signature' }
const SHOWN = { name: 'shown', path: 'shown', require: ['client-certificate', 'password'] }
const BACK = { name: 'back', destination: 'next', require: 'signature', peers: ['mill'] }

/** A configuration of two peers, the first with hosts, and a message of the first. */
function files(t: ExecutionContext, text = overTls({ shape: 'cxf', soap: '1.2', entry: ENTRY })) {
  const { folder, certificate, key } = certificateFiles(t)
  const peers = {
    bank: { signs: { certificates: [certificate('rsa')] }, hosts: ['192.0.2.0/24'] },
    mill: {
      signs: { certificates: [certificate('ec')] },
      password: `sha256:${'0'.repeat(64)}`,
    },
  }
  const config = join(folder, 'waybill.json')
  const message = join(folder, 'message.xml')
  const policies = [OUTSIDE, ORDERS, MAILS, SHOWN, BACK]
  const paths = ['q', 'orders', 'shown'].map((path) => ({ path, to: 'next', name: path }))
  writeFileSync(
    config,
    JSON.stringify({
      node: { uri: 'urn:example:node' },
      security: { peers, policies },
      routes: paths,
      destinations: { next: { url: 'http://127.0.0.1:9/' } },
    }),
  )
  writeFileSync(message, text)
  const verify = async (...flags: readonly string[]) =>
    cli(['verify', message, '--config', config, ...flags])
  return { folder, message, config, certificate, key, verify }
}

test('a policy that leaves Body to TLS holds over TLS, and the others are told as not asked', async (t) => {
  const { verify } = files(t)
  const { code, out, err } = await verify('--path', 'q', '--tls')
  t.is(code, 0, out + err)
  t.regex(out, /^policy +outside holds$/m)
  t.regex(out, /^policy +orders does not apply: it is for path orders$/m)
  t.regex(out, /^policy +mails does not apply: it is for transport smtp$/m)
  t.regex(out, /^policy +back does not apply: it is for destination next$/m)
  t.regex(out, /^verdict +valid$/m)
})

test('what a file cannot know is said by flags: without TLS, or from elsewhere, it does not hold', async (t) => {
  const { verify } = files(t)
  const clear = await verify('--path', 'q')
  t.is(clear.code, 1)
  t.regex(clear.out, /^policy +outside does not hold: it did not come over TLS$/m)
  t.regex(clear.out, /^verdict +not valid: outside does not hold: it did not come over TLS$/m)
  t.is((await verify('--path', 'q', '--tls', '--address', '192.0.2.7')).code, 0)
  const elsewhere = await verify('--path', 'q', '--tls', '--address', '203.0.113.7')
  t.is(elsewhere.code, 1)
  t.regex(elsewhere.out, /bank does not send from 203\.0\.113\.7/)
})

test('the policies that hold for the message are those of its path, transport and destination', async (t) => {
  const { verify } = files(t)
  const orders = await verify('--path', 'orders', '--tls')
  t.is(orders.code, 1)
  t.regex(orders.out, /^policy +orders does not hold: it has no such signature of a peer$/m)
  const mail = await verify('--transport', 'smtp', '--tls', '--json')
  t.is(mail.code, 1)
  const { valid, policies } = JSON.parse(mail.out)
  t.false(valid)
  t.deepEqual(
    policies.filter(({ applies }: { readonly applies: boolean }) => applies),
    [{ name: 'mails', applies: true, met: false, why: 'it has no such signature of a peer' }],
  )
  const back = await verify('--destination', 'next', '--tls')
  t.regex(back.out, /^policy +back does not hold: /m)
  t.regex(back.out, /^policy +outside does not apply: it is for path q$/m)
})

test('without a policy for it, Body must be signed', async (t) => {
  const { verify } = files(t)
  const { code, out } = await verify('--tls')
  t.is(code, 1)
  t.regex(out, /^verdict +not valid: no signature of somebody who is trusted covers Body$/m)
})

test('a connection is told by its client certificate, and by whose password came on it', async (t) => {
  const { verify, certificate } = files(t)
  const shown = ['--path', 'shown', '--client-certificate', certificate('client')]
  t.regex((await verify(...shown)).out, /^policy +shown does not hold: it has no password/m)
  t.regex((await verify(...shown, '--peer', 'mill')).out, /^policy +shown holds$/m)
  const open = await verify('--path', 'shown', '--peer', 'mill')
  t.regex(open.out, /^policy +shown does not hold: the connection has no client certificate$/m)
})

test('a signature over Body meets a policy that asks for it, and what was altered meets none', async (t) => {
  const { verify, message, certificate, key, folder } = files(t)
  const order = join(folder, 'order.xml')
  writeFileSync(
    order,
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${ADD}</s:Body></s:Envelope>`,
  )
  const own = ['--key', key('rsa'), '--certificate', certificate('rsa')]
  const signed = await cli(['sign', order, ...own])
  writeFileSync(message, signed.out)
  const held = await verify('--path', 'orders')
  t.is(held.code, 0, held.out)
  t.regex(held.out, /^policy +orders holds$/m)
  writeFileSync(message, readFileSync(message, 'utf8').replace('<c:a>1', '<c:a>2'))
  const { code, out } = await verify('--path', 'orders', '--json')
  t.is(code, 1)
  t.deepEqual(JSON.parse(out).policies, [])
})

test('flags of the way need a configuration, and an address is one', async (t) => {
  const { message, certificate, verify } = files(t)
  for (const flags of [
    ['--tls'],
    ['--path', 'q'],
    ['--client-certificate', certificate('client')],
  ]) {
    const { code, err } = await cli(['verify', message, '--trust', certificate('rsa'), ...flags])
    t.is(code, 64)
    t.regex(err, new RegExp(`${flags[0]} is for the policies of --config`))
  }
  t.is((await verify('--address', 'here')).code, 64)
})
