/** HTTPS over real sockets: versions and ciphers, clients with and without certificates, and who they are. */
import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import test from 'ava'
import http from '../../../transports/http/index.js'
import { serveNode } from '../../support/nodes/node.js'
import type { IssuedName } from '../../support/security/certificates.js'
import { certificateFiles, certificates } from '../../support/security/certificates.js'
import { post, secureListener, secureSocket, shown } from '../../support/wire/secure.js'

const REQUEST = [
  'http.tls.clientAuthentication=request',
  'http.tls.clientAuthority=FOLDER/authority.pem',
]
const REQUIRE = [
  'http.tls.clientAuthentication=require',
  'http.tls.clientAuthority=FOLDER/authority.pem',
]
const LIST = 'http.tls.revoked=[FOLDER/list.pem]'

test('the listener tells an https: URL, and its peers the version that is spoken', async (t) => {
  const { port, peers, transport } = await secureListener(t)
  t.regex(String(transport.listening[0]), /^https:\/\/127\.0\.0\.1:\d+\/soap$/)
  t.is((await post(port)).status, 202)
  t.is((await post(port, { maxVersion: 'TLSv1.2' })).status, 202)
  t.deepEqual(peers, [
    { address: '127.0.0.1', tls: { protocol: 'TLSv1.3' } },
    { address: '127.0.0.1', tls: { protocol: 'TLSv1.2' } },
  ])
})

test('what is told of a node with TLS are https: URLs, and they lead back to it', async (t) => {
  const { section } = await secureListener(t)
  const own = section(['http.port=8443'])
  const settings = { section: own, names: [], sends: true }
  t.is(http.publicAddress?.(settings, 'calculator'), 'https://127.0.0.1:8443/soap/calculator')
  t.deepEqual(http.plan?.(settings)[0], ['Listeners', ['https://127.0.0.1:8443/soap']])
  t.true(http.isOwn(new URL('https://localhost:8443/soap/x'), settings))
  const named = { ...settings, section: section(['http.port=443', 'http.names=[node.example]']) }
  t.true(http.isOwn(new URL('https://127.0.0.1/soap'), named))
  t.true(http.isOwn(new URL('https://node.example/soap'), named))
  t.false(http.isOwn(new URL('https://other.example/soap'), named))
})

