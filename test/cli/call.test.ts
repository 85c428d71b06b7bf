/** `waybill call` as a process: what it sends, shows, and ends with. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { NS11, NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { faultIn } from '../support/wire/faults.js'

const SCHEMA = fileURLToPath(new URL('../../plugins/calculator/calculator.xsd', import.meta.url))
const ADD = '{urn:example:calculator}Add'

let daemon: RunningDaemon

test.before(async () => {
  daemon = await startDaemon()
})
test.after.always(() => daemon?.stop())

test('named results are printed one a line', async (t) => {
  const { code, out, err } = await cli(['call', daemon.url, ADD, 'b=2.5', 'a=1'])
  t.is(err, '')
  t.is(out, 'result=3.5\n')
  t.is(code, 0)
})

test('--json prints one object; --schema types its values', async (t) => {
  const text = await cli(['call', daemon.url, ADD, 'a=1', 'b=2', '--json'])
  t.is(text.out, '{"result":"3"}\n')
  const typed = await cli(['call', daemon.url, ADD, 'a=1', 'b=2', '--json', '--schema', SCHEMA])
  t.is(typed.out, '{"result":3}\n')
  t.is(typed.code, 0)
})

test('--raw prints the envelope as it came, in the version that was asked for', async (t) => {
  const first = await cli(['call', daemon.url, ADD, 'a=1', 'b=2', '--raw'])
  t.regex(
    first.out,
    new RegExp(`^<\\?xml [^?]*\\?><soap:Envelope xmlns:soap="${NS11}">.*</soap:Envelope>\n$`),
  )
  const second = await cli(['call', daemon.url, ADD, 'a=1', 'b=2', '--raw', '--soap', '1.2'])
  t.regex(
    second.out,
    new RegExp(`^<\\?xml [^?]*\\?><env:Envelope xmlns:env="${NS12}">.*</env:Envelope>\n$`),
  )
})

test('--header sends a block from a file', async (t) => {
  const folder = folderOf(t, {
    'trace.xml': `<?xml version="1.0" encoding="ISO-8859-1"?>
<t:Trace xmlns:t="urn:example:trace" xmlns:s="${NS11}" s:mustUnderstand="1"
         s:actor="http://schemas.xmlsoap.org/soap/actor/next">run-1</t:Trace>\n`,
    'other.xml': '<o:Other xmlns:o="urn:other"/>',
  })
  const { out, code } = await cli(
    [
      'call',
      daemon.url,
      ADD,
      'a=1',
      'b=2',
      '--raw',
      '--header',
      'trace.xml',
      '--header',
      'other.xml',
    ],
    { folder },
  )
  t.is(code, 0)
  t.regex(out, /<t:Traced xmlns:t="urn:example:trace">run-1<\/t:Traced>/)
})

test('a Client fault ends with 65, and --raw still prints its envelope', async (t) => {
  const divide = '{urn:example:calculator}Divide'
  const { code, out, err } = await cli(['call', daemon.url, divide, 'a=1', 'b=0'])
  t.is(code, 65)
  t.is(out, '')
  t.is(err, `Fault {${NS11}}Client: The divisor is zero.\n  DivisionByZero\n`)
  const raw = await cli(['call', daemon.url, divide, 'a=1', 'b=0', '--raw', '--soap', '1.2'])
  t.is(raw.code, 65)
  t.regex(raw.out, /<env:Fault/)
  t.is(raw.err, `Fault {${NS12}}Sender: The divisor is zero.\n  DivisionByZero\n`)
})

test('a Server fault, or one without a code of SOAP, ends with 70', async (t) => {
  for (const code of ['s:Server', 'Other']) {
    const fault = `<s:Fault><faultcode>${code}</faultcode><faultstring>No.</faultstring><faultactor>urn:n</faultactor></s:Fault>`
    const { url } = await answering(t, withEnvelope(soap11(fault), 500))
    const ended = await cli(['call', url, ADD])
    t.is(ended.code, 70)
    t.regex(ended.err, /^Fault \S+: No\. \(from urn:n\)\n$/)
  }
})

test('SOAP 1.2 Part 1 §5.4.4: the role in which a fault was found is said', async (t) => {
  const fault =
    '<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="en">No.</s:Text></s:Reason>' +
    '<s:Node>urn:n</s:Node><s:Role>urn:r</s:Role></s:Fault>'
  const type = 'application/soap+xml; charset=utf-8'
  const { url } = await answering(t, withEnvelope(soap12(fault), 500, type))
  t.regex((await cli(['call', url, ADD, '--soap', '1.2'])).err, / \(from urn:n as urn:r\)\n$/)
  const json = JSON.parse((await cli(['call', url, ADD, '--soap', '1.2', '--json'])).out)
  t.like(json.fault, { actor: 'urn:n', role: 'urn:r' })
})

test('no character that a peer sent moves the cursor, ends a line or turns the text', async (t) => {
  const odd = 'a\u009b2J\u202eb\u2028\n\tc'
  const answer = `<o:R xmlns:o="urn:o"><o:one>${odd}</o:one><o:two><o:in>${odd}</o:in></o:two></o:R>`
  const { url } = await answering(t, withEnvelope(soap11(answer)))
  const safe = 'a\\u009b2J\\u202eb\\u2028'
  const { out } = await cli(['call', url, ADD])
  t.is(out, `one=${safe}\\u000a\\u0009c\ntwo={"in":"${safe}\\n\\tc"}\n`)
  const json = await cli(['call', url, ADD, '--json'])
  t.is(json.out, `{"one":"${safe}\\n\\tc","two":{"in":"${safe}\\n\\tc"}}\n`)
  const fault = `<s:Fault><faultcode>s:Server</faultcode><faultstring>${odd}</faultstring></s:Fault>`
  const failing = await answering(t, withEnvelope(soap11(fault), 500))
  const { err } = await cli(['call', failing.url, ADD])
  t.is(err, `Fault {${NS11}}Server: ${safe}\\u000a\\u0009c\n`)
})

test('an accepted message prints accepted', async (t) => {
  const { url } = await answering(t, (response) => response.writeHead(202).end())
  const { code, out, err } = await cli(['call', url, ADD])
  t.deepEqual([code, err], [0, ''])
  t.regex(out, /^accepted\ntrace=[0-9a-f]{32}\n$/)
  t.regex(
    (await cli(['call', url, ADD, '--json'])).out,
    /^\{"accepted":true,"trace":"[0-9a-f]{32}"\}\n$/,
  )
  t.is((await cli(['call', url, ADD, '--raw'])).out, '')
})

test('of an accepted message, its exchange and where its answer will be are printed', async (t) => {
  const { url } = await answering(t, (response) =>
    response.writeHead(202, { Location: '/soap/exchanges/0190-a' }).end(),
  )
  const location = new URL('/soap/exchanges/0190-a', url).href
  const { out } = await cli(['call', url, ADD])
  t.true(out.startsWith(`accepted\nexchange=0190-a\nlocation=${location}\ntrace=`))
  t.like(JSON.parse((await cli(['call', url, ADD, '--json'])).out), {
    accepted: true,
    exchange: '0190-a',
    location,
  })
  const other = await answering(t, (response) =>
    response.writeHead(202, { Location: '/status/7' }).end(),
  )
  const shown = (await cli(['call', other.url, ADD])).out
  t.true(shown.startsWith(`accepted\nlocation=${new URL('/status/7', other.url)}\ntrace=`))
})

test('a message that is accepted and not finished prints what one prints that is accepted', async (t) => {
  const id = '0190163d-8694-739b-aea5-966c26f8ad91'
  const detail = `<w:Accepted xmlns:w="urn:waybill:fault">/soap/exchanges/${id}</w:Accepted>`
  const fault = faultIn('1.1', { detail })
  const { url } = await answering(t, withEnvelope(fault, 500))
  const { code, out, err } = await cli(['call', url, ADD])
  t.deepEqual([code, err], [0, ''])
  const location = new URL(`/soap/exchanges/${id}`, url).href
  t.true(out.startsWith(`accepted\nexchange=${id}\nlocation=${location}\ntrace=`))
  t.is((await cli(['call', url, ADD, '--raw'])).out, `${fault}\n`)
})

test('200 without an envelope cannot be an answer, and is one of an operation that has none', async (t) => {
  const { url } = await answering(t, (response) => response.writeHead(200).end())
  const { code, err } = await cli(['call', url, ADD])
  t.is(code, 69)
  t.regex(err, /answered HTTP 200 without an envelope, and an answer is expected/)
  t.is((await cli(['call', url, ADD, '--one-way'])).code, 0)
})

test('a fault is printed with its detail, and with the exchange that its node names', async (t) => {
  const detail =
    '<detail><w:Invalid xmlns:w="urn:waybill:fault">a is missing</w:Invalid>' +
    '<o:Deep xmlns:o="urn:o"><o:x>1</o:x></o:Deep>' +
    '<w:Exchange xmlns:w="urn:waybill:fault">0190-b</w:Exchange></detail>'
  const fault = `<s:Fault><faultcode>s:Server</faultcode><faultstring>No.</faultstring>${detail}</s:Fault>`
  const { url } = await answering(t, withEnvelope(soap11(fault), 500))
  const { err, out } = await cli(['call', url, ADD])
  t.is(out, '')
  t.is(
    err,
    `Fault {${NS11}}Server: No.
  Invalid: a is missing
  <o:Deep xmlns:o="urn:o" xmlns:s="${NS11}"><o:x>1</o:x></o:Deep>
  exchange: 0190-b
`,
  )
  const json = JSON.parse((await cli(['call', url, ADD, '--json'])).out)
  t.is(json.fault.code, 'Server')
  t.deepEqual(json.fault.codes, [`{${NS11}}Server`])
  t.is(json.fault.reason, 'No.')
  t.is(json.fault.exchange, '0190-b')
  t.is(json.fault.detail.length, 3)
})

test('the details of an error of Header, which stand in header blocks, are printed', async (t) => {
  const call = [
    'call',
    daemon.url,
    ADD,
    'a=1',
    'b=2',
    '--message-id',
    'urn:x:1',
    '--action',
    'urn:z',
  ]
  const folder = folderOf(t, {
    'a.xml': '<a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">urn:x:2</a:MessageID>',
  })
  for (const soap of ['1.1', '1.2']) {
    const { err, code } = await cli([...call, '--soap', soap, '--header', 'a.xml'], { folder })
    // In SOAP 1.1 its code is none of SOAP's own.
    t.is(code, soap === '1.1' ? 70 : 65)
    t.regex(err, /ProblemHeaderQName/, soap)
  }
})

test('--message-id makes two calls one: the second gets the answer of the first', async (t) => {
  const id = `urn:uuid:${randomUUID()}`
  for (const action of [[], ['--action', 'urn:example:calculator/Add']]) {
    const { out, err } = await cli([
      'call',
      daemon.url,
      ADD,
      'a=1',
      'b=2',
      '--message-id',
      id,
      ...action,
    ])
    t.is(out + err, 'result=3\n')
  }
  const { url, requested: requests } = await answering(t, withEnvelope(soap11('')))
  await cli(['call', url, ADD, '--message-id', id])
  t.regex(requests[0]?.body ?? '', new RegExp(`:MessageID[^>]*>${id}<`))
  t.regex(requests[0]?.body ?? '', /:Action[^>]*>urn:example:calculator\/Add</)
})

test('--body sends the entry of a file, whatever its encoding', async (t) => {
  const folder = folderOf(t, {
    'add.xml':
      '<?xml version="1.0"?>\n<c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add>',
  })
  const { out, err } = await cli(['call', daemon.url, '--body', 'add.xml'], { folder })
  t.is(out + err, 'result=3\n')
  const json = [
    'call',
    daemon.url,
    '--body',
    'add.xml',
    '--schema',
    SCHEMA,
    '--json',
    '--soap',
    '1.2',
  ]
  t.is((await cli(json, { folder })).out, '{"result":3}\n')
})

test('--body sends a whole envelope as it is, in the version that it has', async (t) => {
  const envelope = soap12('<o:Go xmlns:o="urn:o">\u00e9<!-- kept --></o:Go>')
  const folder = folderOf(t, {})
  writeFileSync(
    join(folder, 'e.xml'),
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${envelope}`, 'latin1'),
  )
  const { url, requested: requests } = await answering(t, withEnvelope(soap12('')))
  const { code } = await cli(['call', url, '--body', 'e.xml'], { folder })
  t.is(code, 0)
  t.is(requests[0]?.body, envelope)
  t.regex(requests[0]?.headers['content-type'] ?? '', /^application\/soap\+xml; charset=UTF-8/)
})

test('a transport that a configuration names is spoken as the shipped ones are', async (t) => {
  const folder = folderOf(t, {
    'w.yaml': 'transports: [./echo.mjs]\n',
    'echo.mjs': `
export default {
  name: 'echo', schemes: ['echo'], config: { def: { type: 'object' } }, answers: 'connection',
  create() {}, hostOf() {}, isOwn: () => false,
  client: {
    option: 'echo',
    flags: [{ flags: '--suffix <text>', description: 'what is appended', default: '' }],
    fromFlags: ({ suffix }) => ({ options: { suffix } }),
    open: ({ suffix }) => ({
      send: async ({ body }, to) => ({
        kind: 'envelope', origin: { transport: 'echo', peer: {} }, mediaType: 'text/xml', attachments: [],
        body: Buffer.from(body.replace('</m:said>', to.pathname + suffix + '</m:said>')),
      }),
      close: async () => {},
    }),
  },
}`,
  })
  const call = ['call', 'echo:you', '{urn:x}Say', 'said=hello ', '--suffix', '!', '-c', 'w.yaml']
  const { out, err, code } = await cli(call, { folder })
  t.is(err, '')
  t.is(out, 'said=hello you!\n')
  t.is(code, 0)
  const near = await cli(['call', daemon.url, ADD, 'a=1', 'b=2', '-c', 'w.yaml'], { folder })
  t.is(near.out, 'result=3\n')
})

test('an answer that is no envelope, or does not fit the schema, ends with 76', async (t) => {
  const html = await answering(t, withEnvelope('<html/>'))
  const first = await cli(['call', html.url, ADD])
  t.is(first.code, 76)
  t.regex(first.err, /^The answer cannot be used: the answer is no SOAP envelope: .*\n$/)
  const more = await answering(
    t,
    withEnvelope(
      soap11('<c:AddResponse xmlns:c="urn:example:calculator"><c:sum>1</c:sum></c:AddResponse>'),
    ),
  )
  const second = await cli(['call', more.url, ADD, 'a=1', 'b=2', '--schema', SCHEMA])
  t.is(second.code, 76)
  t.regex(second.err, /sum may not stand here/)
})

test('a refused connection, or no answer in time, ends with 69', async (t) => {
  const silent = await answering(t, () => undefined)
  const late = await cli(['call', silent.url, ADD, '--timeout', '200ms'])
  t.is(late.code, 69)
  t.regex(late.err, /^http:\/\/127\.0\.0\.1:\d+ did not answer in time\n$/)
  const nobody = await cli(['call', 'http://127.0.0.1:1/soap', ADD])
  t.is(nobody.code, 69)
  t.regex(
    nobody.err,
    /^http:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\n {2}Nobody listens there: start the node, or correct host and port\.\n$/,
  )
})

test('parameters: a repeated name is a list, a value keeps its equals signs and spaces', async (t) => {
  const { url, requested: requests } = await answering(t, withEnvelope(soap11('')))
  await cli([
    'call',
    url,
    '{urn:x}Go',
    'n=1',
    'n=2',
    'n=3',
    'v= a=b ',
    '__proto__=p',
    'constructor=c',
  ])
  const [, entry] = /<m:Go xmlns:m="urn:x">(.*)<\/m:Go>/.exec(requests[0]?.body ?? '') ?? []
  t.is(
    entry,
    '<m:n>1</m:n><m:n>2</m:n><m:n>3</m:n><m:v> a=b </m:v>' +
      '<m:__proto__>p</m:__proto__><m:constructor>c</m:constructor>',
  )
})

test('parameters: a dot steps in, a number chooses one of several, a backslash keeps the dot', async (t) => {
  const { url, requested: requests } = await answering(t, withEnvelope(soap11('')))
  const sent = [
    'o.c.city=Graz',
    'o.l.1.s=B',
    'o.l.0.s=A',
    'o.l.0.q=1',
    'o.l.0.q=2',
    'o.c.zip=8010',
    'x\\.y=z',
  ]
  await cli(['call', url, '{urn:x}Go', ...sent])
  const [, entry] = /<m:Go xmlns:m="urn:x">(.*)<\/m:Go>/.exec(requests[0]?.body ?? '') ?? []
  t.is(
    entry,
    '<m:o><m:c><m:city>Graz</m:city><m:zip>8010</m:zip></m:c>' +
      '<m:l><m:s>A</m:s><m:q>1</m:q><m:q>2</m:q></m:l><m:l><m:s>B</m:s></m:l></m:o><m:x.y>z</m:x.y>',
  )
})

test('an action goes where the version has it', async (t) => {
  const { url, requested: requests } = await answering(t, withEnvelope(soap11('')))
  await cli(['call', url, ADD, '--action', 'urn:go'])
  await cli(['call', url, ADD, '--action', 'urn:go', '--soap', '1.2'])
  t.is(requests[0]?.headers.soapaction, '"urn:go"')
  t.regex(requests[1]?.headers['content-type'] ?? '', /; action="urn:go"$/)
})

const WRONG: readonly (readonly [args: readonly string[], complaint: RegExp])[] = [
  [['not a url', ADD], /expected an http, https or mailto URL/],
  [['ftp://x/', ADD], /expected an http, https or mailto URL/],
  [['http://127.0.0.1:1/'], /missing required argument 'operation'/],
  [['http://127.0.0.1:1/', ADD, 'a'], /^error: a: expected name=value\n$/],
  [['http://127.0.0.1:1/', ADD, '1a=1'], /^error: 1a: not the name of a parameter\n$/],
  [['http://127.0.0.1:1/', 'A b'], /^error: "A b" is not an XML name\n$/],
  [['http://127.0.0.1:1/', ADD, 'a=\u0001'], /^error: U\+0001 cannot be written in XML\n$/],
  [
    ['http://127.0.0.1:1/', ADD, 'c=1', '--schema', SCHEMA],
    /^error: Add: the schema has no element c here\n$/,
  ],
  [['http://127.0.0.1:1/', ADD, '--soap', '1.3'], /Allowed choices are 1\.1, 1\.2/],
  [['http://127.0.0.1:1/', ADD, '--timeout', '30'], /expected a time with its unit: write 30s/],
  [
    ['http://127.0.0.1:1/', ADD, '--timeout', 'x'],
    /expected a time with its unit up to 1d, such as 500ms/,
  ],
  [
    ['http://127.0.0.1:1/', ADD, '--header', '/nowhere.xml'],
    /^error: \/nowhere\.xml: expected a file with one XML element \(no such file or directory\)\n$/,
  ],
  [
    ['http://127.0.0.1:1/', ADD, '--header', SCHEMA.replace('.xsd', '.js')],
    /expected a file with one XML element/,
  ],
  [['http://127.0.0.1:1/', ADD, 'a=1', 'a.b=2'], /^error: a: expected a value, or names below it/],
  [
    ['http://127.0.0.1:1/', ADD, 'a.0.b=1', 'a.b=2'],
    /^error: a: expected a value, or names below it/,
  ],
  [['http://127.0.0.1:1/', ADD, '0=1'], /^error: 0: not the name of a parameter\n$/],
  [
    ['http://127.0.0.1:1/', ADD, '--body', SCHEMA],
    /^error: --body has the operation and its parameters\n$/,
  ],
  [
    ['http://127.0.0.1:1/', '--body', '/nowhere'],
    /^error: \/nowhere: expected a file with one XML element/,
  ],
  [
    ['http://127.0.0.1:1/', ADD, '--message-id', '7'],
    /^error: --message-id: expected an absolute IRI such as/,
  ],
  [['http://127.0.0.1:1/', ADD, '--unknown'], /unknown option '--unknown'/],
]

for (const [args, complaint] of WRONG) {
  test(`wrong usage ends with 64: call ${args.join(' ').replace(SCHEMA, 'calculator.xsd')}`, async (t) => {
    const { code, out, err } = await cli(['call', ...args])
    t.regex(err, complaint)
    t.is(out, '')
    t.is(code, 64)
  })
}

test('an invalid schema ends with 65 and names the file', async (t) => {
  const folder = folderOf(t, { 's.xsd': '<xs:schema' })
  const { code, err } = await cli(['call', daemon.url, ADD, '--schema', 's.xsd'], { folder })
  t.is(code, 65)
  t.regex(err, /^\S+s\.xsd is no usable schema: \S/)
  const missing = await cli(['call', daemon.url, ADD, '--schema', '/nowhere.xsd'])
  t.is(missing.code, 65)
  t.regex(
    missing.err,
    /^\/nowhere\.xsd is no usable schema: it cannot be read \(no such file or directory\)/,
  )
})
