/** `waybill call` as a process: what it sends, shows, and ends with. */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { NS11, NS12, soap11 } from '../support/wire/envelopes.js'

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
  t.regex(first.out, new RegExp(`^<soap:Envelope xmlns:soap="${NS11}">.*</soap:Envelope>\n$`))
  const second = await cli(['call', daemon.url, ADD, 'a=1', 'b=2', '--raw', '--soap', '1.2'])
  t.regex(second.out, new RegExp(`^<env:Envelope xmlns:env="${NS12}">.*</env:Envelope>\n$`))
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
  t.is(err, `Fault {${NS11}}Client: The divisor is zero.\n`)
  const raw = await cli(['call', daemon.url, divide, 'a=1', 'b=0', '--raw', '--soap', '1.2'])
  t.is(raw.code, 65)
  t.regex(raw.out, /<env:Fault/)
  t.is(raw.err, `Fault {${NS12}}Sender: The divisor is zero.\n`)
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
  t.deepEqual(await cli(['call', url, ADD]), { code: 0, out: 'accepted\n', err: '' })
  t.is((await cli(['call', url, ADD, '--json'])).out, '{"accepted":true}\n')
  t.is((await cli(['call', url, ADD, '--raw'])).out, '')
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
  t.regex(second.err, /\{urn:example:calculator\}sum/)
})

test('a refused connection, or no answer in time, ends with 69', async (t) => {
  const silent = await answering(t, () => undefined)
  const late = await cli(['call', silent.url, ADD, '--timeout', '0.2'])
  t.is(late.code, 69)
  t.regex(late.err, /^http:\/\/127\.0\.0\.1:\d+ did not answer in time\n$/)
  const nobody = await cli(['call', 'http://127.0.0.1:1/soap', ADD])
  t.is(nobody.code, 69)
  t.regex(nobody.err, /^http:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\n$/)
})

test('parameters: a repeated name is a list, a value keeps its equals signs and spaces', async (t) => {
  const { url, asked } = await answering(t, withEnvelope(soap11('')))
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
  const [, entry] = /<m:Go xmlns:m="urn:x">(.*)<\/m:Go>/.exec(asked[0]?.body ?? '') ?? []
  t.is(
    entry,
    '<m:n>1</m:n><m:n>2</m:n><m:n>3</m:n><m:v> a=b </m:v>' +
      '<m:__proto__>p</m:__proto__><m:constructor>c</m:constructor>',
  )
})

test('an action goes where the version has it', async (t) => {
  const { url, asked } = await answering(t, withEnvelope(soap11('')))
  await cli(['call', url, ADD, '--action', 'urn:go'])
  await cli(['call', url, ADD, '--action', 'urn:go', '--soap', '1.2'])
  t.is(asked[0]?.headers.soapaction, '"urn:go"')
  t.regex(asked[1]?.headers['content-type'] ?? '', /; action="urn:go"$/)
})

const WRONG: readonly (readonly [args: readonly string[], complaint: RegExp])[] = [
  [['not a url', ADD], /expected an http, https or mailto URL/],
  [['ftp://x/', ADD], /expected an http, https or mailto URL/],
  [['http://127.0.0.1:1/'], /missing required argument 'operation'/],
  [['http://127.0.0.1:1/', ADD, 'a'], /^error: a: expected name=value\n$/],
  [['http://127.0.0.1:1/', ADD, '1a=1'], /^error: 1a=1: expected name=value\n$/],
  [['http://127.0.0.1:1/', 'A b'], /^error: "A b" is not an XML name\n$/],
  [['http://127.0.0.1:1/', ADD, 'a=\u0001'], /^error: U\+0001 cannot be written in XML\n$/],
  [
    ['http://127.0.0.1:1/', ADD, 'c=1', '--schema', SCHEMA],
    /^error: the schema of \S+ has no element c\n$/,
  ],
  [['http://127.0.0.1:1/', ADD, '--soap', '1.3'], /Allowed choices are 1\.1, 1\.2/],
  [['http://127.0.0.1:1/', ADD, '--timeout', '0'], /expected a number of seconds/],
  [['http://127.0.0.1:1/', ADD, '--timeout', 'x'], /expected a number of seconds/],
  [
    ['http://127.0.0.1:1/', ADD, '--header', '/nowhere.xml'],
    /^error: \/nowhere\.xml: expected a file with one XML element \(ENOENT\)\n$/,
  ],
  [
    ['http://127.0.0.1:1/', ADD, '--header', SCHEMA.replace('.xsd', '.js')],
    /expected a file with one XML element/,
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
  t.regex(missing.err, /^\/nowhere\.xsd is no usable schema: ENOENT/)
})
