/** Requests that a proxy and this node could read in two ways, and requests that are too large. */
import test from 'ava'
import { oneDaemon } from '../support/nodes/one-daemon.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { accepted, refused, unharmed } from '../support/wire/hostile.js'
import { post, raw } from '../support/wire/raw.js'

const daemon = oneDaemon(test)

const BODY = soap11(ADD)
const LINE = 'POST /soap HTTP/1.1\r\n'
const HOST = 'Host: localhost\r\n'
const TYPE = 'Content-Type: text/xml\r\n'
const LENGTH = `Content-Length: ${BODY.length}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const HEAD = LINE + HOST + TYPE
const SIZE = BODY.length.toString(16)
const CHUNKS = `${SIZE}\r\n${BODY}\r\n0\r\n\r\n`

const withLength = (line: string) => `${HEAD}${line}${LENGTH}\r\n${BODY}`
const lengthOf = (value: string) => `${HEAD}Content-Length: ${value}\r\n\r\n${BODY}`
const codingOf = (value: string) => `${HEAD}Transfer-Encoding: ${value}\r\n\r\n${CHUNKS}`
const chunks = (text: string) => `${HEAD}${CHUNKED}\r\n${text}`
const target = (value: string) => withLength('').replace('/soap', value)

/** Each is refused with 400, and its connection closed. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  'Content-Length and Transfer-Encoding': `${HEAD}${LENGTH}${CHUNKED}\r\n${CHUNKS}`,
  'Transfer-Encoding and Content-Length': `${HEAD}${CHUNKED}${LENGTH}\r\n${CHUNKS}`,
  'two equal Content-Length': withLength(LENGTH),
  'two different Content-Length': withLength('Content-Length: 3\r\n'),
  'a list of equal lengths': lengthOf(`${BODY.length}, ${BODY.length}`),
  'a length with a plus sign': lengthOf(`+${BODY.length}`),
  'a length with a minus sign': lengthOf('-1'),
  'a length in hexadecimal': lengthOf(`0x${SIZE}`),
  'a length with a fraction': lengthOf(`${BODY.length}.0`),
  'a length with a space inside': lengthOf('1 2'),
  'a length of nothing': lengthOf(''),
  'a length beyond 64 bits': lengthOf('18446744073709551617'),
  'a chunk size beyond 64 bits': chunks(`10000000000000000\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk size in another notation': chunks(`0x${SIZE}\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk size below zero': chunks(`-1\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk that is longer than its size': chunks(`${SIZE}\r\n${BODY}x\r\n0\r\n\r\n`),
  'a Content-Length in the trailer': chunks(`${SIZE}\r\n${BODY}\r\n0\r\n${LENGTH}\r\n`),
  'an unknown transfer coding': codingOf('xchunked'),
  'chunked is not the last coding': codingOf('chunked, identity'),
  'chunked is not the only coding': codingOf('identity, chunked'),
  'chunked after another coding': codingOf('gzip, chunked'),
  'chunked after nothing': codingOf(', chunked'),
  'chunked twice in one line': codingOf('chunked, chunked'),
  'chunked twice in two lines': `${HEAD}${CHUNKED}${CHUNKED}\r\n${CHUNKS}`,
  'another coding in a line before': `${HEAD}Transfer-Encoding: x\r\n${CHUNKED}\r\n${CHUNKS}`,
  'another coding in a line behind': `${HEAD}${CHUNKED}Transfer-Encoding: x\r\n\r\n${CHUNKS}`,
  'chunked in quotes': codingOf('"chunked"'),
  'chunked with a parameter': codingOf('chunked;q=1'),
  'chunked behind a vertical tab': codingOf('\u000bchunked'),
  'no transfer coding': codingOf(''),
  'a space before a colon': withLength('X-A : b\r\n'),
  'a space before the colon of Content-Length': `${HEAD}${LENGTH.replace(':', ' :')}\r\n${BODY}`,
  'a space before the colon of Transfer-Encoding': `${HEAD}Transfer-Encoding : chunked\r\n\r\n${CHUNKS}`,
  'a folded line': withLength('X-A: b\r\n c\r\n'),
  'a line folded by a tab': withLength('X-A: b\r\n\tc\r\n'),
  'a folded line of nothing': withLength('X-A: b\r\n \r\n'),
  'a folded Content-Length': lengthOf(`\r\n ${BODY.length}`),
  'a folded Transfer-Encoding': codingOf('\r\n chunked'),
  'a folded first line': `${LINE} ${HOST}${TYPE}${LENGTH}\r\n${BODY}`,
  'a folded line in the trailer': chunks(`${SIZE}\r\n${BODY}\r\n0\r\nX: a\r\n b\r\n\r\n`),
  'bare LF everywhere': `${(HEAD + LENGTH).replaceAll('\r', '')}\n${BODY}`,
  'bare LF behind the request line': withLength('').replace('\r\n', '\n'),
  'bare LF behind a header': withLength('X-A: b\n'),
  'bare LF behind the last header': `${HEAD}${LENGTH.replace('\r', '')}\r\n${BODY}`,
  'bare LF as the empty line': `${HEAD}${LENGTH}\n${BODY}`,
  'bare LF behind a chunk size': chunks(`${SIZE}\n${BODY}\r\n0\r\n\r\n`),
  'bare LF behind a chunk': chunks(`${SIZE}\r\n${BODY}\n0\r\n\r\n`),
  'bare LF behind a chunk extension': chunks(`${SIZE};a=b\n${BODY}\r\n0\r\n\r\n`),
  'bare LF at the end of the chunks': chunks(`${SIZE}\r\n${BODY}\r\n0\n\n`),
  'bare CR in a header': withLength('X-A: b\rX-B: c\r\n'),
  'CR CR LF': withLength('X-A: b\r\r\n'),
  'NUL in a value': withLength('X-A: b\0c\r\n'),
  'NUL in a name': withLength('X-\0A: b\r\n'),
  'NUL in the target': target('/so\0ap'),
  'a header without a colon': withLength('X-A\r\n'),
  'a header without a name': withLength(': b\r\n'),
  'two Host headers': withLength('Host: localhost\r\n'),
  'two different Host headers': withLength('Host: example.com\r\n'),
  'no Host header': `${LINE}${TYPE}${LENGTH}\r\n${BODY}`,
  'a Host that is none': withLength('').replace('localhost', 'local host/'),
  'HTTP/1.0 with Transfer-Encoding': codingOf('chunked').replace('HTTP/1.1', 'HTTP/1.0'),
  'a chunk extension of 20 KB': chunks(`${SIZE};a=${'x'.repeat(20_000)}\r\n${BODY}\r\n0\r\n\r\n`),
  'a target in absolute form for another host': target('http://example.com/soap'),
  'a target in absolute form for another port': target('http://localhost:1/soap'),
  'a target in absolute form of another scheme': target('file:///soap'),
  'a target with a user name': target('http://localhost@example.com/soap'),
  'a target that is an asterisk': target('*'),
  'a target that is an authority': 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a greeting of TLS': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  'a greeting of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
}

for (const [name, request] of Object.entries(AMBIGUOUS)) {
  test.serial(`refused with 400: ${name}`, async (t) => {
    await refused(t, daemon(), request, 400)
    // What follows on the same connection is never taken for a request.
    await refused(t, daemon(), request + withLength(''), 400)
  })
}

test.serial('what comes behind a refused body is not taken for a request', async (t) => {
  const smuggled = `${LINE}${HOST}${TYPE}${LENGTH}\r\n${BODY}`
  const outer = `${HEAD}Content-Length: ${smuggled.length + 5}\r\n${CHUNKED}\r\n0\r\n\r\n${smuggled}`
  await refused(t, daemon(), outer, 400)
})

test.serial('a target in absolute form for this node is taken', async (t) => {
  for (const host of ['localhost', '127.0.0.1', 'LOCALHOST']) {
    await accepted(t, daemon(), target(`http://${host}:${daemon().port}/soap`))
  }
})

