/** TLS as openssl and curl see it: versions, ciphers, renegotiation, certificates of clients, a stapled response. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import {
  type CertificateFiles,
  certificateFiles,
  certificates,
  type IssuedName,
} from '../support/security/certificates.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const OLD = ['-cipher', 'ALL:@SECLEVEL=0']

let daemon: RunningDaemon
let files: CertificateFiles
/** Ports by scheme: https, smtp with STARTTLS, smtps. */
let ports: Readonly<Record<'https' | 'smtp' | 'smtps', number>>
const ends: (() => void)[] = []

interface Output {
  readonly code: number | null
  /** What it has written, to both. */
  readonly text: string
}

function run(command: string, args: readonly string[], input = ''): Output {
  const { status, stdout, stderr } = spawnSync(command, args, {
    input,
    encoding: 'latin1',
    timeout: 30_000,
  })
  return { code: status, text: stdout + stderr }
}

/** Asks openssl's own responder about the node's certificate. */
function ocspResponse(): string {
  const { serialNumber } = certificates().server.certificate
  const index = join(files.folder, 'index.txt')
  const out = join(files.folder, 'ocsp.der')
  writeFileSync(index, `V\t491231000000Z\t\t${serialNumber}\tunknown\t/CN=localhost\n`)
  const ca = files.certificate('authority')
  const signer = ['-rsigner', ca, '-rkey', files.key('authority')]
  const args = ['-issuer', ca, '-cert', files.certificate('server')]
  const more = ['-index', index, '-CA', ca, ...signer, ...args, '-respout', out, '-ndays', '2']
  const { code, text } = run('openssl', ['ocsp', ...more])
  if (code !== 0) throw new Error(text)
  return out
}

test.before(async () => {
  files = certificateFiles({ teardown: (end) => ends.push(end) })
  const pair = `certificate: ${files.chain('server')}, key: ${files.key('server')}`
  const asks = `clientAuthentication: request, clientAuthority: ${files.certificate('authority')}, revoked: [${files.list('list', 'der')}]`
  const senders = 'senders: [{ certificates: [client] }]'
  const config = join(files.folder, 'w.yaml')
  writeFileSync(
    config,
    `plugins: [calculator]
http: { port: 0, tls: { ${pair}, ${asks}, ocspResponse: ${ocspResponse()} } }
smtp: { port: 0, securePort: 0, tls: { ${pair}, ${asks} }, ${senders} }
`,
  )
  daemon = await startDaemon([], ['--config', config])
  const { listening } = await daemon.logged(
    ({ msg, transport }) => msg === 'listening' && transport === 'smtp',
  )
  const portOf = (scheme: string) => {
    const url = (listening as readonly string[]).find((one) => one.startsWith(`${scheme}:`))
    return Number(new URL(String(url)).port)
  }
  ports = { https: daemon.port, smtp: portOf('smtp'), smtps: portOf('smtps') }
})

test.after.always(async () => {
  await daemon?.stop()
  for (const end of ends) end()
})

/** Connects by `openssl s_client`, writes, and gives what it says of the connection. */
function connect(to: keyof typeof ports, args: readonly string[], input = 'Q\n'): Output {
  const starttls = to === 'smtp' ? ['-starttls', 'smtp'] : []
  const ca = ['-CAfile', files.certificate('authority'), '-verify_return_error']
  const where = ['-connect', `127.0.0.1:${ports[to]}`, '-servername', 'localhost', ...starttls]
  return run('openssl', ['s_client', ...where, ...ca, ...args], input)
}

const agreed = ({ text }: Output) => /Cipher is (?!\(NONE\))(\S+)/.exec(text)?.[1]

