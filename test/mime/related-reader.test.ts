/** The reader of multipart/related: any pieces, one meaning, bounds. */
import test from 'ava'
import {
  MalformedMime,
  multipart,
  type Related,
  RelatedReader,
  TooMuch,
} from '../../src/message/mime/index.js'
import { Spools } from '../../src/message/spool/index.js'
import { HeldBinary } from '../../src/xml/binary.js'

const LIMITS = { maxHeader: 2000, maxCount: 5, maxTotal: 5000 }
const SWA = 'multipart/related; boundary=b; type="text/xml"'

interface Read extends Omit<Related, 'attachments'> {
  readonly body: string
  readonly attachments: readonly (readonly [
    id: string | undefined,
    type: string,
    content: string,
  ])[]
}

async function read(
  contentType: string,
  pieces: Iterable<Uint8Array | string>,
  limits = LIMITS,
): Promise<Read> {
  const root: Buffer[] = []
  const spool = new Spools().open()
  try {
    const reader = new RelatedReader(contentType, limits, {
      spool,
      root: (bytes) => void root.push(Buffer.from(bytes)),
    })
    for (const piece of pieces) await reader.write(Buffer.from(piece as string, 'latin1'))
    const related = reader.end()
    const attachments = await Promise.all(
      related.attachments.map(
        async ({ id, contentType, content }) =>
          [id, contentType, Buffer.from(await content.bytes()).toString('latin1')] as const,
      ),
    )
    return { ...related, body: Buffer.concat(root).toString('latin1'), attachments }
  } finally {
    await spool.close()
  }
}

function* inPieces(text: string, size: number): Iterable<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

/** A message with lines as they are, ended by CRLF. */
const lines = (...each: readonly string[]) => each.join('\r\n')

const PLAIN = lines(
  'preamble',
  '--b ',
  'Content-Type: text/xml; charset=utf-8',
  '',
  '<e/>',
  '--b',
  'content-id: <a@b>',
  'Content-Type: image/png;',
  '\tname="x"',
  '',
  '\r\n--\r\n-\r-b--b\r',
  '--b',
  'Content-ID: c',
  'Content-Transfer-Encoding: Base64',
  '',
  'AA EC',
  'AwQ=',
  '--b\t',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'a=20=',
  'b  ',
  'c=3D',
  '--b',
  '',
  '--b--  ',
  'epilogue',
)

test('a message is read the same in whatever pieces it comes', async (t) => {
  const whole = await read(SWA, [PLAIN])
  t.like(whole, { body: '<e/>', mediaType: 'text/xml', charset: 'utf-8', packaging: 'attachments' })
  t.deepEqual(whole.attachments, [
    ['a@b', 'image/png;\tname="x"', '\r\n--\r\n-\r-b--b\r'],
    ['c', 'text/plain', '\x00\x01\x02\x03\x04'],
    [undefined, 'text/plain', 'a b\r\nc='],
    [undefined, 'text/plain', ''],
  ])
  for (let size = 1; size < 60; size += 1) {
    t.deepEqual(await read(SWA, inPieces(PLAIN, size)), whole)
  }
  for (let at = 1; at < PLAIN.length; at += 1) {
    t.deepEqual(await read(SWA, [PLAIN.slice(0, at), PLAIN.slice(at)]), whole)
  }
})

test('what the writer writes is read again', async (t) => {
  const bytes = Uint8Array.from({ length: 2500 }, (_, at) => (at * 7) % 256)
  for (const transfer of ['binary', 'text'] as const) {
    for (const soap of ['1.1', '1.2'] as const) {
      const content = new HeldBinary(bytes)
      const attachments = [{ contentType: 'a/b', id: 'x@y', name: 'f', content }]
      const message = {
        body: '<e>ü</e>',
        soap,
        action: 'urn:x',
        packaging: 'xop',
        attachments,
      } as const
      const { contentType, stream } = multipart(message, transfer)
      const pieces: Uint8Array[] = []
      for await (const piece of stream()) pieces.push(piece)
      const got = await read(contentType, [Buffer.concat(pieces).toString('latin1')])
      t.is(got.mediaType, soap === '1.1' ? 'text/xml' : 'application/soap+xml')
      t.is(got.charset, 'UTF-8')
      t.is(got.action, soap === '1.1' ? undefined : 'urn:x')
      t.is(got.packaging, 'xop')
      t.is(Buffer.from(got.body, 'latin1').toString(), '<e>ü</e>')
      t.deepEqual(got.attachments, [['x@y', 'a/b', Buffer.from(bytes).toString('latin1')]])
    }
  }
})

