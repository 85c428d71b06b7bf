/** The node called by curl: both versions, codings, encodings, and what HTTP clients do beside. */
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'
import { run } from './foreign-client.js'

const TYPE_11 = 'Content-Type: text/xml; charset=utf-8'
const TYPE_12 = 'Content-Type: application/soap+xml; charset=utf-8'
const SUM = /<m:AddResponse xmlns:m="urn:example:calculator"><m:result>3<\/m:result>/

let daemon: RunningDaemon

test.before(async () => {
  daemon = await startDaemon()
})

test.after.always(async () => {
  await daemon?.stop()
})

/** What curl writes: status lines and header lines of every response, and bodies. */
async function curl(
  parameters: readonly string[],
  body: string | Uint8Array = '',
): Promise<string> {
  const common = ['--silent', '--show-error', '--include', '--max-time', '20']
  const output = await run('curl', [...common, ...parameters], body)
  return output.toString('utf8')
}

/** Posts a body to the node, with a length unless a header says otherwise. */
function post(body: string | Uint8Array, ...parameters: readonly string[]): Promise<string> {
  return curl([...parameters, '--data-binary', '@-', daemon.url], body)
}

function statuses(output: string): readonly string[] {
  return output.match(/^HTTP\/1\.1 \d{3}/gm) ?? []
}

const echo = (text: string) =>
  soap11(`<e:Echo xmlns:e="urn:example:echo"><e:text>${text}</e:text></e:Echo>`)

test('SOAP 1.1', async (t) => {
  const output = await post(soap11(ADD), '-H', TYPE_11, '-H', 'SOAPAction: ""')
  t.deepEqual(statuses(output), ['HTTP/1.1 200'])
  t.regex(output, /^content-type: text\/xml; charset=utf-8\r$/im)
  t.regex(output, SUM)
})

test('SOAP 1.2', async (t) => {
  const output = await post(soap12(ADD), '-H', TYPE_12)
  t.deepEqual(statuses(output), ['HTTP/1.1 200'])
  t.regex(output, /^content-type: application\/soap\+xml; charset=utf-8\r$/im)
  t.regex(output, SUM)
})

test('SOAP 1.1 and SOAP 1.2 faults differ in status', async (t) => {
  const entry = '<c:Divide xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>0</c:b></c:Divide>'
  const first = await post(soap11(entry), '-H', TYPE_11)
  const second = await post(soap12(entry), '-H', TYPE_12)
  t.deepEqual(statuses(first), ['HTTP/1.1 500'])
  t.deepEqual(statuses(second), ['HTTP/1.1 400'])
})

test('a compressed body', async (t) => {
  const output = await post(gzipSync(soap11(ADD)), '-H', TYPE_11, '-H', 'Content-Encoding: gzip')
  t.regex(output, SUM)
})

test('a body in chunks', async (t) => {
  const text = 'x'.repeat(200_000)
  const output = await post(echo(text), '-H', TYPE_11, '-H', 'Transfer-Encoding: chunked')
  t.true(output.includes(`<m:text>${text}</m:text>`))
})

test('a body from a pipe, whose length curl does not know', async (t) => {
  const output = await curl(
    ['--upload-file', '-', '-X', 'POST', '-H', TYPE_11, daemon.url],
    echo('é'),
  )
  t.true(output.includes('<m:text>é</m:text>'))
})

test('UTF-16 with a byte order mark', async (t) => {
  const body = Buffer.from(
    `\uFEFF<?xml version="1.0" encoding="UTF-16"?>${echo('日本 𝄞')}`,
    'utf16le',
  )
  const output = await post(body, '-H', 'Content-Type: text/xml; charset=utf-16')
  t.true(output.includes('<m:text>日本 𝄞</m:text>'))
})

test('big-endian UTF-16 that only its bytes tell', async (t) => {
  const body = Buffer.from(`\uFEFF${echo('日本')}`, 'utf16le').swap16()
  const output = await post(body, '-H', 'Content-Type: text/xml')
  t.true(output.includes('<m:text>日本</m:text>'))
})

test('ISO-8859-1 by the charset parameter', async (t) => {
  const body = Buffer.from(echo('grüß'), 'latin1')
  const output = await post(body, '-H', 'Content-Type: text/xml; charset=ISO-8859-1')
  t.true(output.includes('<m:text>grüß</m:text>'))
})

test('ISO-8859-1 by the XML declaration', async (t) => {
  const body = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${echo('grüß')}`, 'latin1')
  const output = await post(body, '-H', 'Content-Type: text/xml')
  t.true(output.includes('<m:text>grüß</m:text>'))
})

test('GET of a safe operation', async (t) => {
  const query = ['--get', '--data-urlencode', 'b=2', '--data-urlencode', 'a=1']
  const output = await curl([...query, `${daemon.url}/calculator/Add`])
  t.deepEqual(statuses(output), ['HTTP/1.1 200'])
  t.regex(output, /^content-type: application\/soap\+xml/im)
  t.regex(output, SUM)
})

test('GET with a value that needs percent-encoding', async (t) => {
  const output = await curl([
    '--get',
    '--data-urlencode',
    'text=1 + 1 = zwölf & mehr',
    `${daemon.url}/echo/Echo`,
  ])
  t.true(output.includes('<m:text>1 + 1 = zwölf &amp; mehr</m:text>'))
})

test('Expect: 100-continue is answered before the body comes', async (t) => {
  // Longer than the whole call may take: only a 100 makes curl send the body in time.
  const patient = ['--expect100-timeout', '60', '-H', 'Expect: 100-continue']
  const output = await post(soap11(ADD), '-H', TYPE_11, ...patient)
  t.deepEqual(statuses(output), ['HTTP/1.1 100', 'HTTP/1.1 200'])
  t.regex(output, SUM)
})

test('Expect: 100-continue of what would be refused gets the refusal at once', async (t) => {
  const patient = ['--expect100-timeout', '60', '-H', 'Expect: 100-continue']
  const output = await post('{}', '-H', 'Content-Type: application/json', ...patient)
  t.deepEqual(statuses(output), ['HTTP/1.1 415'])
})

test('several calls on one connection', async (t) => {
  const one = [
    '-H',
    TYPE_11,
    '--data-binary',
    soap11(ADD),
    '--write-out',
    '[%{num_connects}]\n',
    daemon.url,
  ]
  const output = await curl([...one, '--next', '--include', ...one, '--next', '--include', ...one])
  t.is(statuses(output).length, 3)
  t.deepEqual(output.match(/\[\d\]/g), ['[1]', '[0]', '[0]'])
})

test('HTTP/1.0', async (t) => {
  const output = await post(soap11(ADD), '--http1.0', '-H', TYPE_11)
  t.regex(output, SUM)
})

test('an offer to go over to HTTP/2 is passed over', async (t) => {
  const output = await post(soap11(ADD), '--http2', '-H', TYPE_11)
  t.deepEqual(statuses(output), ['HTTP/1.1 200'])
  t.regex(output, SUM)
})

test('a client that would take a compressed answer', async (t) => {
  const output = await post(soap11(ADD), '--compressed', '-H', TYPE_11)
  t.regex(output, SUM)
})

test('the node as its own proxy: a target in absolute form', async (t) => {
  const output = await post(soap11(ADD), '--noproxy', '', '--proxy', daemon.url, '-H', TYPE_11)
  t.deepEqual(statuses(output), ['HTTP/1.1 200'])
  t.regex(output, SUM)
})