test('TLS 1.0 and 1.1 are refused, and TLS 1.2 where the configuration says so', async (t) => {
  const { port } = await secureListener(t)
  const strict = await secureListener(t, ['http.tls.minVersion=TLSv1.3'])
  const old = { minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' } as const
  await t.throwsAsync(post(port, { ...old, maxVersion: 'TLSv1' }), {
    message: /alert protocol version/i,
  })
  await t.throwsAsync(post(port, { ...old, maxVersion: 'TLSv1.1' }), {
    message: /alert protocol version/i,
  })
  await t.throwsAsync(post(strict.port, { maxVersion: 'TLSv1.2' }), {
    message: /alert protocol version/i,
  })
  t.is((await post(strict.port)).status, 202)
})

test('only ciphers with forward secrecy and authenticated encryption are agreed on, in the order of the listener', async (t) => {
  for (const own of ['server', 'rsa'] as const) {
    const { port } = await secureListener(t, [], { own })
    const kind = own === 'rsa' ? 'RSA' : 'ECDSA'
    const agree = async (ciphers: string) => {
      const options = {
        ciphers,
        maxVersion: 'TLSv1.2',
        servername: 'localhost',
        checkServerIdentity: () => undefined,
      } as const
      const socket = await secureSocket(port, options)
      const { name } = socket.getCipher()
      socket.destroy()
      return name
    }
    const good = ['AES256-GCM-SHA384', 'CHACHA20-POLY1305', 'AES128-GCM-SHA256'].map(
      (cipher) => `ECDHE-${kind}-${cipher}`,
    )
    for (const cipher of good) t.is(await agree(cipher), cipher)
    t.is(await agree(good.toReversed().join(':')), `ECDHE-${kind}-AES256-GCM-SHA384`)
    for (const cipher of [
      'AES128-GCM-SHA256',
      `ECDHE-${kind}-AES128-SHA256`,
      `ECDHE-${kind}-AES256-SHA`,
      'DHE-RSA-AES128-GCM-SHA256',
      'AES256-SHA',
    ]) {
      await t.throwsAsync(
        agree(`${cipher}:@SECLEVEL=0`),
        { message: /alert handshake failure|no ciphers/i },
        cipher,
      )
    }
  }
})

test('no signature by SHA-1 is agreed on', async (t) => {
  const { port } = await secureListener(t, [], { own: 'rsa' })
  const options = {
    maxVersion: 'TLSv1.2',
    sigalgs: 'RSA+SHA1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  } as const
  await t.throwsAsync(post(port, options), { message: /alert handshake failure/i })
})

test('a client that wants to renegotiate is refused', async (t) => {
  const { port } = await secureListener(t)
  const socket = await secureSocket(port, { maxVersion: 'TLSv1.2' })
  const refused = await new Promise<Error | null>((resolve) => {
    socket.renegotiate({}, resolve)
    socket.once('error', resolve)
    socket.once('close', () => resolve(new Error('closed')))
  })
  t.truthy(refused)
  socket.destroy()
})

test('a client that speaks HTTP in the clear gets nothing, and the listener goes on', async (t) => {
  const { port, closed } = await secureListener(t)
  const socket = connectPlain(port, '127.0.0.1')
  let output = ''
  socket.on('data', (bytes) => {
    output += bytes
  })
  socket.write('GET /soap HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'close')
  t.is(output, '')
  t.is((await post(port)).status, 202)
  t.deepEqual(closed, ['TLS: ERR_SSL_HTTP_REQUEST'])
})

test('a client certificate is told with each message, if it was asked for', async (t) => {
  for (const settings of [REQUEST, REQUIRE]) {
    const { port, peers } = await secureListener(t, settings)
    t.is((await post(port, shown('rsa'))).status, 202)
    const { fingerprint256, serialNumber } = certificates().rsa.certificate
    t.deepEqual(peers, [
      {
        address: '127.0.0.1',
        tls: {
          protocol: 'TLSv1.3',
          certificate: {
            subject: 'CN=rsa,O=Example,C=NL',
            issuer: 'CN=Example Authority,O=Example,C=NL',
            serial: serialNumber.replace(/^0+/, ''),
            fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
            names: ['DNS:rsa.example', 'URI:urn:rsa'],
          },
        },
        certificate: ['rsa', fingerprint256],
      },
    ])
  }
  const { port, peers } = await secureListener(t)
  t.is((await post(port, shown('rsa'))).status, 202)
  t.deepEqual(peers, [{ address: '127.0.0.1', tls: { protocol: 'TLSv1.3' } }])
})

test('a rule for senders may name client certificates', async (t) => {
  const files = certificateFiles(t)
  const node = await serveNode(
    {},
    {
      settings: [
        `http.tls={certificate: ${files.chain('server')}, key: ${files.key('server')}}`,
        ...REQUEST.map((setting) => setting.replace('FOLDER', files.folder)),
        `http.senders=[{certificates: [client, "${certificates().rsa.certificate.fingerprint256}"]}]`,
        'http.public=false',
      ],
    },
  )
  t.teardown(() => node.close())
  const status = async (name?: IssuedName) =>
    (await post(node.port, name === undefined ? {} : shown(name))).status
  // What they send is no envelope, which is seen only if they may send it.
  t.deepEqual([await status('client'), await status('rsa')], [400, 400])
  t.deepEqual([await status('ec'), await status()], [403, 403])
})

test('a client without a certificate comes in as nobody, or not at all', async (t) => {
  const { port, peers } = await secureListener(t, REQUEST)
  t.is((await post(port)).status, 202)
  t.deepEqual(peers, [{ address: '127.0.0.1', tls: { protocol: 'TLSv1.3' } }])
  const strict = await secureListener(t, REQUIRE)
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    await t.throwsAsync(post(strict.port, { maxVersion }))
  }
  t.deepEqual(strict.peers, [])
  t.deepEqual(new Set(strict.closed), new Set(['TLS: ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE']))
})

const WRONG: readonly (readonly [name: IssuedName, cause: string])[] = [
  ['expired', 'CERT_HAS_EXPIRED'],
  ['notYetValid', 'CERT_NOT_YET_VALID'],
  ['otherClient', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['sameSubject', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['revoked', 'CERT_REVOKED'],
  ['server', 'INVALID_PURPOSE'],
]

for (const [name, cause] of WRONG) {
  for (const settings of [REQUEST, REQUIRE]) {
    test(`a client whose certificate is ${name} is refused, ${settings === REQUEST ? 'also where none is required' : 'where one is required'}`, async (t) => {
      const lists = name === 'revoked' ? [LIST] : []
      const { port, peers, closed } = await secureListener(t, [...settings, ...lists])
      for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
        await t.throwsAsync(post(port, { ...shown(name), maxVersion }))
      }
      t.deepEqual(peers, [])
      t.deepEqual(closed, [`TLS: ${cause}`, `TLS: ${cause}`])
      t.is((await post(port, shown('client'))).status, 202)
    })
  }
}

test('a chain by way of an intermediate authority counts; without its list it does not, where lists count', async (t) => {
  const { port } = await secureListener(t, REQUIRE)
  t.is((await post(port, shown('byIntermediate'))).status, 202)
  const strict = await secureListener(t, [...REQUIRE, LIST])
  await t.throwsAsync(post(strict.port, shown('byIntermediate')))
  t.deepEqual(strict.closed, ['TLS: UNABLE_TO_GET_CRL'])
})

test('with a list that has had a successor, nobody comes in', async (t) => {
  const { port, closed } = await secureListener(t, [
    ...REQUIRE,
    'http.tls.revoked=[FOLDER/oldList.der]',
  ])
  await t.throwsAsync(post(port, shown('client')))
  t.deepEqual(closed, ['TLS: CRL_HAS_EXPIRED'])
})

test('a session is not resumed where clients have certificates: each connection verifies anew', async (t) => {
  for (const [settings, resumes] of [
    [[], true],
    [REQUEST, false],
    [REQUIRE, false],
  ] as const) {
    const { port } = await secureListener(t, settings)
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const first = await secureSocket(port, { ...shown('client'), maxVersion })
      const sessions = [first.getSession()]
      first.on('session', (session) => sessions.push(session))
      first.write(
        'POST /soap HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx',
      )
      first.resume()
      await once(first, 'close')
      const session = sessions.at(-1)
      const again = await secureSocket(port, {
        ...shown('client'),
        maxVersion,
        ...(session && { session }),
      })
      t.is(again.isSessionReused(), resumes, `${settings} ${maxVersion}`)
      again.destroy()
    }
  }
})