test.serial(
  'HTTP/2.0 in a request line gets 505, every other version that this node does not speak, or none, 400',
  async (t) => {
    await refused(t, daemon(), withLength('').replace('HTTP/1.1', 'HTTP/2.0'), 505)
    for (const other of ['HTTP/0.9', 'HTTP/1.2', 'HTTP/3.0']) {
      await refused(t, daemon(), withLength('').replace('HTTP/1.1', other), 400)
    }
    await refused(t, daemon(), 'GET /soap\r\n\r\n', 400)
  },
)

test.serial('an expectation that is not known gets 417', async (t) => {
  await refused(t, daemon(), withLength('Expect: a-miracle\r\n'), 417)
})

// RFC 9110 §10.1.1
test.serial('HTTP/1.0 is not told to continue', async (t) => {
  const request = withLength('Expect: 100-continue\r\n').replace('HTTP/1.1', 'HTTP/1.0')
  t.is((await accepted(t, daemon(), request)).responses, 1)
})

test.serial('a small chunk extension is read over', async (t) => {
  await accepted(t, daemon(), chunks(`${SIZE};a=b;c="d"\r\n${BODY}\r\n0\r\n\r\n`))
})

test.serial('a body in half a million chunks of one byte is read', async (t) => {
  const body = soap11(
    `<e:Echo xmlns:e="urn:example:echo"><e:text>${'x'.repeat(500_000)}</e:text></e:Echo>`,
  )
  await accepted(t, daemon(), chunks(`${body.replace(/./g, '1\r\n$&\r\n')}0\r\n\r\n`))
})

