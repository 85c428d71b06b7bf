/** `waybill plan` about routes, and `--message`: which way an envelope would take, and why. */
import { spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { cleanEnvironment, cli, type Ended, MAIN } from '../support/nodes/cli.js'
import { ACTION, MESSAGE_ID, wsa } from '../support/wire/addressing.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'

const CONFIG = `
node: { uri: "urn:example:gateway", actors: ["urn:example:gateway"] }
smtp: { domains: [bus.example], addresses: { bus: {} }, relay: { url: smtp://relay.example, from: bus@bus.example } }
destinations:
  audit:
    url: mailto:auditor@audit.example
    timeout: 5s
    retry: { attempts: 3 }
    breaker: { failures: 2, pause: 1500ms }
  ledger:
    url: https://ledger.example/soap
    user: bus
    password: hidden
    timeout: 2500ms
    connections: 4
routes:
  - { name: audit, actor: "urn:example:auditor", to: audit }
  - { operation: "{urn:example:ledger}*", to: ledger }
  - { operation: "{urn:example:ledger}Record", path: records, to: ledger, mode: store }
  - { name: rest, path: rest, to: "http://next.example/soap" }
plugins: [calculator, trace]
`

const RECORD = '<l:Record xmlns:l="urn:example:ledger"/>'
const ELSEWHERE = '<u:U xmlns:u="urn:u"/>'

async function plan(
  t: ExecutionContext,
  envelope: string | Uint8Array | undefined,
  ...more: readonly string[]
): Promise<Ended> {
  const folder = folderOf(t, { 'w.yaml': CONFIG, 'm.xml': String(envelope ?? '') })
  const message = envelope === undefined ? [] : ['--message', 'm.xml']
  return cli(['plan', '-c', 'w.yaml', ...message, ...more], { folder })
}

test('the plan has destinations and routes in it, and no secrets', async (t) => {
  const { code, out } = await plan(t, undefined)
  t.is(code, 0)
  t.true(
    out.includes(`
Destinations
  audit  mailto:auditor@audit.example, within 5s, 3 attempts of 5s from the queue, circuit open for 1500ms after 2 failures
  ledger  https://ledger.example/soap, with user and password, 4 connections at once, answers of 10MiB, within 2500ms, 64 attempts of 2500ms from the queue, circuit open for 30s after 5 failures

Routes
  audit  actor urn:example:auditor: request-reply to audit at mailto:auditor@audit.example, 1h for the answer
  route 2  operation {urn:example:ledger}*: relay to ledger at https://ledger.example/soap
  route 3  operation {urn:example:ledger}Record, path records: store to ledger at https://ledger.example/soap; never reached, as route 2 before it takes all of that
  rest  path rest: relay to http://next.example/soap
`),
    out,
  )
  t.false(out.includes('hidden'))
})

test('config check warns of a route that is never reached', async (t) => {
  const folder = folderOf(t, { 'w.yaml': CONFIG })
  chmodSync(join(folder, 'w.yaml'), 0o600)
  const { code, out, err } = await cli(['config', 'check', '-c', 'w.yaml'], { folder })
  t.is(code, 0)
  t.is(out, 'w.yaml is valid.\n')
  t.is(
    err,
    'warning: routes: the route route 3 is never reached: route 2 before it takes all of its messages\n',
  )
})

const block = (name: string, attributes: string) => `<h:${name} xmlns:h="urn:h" ${attributes}/>`
const TRACE =
  '<t:Trace xmlns:t="urn:example:trace" s:role="http://www.w3.org/2003/05/soap-envelope/role/next">x</t:Trace>'

test('a message that is sent on, with what happens to each header block', async (t) => {
  const gateway = 's:role="urn:example:gateway"'
  const header = [
    TRACE,
    block('Ours', gateway),
    block('Kept', `${gateway} s:relay="true"`),
    block('Audit', 's:role="urn:example:auditor" s:mustUnderstand="true"'),
    block('Nobodys', 's:role="http://www.w3.org/2003/05/soap-envelope/role/none"'),
    block('Last', ''),
  ]
  const { code, out, err } = await plan(t, soap12(RECORD, header.join('')))
  t.is(err, '')
  t.is(
    out,
    `Message
  SOAP 1.2, {urn:example:ledger}Record in its Body

Routes
  audit  takes it: actor urn:example:auditor

Header blocks
  {urn:example:trace}Trace  for next: ours, understood by trace; removed, unless trace puts it back
  {urn:h}Ours  for urn:example:gateway: ours, not understood, removed
  {urn:h}Kept  for urn:example:gateway: ours, not understood, kept by relay
  {urn:h}Audit  for urn:example:auditor: not ours, kept as it is
  {urn:h}Nobodys  for none: not ours, kept as it is
  {urn:h}Last  for the ultimate receiver: not ours, kept as it is

Way
  request-reply to audit at mailto:auditor@audit.example, 1h for the answer
`,
  )
  t.is(code, 0)
})

test('a message that ends here, and why no route took it', async (t) => {
  const header = block('A', '') + block('B', 's:actor="urn:example:other"')
  const { code, out } = await plan(t, soap11(ADD, header))
  t.is(
    out,
    `Message
  SOAP 1.1, {urn:example:calculator}Add in its Body

Routes
  audit  no: actor is urn:example:other, not urn:example:auditor
  route 2  no: operation is {urn:example:calculator}Add, not {urn:example:ledger}*
  route 3  no: operation is {urn:example:calculator}Add, not {urn:example:ledger}Record
  rest  no: the message is for the node as a whole, and path rest is asked for

Header blocks
  {urn:h}A  for the ultimate receiver: ours, not understood, ignored
  {urn:h}B  for urn:example:other: not ours, unchanged

Way
  ends here, in the operation {urn:example:calculator}Add of calculator
`,
  )
  t.is(code, 0)
})

test('a message with neither an operation nor a route', async (t) => {
  const { code, out } = await plan(t, soap11(ELSEWHERE))
  t.is(code, 65)
  t.true(
    out.endsWith(`
Way
  none: its sender gets the fault Client / {http://www.w3.org/2003/05/soap-rpc}ProcedureNotPresent: There is no such operation here, and no route for the message: {urn:u}U.
`),
    out,
  )
})

test('a path makes a route fit, or an operation not found, or is none', async (t) => {
  const onward = await plan(t, soap11(ELSEWHERE), '--path', 'rest')
  t.is(onward.code, 0)
  t.true(onward.out.endsWith('\nWay\n  relay to http://next.example/soap\n'), onward.out)
  const here = await plan(t, soap11(ADD), '--path', 'calculator')
  t.is(here.code, 0)
  const wrong = await plan(t, soap11(ADD), '--path', 'trace')
  t.is(wrong.code, 65)
  const none = await plan(t, soap11(ADD), '--path', 'nowhere')
  t.is(none.code, 65)
  t.is(none.out, 'Way\n  none: no plugin has the name nowhere, and no route that path\n')
})

test('faults that a message would get on its way, or at its end', async (t) => {
  const mandatory = block('Ours', 's:actor="urn:example:gateway" s:mustUnderstand="1"')
  for (const [envelope, fault] of [
    [
      soap11(RECORD, mandatory),
      'MustUnderstand: A mandatory header block was not understood: {urn:h}Ours.',
    ],
    [soap11(ADD, block('M', 's:mustUnderstand="1"')), 'MustUnderstand: '],
    [soap11(ADD, block('M', 's:mustUnderstand="2"')), 'Client: The mustUnderstand attribute'],
    [soap11(ADD.replace('>1<', '>one<')), 'Client / {http://www.w3.org/2003/05/soap-rpc}BadArg'],
    [soap11(ADD).replace('soap/envelope', 'other'), 'VersionMismatch: '],
    [
      soap11(ADD, ACTION + MESSAGE_ID + wsa('ReplyTo', '<a:Address>http://10.0.0.1/</a:Address>')),
      'Client / {http://www.w3.org/2005/08/addressing}InvalidAddressingHeader / {http://www.w3.org/2005/08/addressing}OnlyAnonymousAddressSupported: ',
    ],
    [
      soap11(ADD, ACTION),
      'Client / {http://www.w3.org/2005/08/addressing}MessageAddressingHeaderR',
    ],
  ] as const) {
    const { code, out, err } = await plan(t, envelope)
    t.is(code, 65, out + err)
    t.true(out.includes(`Way\n  none: its sender gets the fault ${fault}`), out)
  }
  const { code, out } = await plan(t, soap11(RECORD, mandatory))
  t.is(code, 65)
  t.true(out.includes('for urn:example:gateway: ours, mandatory, and not understood: a fault'), out)
})

test('what is no envelope, and a file that is not there', async (t) => {
  const broken = await plan(t, '<a>')
  t.is(broken.code, 65)
  t.regex(broken.out, /^Way\n {2}none: it cannot be read: \S/)
  const doctype = await plan(t, `<!DOCTYPE a>${soap11(ADD)}`)
  t.is(doctype.code, 65)
  const missing = await plan(t, undefined, '--message', 'no.xml')
  t.is(missing.code, 64)
  t.is(missing.err, 'error: no.xml cannot be read (no such file or directory)\n')
  const alone = await plan(t, undefined, '--path', 'rest')
  t.is(alone.code, 64)
  t.is(alone.err, 'error: --path says where a --message is sent to\n')
})

test('no text of a message moves the cursor', async (t) => {
  const { out } = await plan(t, soap11('<u:U xmlns:u="urn:u&#x9b;31m&#x202e;"/>'))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  t.notRegex(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  t.true(out.includes('\\u009b31m\\u202e'), out)
})

test('the envelope may come from standard input', async (t) => {
  const folder = folderOf(t, { 'w.yaml': CONFIG })
  const child = spawn(process.execPath, [MAIN, 'plan', '-c', join(folder, 'w.yaml'), '-m', '-'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: cleanEnvironment(),
  })
  child.stdin.end(soap11(RECORD))
  const out = await text(child.stdout)
  t.true(out.endsWith('\nWay\n  relay to ledger at https://ledger.example/soap\n'), out)
})

const KEYED = `
node: { uri: "urn:example:gateway" }
security: { peers: { bank: { apiKey: "sha256:${'0'.repeat(64)}" } } }
journal:
  keys:
    - { name: site, path: "//{urn:x}site" }
    - { name: card, path: "//{urn:x}card", operation: "{urn:x}Pay" }
  redact: ["//{urn:x}card"]
routes:
  - { name: harbour, key: { site: "HH*" }, to: "http://harbour.example/soap" }
  - { name: bank, peer: bank, transport: http, to: "http://bank.example/soap" }
plugins: [echo]
`

test('business keys, and routes by them, by peer and by transport', async (t) => {
  const pay = (site: string) =>
    soap11(`<x:Pay xmlns:x="urn:x"><x:site>${site}</x:site><x:card>4711</x:card></x:Pay>`)
  const folder = folderOf(t, { 'w.yaml': KEYED, 'hh.xml': pay('HH1'), 'b.xml': pay('B1') })
  const run = (...args: string[]) => cli(['plan', '-c', 'w.yaml', ...args], { folder })
  const whole = await run()
  t.true(
    whole.out.includes(`
Business keys
  site  //{urn:x}site
  card  //{urn:x}card, in {urn:x}Pay
`),
    whole.out,
  )
  t.true(whole.out.includes('harbour  key site HH*: relay to http://harbour.example/soap'))
  t.true(whole.out.includes('bank  peer bank, transport http: relay to http://bank.example/soap'))
  const harbour = await run('--message', 'hh.xml')
  t.is(harbour.code, 0, harbour.out)
  t.true(
    harbour.out.includes(`
Business keys
  site  HH1
  card  kept as a hash, and never shown

Routes
  harbour  takes it: key site HH*
`),
    harbour.out,
  )
  t.false(harbour.out.includes('4711'))
  const nobody = await run('--message', 'b.xml')
  t.true(nobody.out.includes('harbour  no: no value of the key site is HH*'), nobody.out)
  t.true(nobody.out.includes('bank  no: its transport has not proven who sends it'), nobody.out)
  const bank = await run('--message', 'b.xml', '--peer', 'bank')
  t.true(bank.out.includes('bank  takes it: peer bank, transport http'), bank.out)
  const wrong = await run('--message', 'b.xml', '--peer', 'nobody')
  t.is(wrong.code, 64)
  t.true(wrong.err.includes('expected a name in security.peers, got "nobody"; there are bank'))
  t.is((await run('--peer', 'bank')).code, 64)
})
