/** Multipart messages that are wrong, too many, too large, slow or given up: one clear status each, and nothing is left. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { soap11 } from '../support/wire/envelopes.js'
import { honest, unharmed, warmUp } from '../support/wire/hostile.js'
import { post, raw } from '../support/wire/raw.js'
import { attachedAs, bodyText, madeBytes, upload } from '../support/wire/upload.js'

const MIB = 1024 ** 2
const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
const PLUGINS = `plugins=["calculator", "echo", "${fileURLToPath(new URL('../fixtures/files', import.meta.url))}"]`
const PUT = soap11('<f:Put xmlns:f="urn:example:files"/>')
const XOP = (href: string) =>
  soap11(
    `<f:Put xmlns:f="urn:example:files"><f:data><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="${href}"/></f:data></f:Put>`,
  )

let daemon: RunningDaemon
test.before(async (t) => {
  daemon = await startDaemon([
    PLUGINS,
    `attachments.folder=${folder}`,
    `attachments.maxOnDisk=${64 * MIB}B`,
    `attachments.maxTotal=${32 * MIB}B`,
    'http.requestTimeout=2s',
  ])
  await warmUp(t, daemon)
})
test.after.always(async () => {
  await daemon?.stop()
  rmSync(folder, { recursive: true })
})

const lines = (...each: readonly string[]) => each.join('\r\n')

/** A request with a multipart body, as it stands. */
function request(body: string | Buffer, type = 'boundary=b; type="text/xml"', more = ''): Buffer {
  const bytes = Buffer.from(body as string, 'latin1')
  const head = lines(
    'POST /soap HTTP/1.1',
    'Host: localhost',
    `Content-Type: multipart/related; ${type}`,
    `Content-Length: ${bytes.length}`,
    `${more}Connection: close`,
    '',
    '',
  )
  return Buffer.concat([Buffer.from(head), bytes])
}

const message = (root: string, ...parts: readonly string[]) =>
  lines(
    '--b',
    'Content-Type: text/xml',
    '',
    root,
    ...parts.flatMap((part) => ['--b', part]),
    '--b--',
    '',
  )

for (const [what, bytes, status, text] of [
  [
    '10,000 parts',
    request(message(PUT, ...Array.from({ length: 10_000 }, () => '\r\nx'))),
    413,
    'too many parts',
  ],
  [
    '10,000 parts without content',
    request(message(PUT, ...Array.from({ length: 10_000 }, () => ''))),
    413,
    'too many parts',
  ],
  ['parts without end', request(lines('--b', 'Content-Type: text/xml', '', PUT)), 400, 'no end'],
  [
    'a boundary of 71 characters',
    request(message(PUT), `boundary=${'b'.repeat(71)}`),
    400,
    'no boundary',
  ],
  ['no boundary', request(message(PUT), 'type="text/xml"'), 400, 'no boundary'],
  [
    'a line that begins as the boundary does',
    request(message(PUT, '\r\n--bc\r\n')),
    400,
    'begins with the boundary',
  ],
  [
    'a Content-ID of 1 MiB',
    request(message(PUT, `Content-ID: <${'a'.repeat(MIB)}>\r\n\r\nx`)),
    413,
    'headers are too long',
  ],
  [
    'a header flood',
    request(message(PUT, `${'X: y\r\n'.repeat(100_000)}\r\nx`)),
    413,
    'headers are too long',
  ],
  [
    'the same Content-ID twice',
    request(message(PUT, 'Content-ID: <a>\r\n\r\nx', 'Content-ID: a\r\n\r\ny')),
    400,
    'same Content-ID',
  ],
  [
    'an empty Content-ID',
    request(message(PUT, 'Content-ID: <>\r\n\r\nx')),
    400,
    'a Content-ID that is none',
  ],
  [
    'what is no base64',
    request(message(PUT, `Content-Transfer-Encoding: base64\r\n\r\n${'*'.repeat(1000)}`)),
    400,
    'transfer encoding',
  ],
  [
    'a multipart root in a multipart root',
    request(
      lines('--b', 'Content-Type: multipart/related; boundary=c', '', '--c', '', '--c--', '--b--'),
      'boundary=b',
    ),
    400,
    'no envelope',
  ],
  [
    'a start that no part has',
    request(message(PUT), 'boundary=b; start="<x>"'),
    400,
    'start parameter',
  ],
  ['a media type with comments', request(message(PUT), 'boundary=b (c)'), 400, 'cannot be read'],
  [
    'deflate',
    request(message(PUT), undefined, 'Content-Encoding: deflate\r\n'),
    415,
    'gzip or identity',
  ],
  ['what is no gzip', request(message(PUT), undefined, 'Content-Encoding: gzip\r\n'), 400, ''],
  [
    'a bomb of gzip',
    request(
      gzipSync(message(PUT, `\r\n${'x'.repeat(33 * MIB)}`)),
      undefined,
      'Content-Encoding: gzip\r\n',
    ),
    413,
    'more than',
  ],
  [
    'an Include of a part that is not there',
    request(xopMessage(XOP('cid:x')), 'boundary=b; type="application/xop+xml"'),
    500,
    'no part with the Content-ID',
  ],
] as const) {
  test.serial(`${status}: ${what}`, async (t) => {
    const answer = await unharmed(t, daemon, () => raw(daemon.port, bytes))
    t.is(answer.status, status, answer.text)
    t.true(answer.body.includes(text), answer.body)
  })
}