test('RFC 2387 §3.2: start names the root, wherever it stands; without it, the first part is', async (t) => {
  const body = lines(
    '--b',
    'Content-ID: <x>',
    'Content-Type: text/xml',
    '',
    'one',
    '--b',
    'Content-ID: <y>',
    'Content-Type: text/xml',
    '',
    'two',
    '--b--',
  )
  t.is((await read(SWA, [body])).body, 'one')
  t.is((await read(`${SWA}; start="<y>"`, [body])).body, 'two')
  t.is((await read(`${SWA}; start=y`, [body])).body, 'two')
})

test('XOP §5: the type of what is packaged is said by the root, or by start-info', async (t) => {
  const xop = (outer: string, root: string) =>
    read(`multipart/related; boundary=b; ${outer}`, [
      lines('--b', `Content-Type: ${root}`, '', '<e/>', '--b--'),
    ])
  for (const [outer, root, mediaType, action] of [
    [
      'type="application/xop+xml"; start-info="text/xml"',
      'application/xop+xml; type="text/xml"',
      'text/xml',
      undefined,
    ],
    [
      'type="application/xop+xml"',
      'application/xop+xml; type="application/soap+xml;action=\\"urn:x\\""',
      'application/soap+xml',
      'urn:x',
    ],
    [
      'start-info="application/soap+xml; charset=utf-8; action=\\"urn:x\\""',
      'application/xop+xml',
      'application/soap+xml',
      'urn:x',
    ],
    [
      'type="APPLICATION/XOP+XML; charset=utf-8"; action="urn:y"',
      'Application/Xop+Xml; type="Text/Xml"; action="urn:x"',
      'text/xml',
      'urn:y',
    ],
  ] as const) {
    t.like(await xop(outer, root), { mediaType, action, packaging: 'xop' })
  }
  await t.throwsAsync(
    xop(
      'type="application/xop+xml"; start-info="text/xml"',
      'application/xop+xml; type="application/soap+xml"',
    ),
    { message: 'its root and its start-info name two types' },
  )
  await t.throwsAsync(xop('type="application/xop+xml"', 'application/xop+xml'), {
    message: 'its root does not say of what type its envelope is',
  })
  await t.throwsAsync(xop('type="application/xop+xml"', 'text/xml'), {
    message: 'its root is not of the type that it says',
  })
})

const part = (...header: readonly string[]) =>
  lines('--b', 'Content-Type: text/xml', '', '<e/>', '--b', ...header, '', 'x', '--b--')

for (const [what, body, message, type = SWA] of [
  ['nothing', '', 'its last part has no end'],
  ['no parts', '--b--', 'it has no parts'],
  [
    'a part without an end',
    lines('--b', 'Content-Type: text/xml', '', '<e/>'),
    'its last part has no end',
  ],
  [
    'a header without an end',
    lines('--b', 'Content-Type: text/xml', '--b', '', 'x', '--b--'),
    'a part has no end of its header',
  ],
  [
    'a line that begins with the boundary',
    lines('--b', 'Content-Type: text/xml', '', '<e/>', '--bc', 'x', '--b--'),
    'a line begins with the boundary, and is none',
  ],
  [
    'a last boundary that goes on',
    lines('--b', 'Content-Type: text/xml', '', '<e/>', '--b--c', ''),
    'a line begins with the boundary, and is none',
  ],
  [
    'a boundary with blanks without end',
    lines('--b', 'Content-Type: text/xml', '', '<e/>', `--b--${' '.repeat(200)}`),
    'a line begins with the boundary, and is none',
  ],
  [
    'line ends of two kinds',
    lines('--b', 'Content-Type: text/xml', '', '<e/>\n--b--'),
    'its lines end in two ways',
  ],
  [
    'a boundary behind a bare CR',
    lines('--b', 'Content-Type: text/xml', '', '<e/>\r--b', 'x', '--b--'),
    'its lines end in two ways',
  ],
  [
    'two parts of one id',
    lines(
      '--b',
      'Content-Type: text/xml',
      'Content-ID: <a>',
      '',
      '<e/>',
      '--b',
      'Content-ID: a',
      '',
      'x',
      '--b--',
    ),
    'two parts have the same Content-ID',
  ],
  ['an id that is empty', part('Content-ID: <>'), 'a Content-ID that is none'],
  ['an id that says nothing', part('Content-ID:'), 'an empty Content-ID'],
  ['an id in two brackets', part('Content-ID: <<a>>'), 'a Content-ID that is none'],
  ['an id of two words', part('Content-ID: <a b>'), 'a Content-ID that is none'],
  ['an id twice', part('Content-ID: <a>', 'Content-ID: <b>'), 'a header field stands twice'],
  [
    'a blank before a colon',
    part('Content-ID : <a>'),
    'a blank before the colon of a header field',
  ],
  ['control characters in a header', part('X: a\x00b'), 'control characters in a header field'],
  [
    'no base64',
    part('Content-Transfer-Encoding: base64', '', 'AAE*'),
    'not in the transfer encoding it names',
  ],
  [
    'base64 that goes on after its end',
    part('Content-Transfer-Encoding: base64', '', 'AA==', 'AAAA'),
    'not in the transfer encoding it names',
  ],
  [
    'an encoding that nobody knows',
    part('Content-Transfer-Encoding: uuencode'),
    'an unknown transfer encoding',
  ],
  [
    'a root that is no envelope',
    lines('--b', 'Content-Type: text/plain', '', 'x', '--b--'),
    'its root is no envelope',
    'multipart/related; boundary=b',
  ],
  [
    'a root within a root',
    lines('--b', 'Content-Type: multipart/mixed; boundary=c', '', '--c', '', 'x', '--c--', '--b--'),
    'its root is no envelope',
    'multipart/related; boundary=b',
  ],
  [
    'a root that is not there',
    part('Content-ID: <y>'),
    'it has no part that its start parameter names',
    `${SWA}; start="<z>"`,
  ],
  ['no boundary', '--b--', 'it has no boundary', 'multipart/related'],
  [
    'a boundary of 71 characters',
    '',
    'it has no boundary',
    `multipart/related; boundary=${'b'.repeat(71)}`,
  ],
  ['a boundary that ends in a space', '', 'it has no boundary', 'multipart/related; boundary="b "'],
  [
    'two boundaries',
    '',
    'a header field that cannot be read',
    'multipart/related; boundary=a; boundary=b',
  ],
] as const) {
  test(`refused: ${what}`, async (t) => {
    for (const size of [1, 7, 1000]) {
      const error = await t.throwsAsync(read(type, inPieces(body, size)), {
        instanceOf: MalformedMime,
      })
      t.is(error?.message, message)
      t.false(error instanceof TooMuch)
    }
  })
}