for (const to of ['https', 'smtp', 'smtps'] as const) {
  test(`${to}: TLS 1.2 and 1.3 are spoken, 1.0 and 1.1 are not`, (t) => {
    t.regex(connect(to, ['-tls1_3']).text, /New, TLSv1\.3, Cipher is TLS_AES_256_GCM_SHA384/)
    t.regex(connect(to, ['-tls1_2']).text, /New, TLSv1\.2, Cipher is ECDHE-ECDSA-AES256-GCM-SHA384/)
    for (const version of ['-tls1', '-tls1_1']) {
      const output = connect(to, [version, ...OLD])
      t.is(agreed(output), undefined)
      t.regex(output.text, /alert protocol version/i)
    }
  })

  test(`${to}: of all ciphers that openssl knows, those of the list are agreed on`, (t) => {
    const ciphers = run('openssl', ['ciphers', '-s', '-tls1_2', 'ALL:COMPLEMENTOFALL:@SECLEVEL=0'])
    const all = ciphers.text.trim().split(':')
    t.true(all.length > 50)
    const found = all.filter(
      (cipher) =>
        agreed(connect(to, ['-tls1_2', '-cipher', `${cipher}:@SECLEVEL=0`])) !== undefined,
    )
    t.deepEqual(found.toSorted(), [
      'ECDHE-ECDSA-AES128-GCM-SHA256',
      'ECDHE-ECDSA-AES256-GCM-SHA384',
      'ECDHE-ECDSA-CHACHA20-POLY1305',
    ])
  })

  test(`${to}: renegotiation is refused, and nothing is compressed`, (t) => {
    const { text } = connect(to, ['-tls1_2'], 'R\nQ\n')
    t.regex(text, /RENEGOTIATING/)
    t.regex(text, /no renegotiation/i)
    t.regex(text, /Compression: NONE/)
    t.regex(text, /Secure Renegotiation IS supported/)
  })
}

test('the response of openssl’s own OCSP responder is stapled, to who asks for it', (t) => {
  for (const version of ['-tls1_2', '-tls1_3']) {
    const { text } = connect('https', [version, '-status'])
    t.regex(text, /OCSP Response Status: successful/)
    t.regex(text, /Cert Status: good/)
  }
})

const WRONG: readonly IssuedName[] = [
  'expired',
  'notYetValid',
  'otherClient',
  'selfSigned',
  'revoked',
  'sameSubject',
]

function curl(...args: readonly string[]): Output {
  const ca = ['--cacert', files.certificate('authority'), '--max-time', '20']
  const shown = ['--silent', '--show-error', '--write-out', ' %{http_code}', ...ca, ...args]
  const type = ['-H', 'Content-Type: text/xml', '--data-binary', '@-']
  const url = `https://localhost:${ports.https}/soap`
  return run('curl', [...shown, ...type, '--noproxy', '*', url], soap11(ADD))
}

const own = (name: IssuedName) => ['--cert', files.chain(name), '--key', files.key(name)]

test('curl calls, with a certificate, and with none', (t) => {
  for (const args of [[], own('client'), own('rsa'), own('ed25519'), own('byIntermediate')]) {
    const { code, text } = curl(...args)
    // Of its authority in between there is no revocation list.
    if (args.join().includes('byIntermediate')) t.not(code, 0)
    else t.regex(text, /<m:result>3<\/m:result>.* 200$/s)
  }
})

for (const name of WRONG) {
  test(`curl with a certificate that is ${name} is not let in`, (t) => {
    for (const version of ['1.2', '1.3']) {
      const { code, text } = curl(...own(name), '--tls-max', version)
      t.not(code, 0)
      t.regex(text, /^ 000/)
      t.notRegex(text, /revoked|expired|self.signed|issuer/i)
    }
  })
}

test('curl that does not know the authority does not call', (t) => {
  const { code } = curl('--cacert', files.certificate('otherAuthority'))
  t.is(code, 60)
})

test('mail is taken from who has shown a certificate, by openssl and STARTTLS', (t) => {
  const lines = ['EHLO x', 'MAIL FROM:<a@b.example>', 'RCPT TO:<calculator@localhost>', 'QUIT']
  const say = (name?: IssuedName) => {
    const shown =
      name === undefined ? [] : ['-cert', files.certificate(name), '-key', files.key(name)]
    const args = [...shown, '-quiet', '-ign_eof', '-crlf']
    return connect('smtp', args, `${lines.join('\n')}\n`).text
  }
  t.regex(say('client'), /250 2\.1\.5/)
  for (const name of [undefined, 'expired', 'selfSigned', 'revoked'] as const) {
    t.notRegex(say(name), /250 2\.1\.5/, name)
  }
})