function xopMessage(root: string): string {
  return lines('--b', 'Content-Type: application/xop+xml; type="text/xml"', '', root, '--b--', '')
}

test.serial('an envelope with attachments is bounded as one that comes alone', async (t) => {
  const answer = await raw(daemon.port, request(message(soap11(`<e>${'x'.repeat(11 * MIB)}</e>`))))
  t.is(answer.status, 413)
})

test.serial('413 before it is read: a length beyond all bounds', async (t) => {
  const head = `POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/related; boundary=b\r\nContent-Length: ${10 * 1024 ** 3}\r\nExpect: 100-continue\r\n\r\n`
  const { text, status } = await raw(daemon.port, head)
  t.is(status, 413)
  t.false(text.includes('100 Continue'))
})

/** Files without a name that the process has open in the folder. */
function openFiles(): number {
  const path = `/proc/${daemon.process.pid}/fd`
  return readdirSync(path).filter((fd) => {
    try {
      return readlinkSync(join(path, fd)).startsWith(folder)
    } catch {
      // It was closed meanwhile.
      return false
    }
  }).length
}

/** Begins an upload, and waits until the node has more of it than memory takes. */
async function begun(size: number, sent: number) {
  const socket = connect(daemon.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const head = `POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/related; boundary=b\r\nContent-Length: ${size}\r\n\r\n`
  socket.write(head)
  socket.write(lines('--b', 'Content-Type: text/xml', '', PUT, '--b', '', ''))
  const answered = once(socket, 'data').then(([bytes]) => String(bytes).slice(9, 12))
  const written = new Promise<undefined>((resolve) =>
    socket.write(Buffer.alloc(sent), () => resolve(undefined)),
  )
  return { socket, answered, status: await Promise.race([answered, written]) }
}

/** An upload of half the room is taken: that those before it have gone may not be known at once. */
async function roomAgain(t: ExecutionContext): Promise<void> {
  const content = madeBytes(16 * MIB)
  const attachments = [attachedAs('a', content), attachedAs('b', content)]
  const whole = () =>
    upload(daemon.url, { soap: '1.1', body: PUT, packaging: 'attachments', attachments })
  let answer = await whole()
  while (answer.status === 503) {
    await bodyText(answer.body)
    answer = await whole()
  }
  t.is(answer.status, 200)
  await bodyText(answer.body)
}

test.serial(
  '100 uploads that are given up in the middle leave no file and no room taken',
  async (t) => {
    const all = await Promise.all(Array.from({ length: 100 }, () => begun(2 * MIB, MIB + 300_000)))
    await honest(t, daemon)
    for (const { socket } of all) socket.destroy()
    // A file has its name for as long as it takes to lose it.
    while (readdirSync(folder).length > 0) await honest(t, daemon)
    while (openFiles() > 0) await honest(t, daemon)
    await roomAgain(t)
  },
)

test.serial('503 before it is read: what has no room on disk beside others', async (t) => {
  const all = await Promise.all([begun(30 * MIB, 2 * MIB), begun(30 * MIB, 2 * MIB)])
  const head = `POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/related; boundary=b\r\nContent-Length: ${20 * MIB}\r\nExpect: 100-continue\r\n\r\n`
  const answer = await raw(daemon.port, head, { first: true })
  t.is(answer.status, 503)
  t.is(answer.headers['retry-after'], '5')
  await honest(t, daemon)
  for (const { socket } of all) socket.destroy()
  while (openFiles() > 0) await honest(t, daemon)
  await roomAgain(t)
})

test.serial('408: parts that come slowly, and their file is gone', async (t) => {
  const { socket, answered } = await begun(8 * MIB, 2 * MIB)
  t.is(await answered, '408')
  socket.destroy()
  while (openFiles() > 0) await honest(t, daemon)
})

test('503 where the disk takes no more: the operator is told why, the peer is not', async (t) => {
  const own = mkdtempSync(join(tmpdir(), 'full-'))
  // A file may have 4 MiB; SIGXFSZ would end the process before the system could say EFBIG.
  const within = ['sh', '-c', 'trap "" XFSZ; ulimit -f 8192; exec "$@"', 'sh']
  const small = await startDaemon([PLUGINS, `attachments.folder=${own}`], [], 'listening', within)
  const attachments = [attachedAs('a', madeBytes(8 * MIB))]
  const answer = await upload(small.url, {
    soap: '1.1',
    body: PUT,
    packaging: 'attachments',
    attachments,
  })
  t.is(answer.status, 503)
  t.is(await bodyText(answer.body), '')
  const line = await small.logged(({ msg }) => msg === 'attachments cannot be kept')
  t.is((line.err as { code?: string }).code, 'EFBIG')
  t.is((await raw(small.port, post(PUT), { first: true })).status, 200)
  t.deepEqual(readdirSync(own), [])
  await small.stop()
  rmSync(own, { recursive: true })
})