const many = (count: number, content = 'x') =>
  lines(
    '--b',
    'Content-Type: text/xml',
    '',
    '<e/>',
    ...Array.from({ length: count }, () => lines('--b', '', content)),
    '--b--',
  )

for (const [what, body, message] of [
  ['attachments', many(6), 'it has too many parts'],
  [
    'bytes of one attachment',
    many(1, 'x'.repeat(5001)),
    'its attachments have more than 5000 bytes',
  ],
  ['parts that are all empty', many(10_000, ''), 'it has too many parts'],
  [
    'bytes of all attachments',
    many(2, 'x'.repeat(2501)),
    'its attachments have more than 5000 bytes',
  ],
  [
    'header fields',
    part(...Array.from({ length: 300 }, (_, at) => `X-${at}: y`)),
    'its headers are too long',
  ],
  ['a header of 1 MiB', part(`Content-ID: <${'a'.repeat(2 ** 20)}>`), 'its headers are too long'],
  [
    'what is before the first part',
    `${'x'.repeat(5000)}\r\n${many(1)}`,
    'too much of it is no part',
  ],
  [
    'what is behind the last part',
    `${many(1)}\r\n${'x'.repeat(5000)}`,
    'too much of it is no part',
  ],
] as const) {
  test(`too much: ${what}`, async (t) => {
    for (const size of [100, 1_000_000_000]) {
      const error = await t.throwsAsync(read(SWA, inPieces(body, size)), { instanceOf: TooMuch })
      t.is(error?.message, message)
    }
  })
}

test('the bounds are reached without being passed', async (t) => {
  t.is((await read(SWA, [many(5)])).attachments.length, 5)
  t.is((await read(SWA, [many(1, 'x'.repeat(5000))])).attachments.length, 1)
})

test('a boundary of 70 characters, with blanks and quotes, and lines that end in LF alone', async (t) => {
  const boundary = "a b'()+_,-./:=?".padEnd(70, 'x')
  const body = `--${boundary}\nContent-Type: text/xml\n\n<e/>\n--${boundary}\n\na\r\nb\n--${boundary}--`
  const got = await read(`multipart/related; boundary="${boundary}"`, inPieces(body, 3))
  t.is(got.body, '<e/>')
  t.deepEqual(got.attachments, [[undefined, 'text/plain', 'a\r\nb']])
})

test('a multipart part is an attachment like any other: nothing is looked for in it', async (t) => {
  const inner = lines(
    '--c',
    'Content-Type: multipart/mixed; boundary=d',
    '',
    '--d',
    '',
    '--d--',
    '--c--',
  )
  const got = await read(SWA, [
    lines(
      '--b',
      'Content-Type: text/xml',
      '',
      '<e/>',
      '--b',
      'Content-Type: multipart/mixed; boundary=c',
      '',
      inner,
      '--b--',
    ),
  ])
  t.deepEqual(got.attachments, [[undefined, 'multipart/mixed; boundary=c', inner]])
})

test('header bytes that come one by one cost no more than their number', async (t) => {
  const limits = { ...LIMITS, maxHeader: 1_000_000 }
  const body = part(`X: ${'a'.repeat(500_000)}`)
  t.is((await read(SWA, inPieces(body, 1), limits)).attachments.length, 1)
})