test.serial(
  'a header of 20 KB is refused: in one line, in a name, in the target, in a trailer',
  async (t) => {
    const long = 'a'.repeat(20_000)
    await refused(t, daemon(), withLength(`X: ${long}\r\n`), 431)
    await refused(t, daemon(), withLength(`${long}: x\r\n`), 431)
    await refused(t, daemon(), target(`/soap/${long}`), 431)
    await refused(t, daemon(), withLength(`SOAPAction: "urn:${long}"\r\n`), 431)
    await refused(t, daemon(), chunks(`${SIZE}\r\n${BODY}\r\n0\r\nX: ${long}\r\n\r\n`), 431)
  },
)

test.serial('a header that never ends is refused', async (t) => {
  await refused(t, daemon(), `${HEAD}X: ${'a'.repeat(20_000_000)}`, 431)
})

test.serial('3,000 headers are refused, and one more than are allowed', async (t) => {
  await refused(t, daemon(), withLength('A: b\r\n'.repeat(3000)), 431)
  // Host, Content-Type and Content-Length are three of the hundred.
  await refused(t, daemon(), withLength('A: b\r\n'.repeat(98)), 431)
  await accepted(t, daemon(), withLength('A: b\r\n'.repeat(97)))
})

test.serial('a bad request behind good ones: the good ones are answered first', async (t) => {
  const echo = soap11(
    `<e:Echo xmlns:e="urn:example:echo"><e:text>${'x'.repeat(500_000)}</e:text></e:Echo>`,
  )
  const short = withLength('')
  const long = post(echo).toString('latin1')
  const folded = withLength('X-A: b\r\n c\r\n')
  const brokenChunk = chunks(`x\r\n${BODY}`)
  for (const good of [[short], [long], [short, short, short], [long, short, long]]) {
    for (const bad of [folded, brokenChunk]) {
      const send = () => raw(daemon().port, good.join('') + bad)
      const { text, closed } = await unharmed(t, daemon(), send, { lines: good.length + 1 })
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
      t.deepEqual(statuses, [...good.map(() => 200), 400])
      t.regex(text, /Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n$/)
      t.true(closed)
    }
  }
})

/** Methods that node:http knows and this node has not, some that it does not know, and those of RTSP. */
const METHODS = ['PUT', 'M-SEARCH', 'M-POST', 'FOO', 'post', 'POSTX', 'G', 'DESCRIBE']

for (const method of METHODS) {
  test.serial(`a method that is not served gets 405, and what is: ${method}`, async (t) => {
    const send = (text: string) => raw(daemon().port, text.replace('POST', method))
    const close = withLength('Connection: close\r\n')
    const { status, headers, responses, closed } = await unharmed(t, daemon(), () => send(close))
    t.deepEqual(
      [status, headers.allow, responses, closed],
      [405, 'GET, HEAD, OPTIONS, POST', 1, true],
    )
    const operation = close.replace('/soap', '/soap/calculator/Add?a=1&b=2')
    t.is((await unharmed(t, daemon(), () => send(operation))).headers.allow, 'GET, HEAD, OPTIONS')
    t.is((await unharmed(t, daemon(), () => send(close.replace('/soap', '/x')))).status, 404)
    const { cause } = daemon().log.findLast(({ outcome }) => outcome === '405') ?? {}
    t.is(cause, `method ${method}`)
  })
}

test.serial('a method that is not known, behind a good request', async (t) => {
  const unknown = withLength('').replace('POST', 'M-POST')
  const send = () => raw(daemon().port, withLength('') + unknown)
  const { text } = await unharmed(t, daemon(), send, { lines: 2 })
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  t.deepEqual(statuses, [200, 405])
})

test.serial('what looks like a method and is none gets 400', async (t) => {
  for (const method of ['M(POST', 'M-POST\t', ' M-POST', 'M-POST\r\nPOST', '\u00e9', 'M\0']) {
    await refused(t, daemon(), withLength('').replace('POST', method), 400)
  }
  await refused(t, daemon(), withLength('').replace('POST', 'M-POST').replace('\r', ''), 400)
  await refused(t, daemon(), withLength('').replace('POST /soap', 'M-POST soap'), 400)
})

test.serial(
  'the log tells what came where it is refused: escaped, and not at length',
  async (t) => {
    const cases: readonly (readonly [string, number, RegExp])[] = [
      [withLength('SOAPAction: "a b\u009b"\r\n'), 400, /^SOAPAction "a b\u009b"$/],
      [withLength(`SOAPAction: "${'a'.repeat(9000)}\r\n`), 400, /^SOAPAction "a{100,150}…$/],
      [
        withLength('').replace('text/xml', 'text/plain; x="\u0085"'),
        415,
        /^media type text\/plain; x=/,
      ],
      [withLength('Content-Encoding: br\r\n'), 415, /^content coding br$/],
    ]
    for (const [request, status, cause] of cases) {
      await refused(t, daemon(), request, status)
      t.regex(String(daemon().log.findLast(({ event }) => event === 'refused')?.cause), cause)
    }
  },
)
