/** The doctor: each finding, with real files; and nothing where nothing is wrong. */
import { chmodSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { examine } from '../../src/operate/doctor/examine.js'
import { examinedAt } from '../../src/operate/findings/examined.js'
import { findingsIn } from '../../src/operate/findings/findings.js'
import { configurationOf } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import {
  certificates,
  type Issued,
  issue,
  listPem,
  revoke,
  type Wanted,
} from '../support/security/certificates.js'

const NOW = Date.parse('2030-06-01T12:00:00Z')
const { authority, otherAuthority } = certificates()

type Values = Readonly<Record<string, unknown>>

/** A place for files, and what the doctor says of a configuration that names them. */
function practice(t: ExecutionContext) {
  const folder = folderOf(t, {})
  const then = new Date(NOW - 1000)
  const file = (name: string, content: string | Buffer, mode = 0o600) => {
    const path = join(folder, name)
    writeFileSync(path, content, { mode })
    utimesSync(path, then, then)
    return path
  }
  const pem = (name: string, ...all: readonly Issued[]) =>
    file(name, all.map((one) => one.pem).join(''))
  return {
    folder,
    file,
    pem,
    /** Files of a certificate by the authority, with its chain. */
    pair: (name: string, wanted: Partial<Wanted> = {}, by: Issued | undefined = authority) => {
      const made = issue({ subject: `CN=${name}`, ...wanted }, by)
      const certificate = file(`${name}.pem`, made.chainPem)
      return { made, pair: { certificate, key: file(`${name}.key`, made.keyPem) } }
    },
    says: async (values: Values): Promise<readonly string[]> => {
      const all = {
        ...{ 'http.port': 0, 'smtp.port': 0, 'admin.port': 0 },
        stateDir: join(folder, 'state'),
        ...values,
      }
      const settings = Object.entries(all).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
      const examined = await examinedAt(configurationOf({ environment: {}, settings }), NOW)
      const found = await examine(examined, findingsIn(examined), { offline: true })
      return found
        .filter(({ level }) => level === 'warning' || level === 'error')
        .map(({ level, key, sentence, remedy }) => {
          const advice = remedy === undefined ? '' : `: ${remedy}`
          return `${level} ${key}: ${sentence}${advice}`.replaceAll(`${folder}/`, '')
        })
    },
  }
}

test('nothing is wrong with a configuration of all kinds of files', async (t) => {
  const { pem, pair, file, says } = practice(t)
  const list = listPem(revoke(authority, { revoked: [] }))
  const own = pair('node').pair
  const server = pair('localhost', { names: ['DNS:localhost'], purposes: ['server'] }).pair
  t.deepEqual(
    await says({
      security: {
        ...own,
        revoked: [file('list.pem', list)],
        requireRevocationLists: true,
        peers: { bank: { signs: { ca: pem('ca.pem', authority) } } },
        policies: [{ require: 'non-repudiation', sends: { sign: ['Body'] } }],
      },
      'http.tls': {
        ...server,
        clientAuthentication: 'request',
        clientAuthority: pem('clients.pem', authority),
      },
    }),
    [],
  )
})

test('without files there is nothing to look at', async (t) => {
  t.deepEqual(await practice(t).says({}), [])
})

test('certificates that ended, begin later, or end within 30 days', async (t) => {
  const { pem, pair, says } = practice(t)
  const until = (text: string) => ({ until: new Date(text) })
  const peers = {
    a: { signs: { certificates: [pem('a.pem', pair('a', until('2030-05-31T00:00:00Z')).made)] } },
    b: {
      signs: { certificates: [pem('b.pem', pair('b', { from: new Date('2031-01-01') }).made)] },
    },
    c: { signs: { certificates: [pem('c.pem', pair('c', until('2030-06-30T00:00:00Z')).made)] } },
    d: { signs: { certificates: [pem('d.pem', pair('d', until('2030-07-02T00:00:00Z')).made)] } },
  }
  t.deepEqual(await says({ security: { peers } }), [
    'error security.peers.a.signs.certificates.0: the certificate of CN=a in a.pem expired on 2030-05-31: renew it',
    'error security.peers.b.signs.certificates.0: the certificate of CN=b in b.pem begins on 2031-01-01; is the clock right?',
    'warning security.peers.c.signs.certificates.0: the certificate of CN=c in c.pem expires on 2030-06-30: renew it before',
  ])
})

test('an issuer in the file of a certificate is looked at, too', async (t) => {
  const { pair, says, pem } = practice(t)
  const short = issue({ subject: 'CN=short', ca: true, until: new Date('2030-06-05') }, authority)
  const { pair: own } = pair('node', {}, short)
  const peers = { bank: { signs: { ca: pem('ca.pem', authority) } } }
  t.deepEqual(await says({ security: { ...own, peers } }), [
    'warning security.certificate: the certificate of CN=short in node.pem expires on 2030-06-05: renew it before',
  ])
})

test('keys that are too short', async (t) => {
  const { pair, pem, says } = practice(t)
  const weak = pair('weak', { type: 'rsa-1024' }).made
  const found = await says({
    security: { peers: { bank: { signs: { certificates: [pem('weak.pem', weak)] } } } },
  })
  t.deepEqual(found, [
    'error security.peers.bank.signs.certificates.0: the certificate of CN=weak in weak.pem has a key that is RSA of 1024 bits; 2048 are the least',
  ])
})

test('a key of another certificate, and one that others may read', async (t) => {
  const { pair, says, pem } = practice(t)
  const one = pair('one').pair
  const two = pair('two').pair
  chmodSync(two.key, 0o644)
  const peers = { bank: { signs: { ca: pem('ca.pem', authority) } } }
  t.deepEqual(await says({ security: { certificate: one.certificate, key: two.key, peers } }), [
    'warning security.key: two.key may be read by every user of this machine: chmod o-rwx two.key',
    'error security.key: two.key is not the key of the certificate in one.pem',
  ])
})

test('files that are not there, or hold something else', async (t) => {
  const { file, pair, says, folder } = practice(t)
  const { pair: own } = pair('node', {}, undefined)
  const found = await says({
    security: {
      ...own,
      key: join(folder, 'nowhere.key'),
      revoked: [file('list.pem', 'x')],
      peers: {
        bank: {
          signs: {
            certificates: [
              file('bad.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'),
            ],
          },
        },
      },
    },
  })
  t.deepEqual(
    found.filter((one) => one.startsWith('error')),
    [
      'error security.key: nowhere.key cannot be read (no such file or directory)',
      'error security.revoked.0: list.pem holds nothing in PEM',
      'error security.peers.bank.signs.certificates.0: bad.pem holds a certificate that cannot be used: it is damaged, or needs a passphrase',
    ],
  )
})

test('a chain with a gap, and one that ends too early', async (t) => {
  const { pair, pem, file, says } = practice(t)
  const middle = issue({ subject: 'CN=middle', ca: true }, otherAuthority)
  const leaf = pair('leaf', {}, middle).made
  const gap = pem('gap.pem', leaf, certificates().intermediate)
  const key = file('gap.key', leaf.keyPem)
  t.deepEqual(await says({ security: { certificate: gap, key } }), [
    'error security.certificate: gap.pem has a gap: CN=Example Intermediate,O=Example,C=NL has not issued the certificate of CN=leaf before it',
  ])
  t.deepEqual(await says({ security: { certificate: pem('early.pem', leaf), key } }), [
    'warning security.certificate: early.pem has no certificate of CN=middle, who has issued that of CN=leaf: others may find no chain, unless they trust that issuer itself',
  ])
})

test('revocation lists that are not current, not of an authority, or missing', async (t) => {
  const { file, pem, says } = practice(t)
  const list = (by: Issued, until?: Date) =>
    listPem(revoke(by, { revoked: [], ...(until && { until }) }))
  const ca = pem('ca.pem', authority)
  const peers = { bank: { signs: { ca } } }
  const old = file('old.pem', list(authority, new Date('2030-05-01')))
  const sentence =
    'security.revoked.0: the list of CN=Example Authority,O=Example,C=NL in old.pem counted until 2030-05-01: fetch the next one'
  t.deepEqual(await says({ security: { peers, revoked: [old] } }), [`warning ${sentence}`])
  t.deepEqual(await says({ security: { peers, revoked: [old], requireRevocationLists: true } }), [
    `error ${sentence}`,
  ])
  const other = file('other.pem', list(otherAuthority))
  t.deepEqual(await says({ security: { peers, revoked: [other], requireRevocationLists: true } }), [
    'warning security.revoked.0: the list of CN=Example Authority,O=Example,C=NL in other.pem is signed by no authority of the configuration: it counts for nobody',
    'error security.peers.bank.signs.ca: there is no revocation list of CN=Example Authority,O=Example,C=NL, which requireRevocationLists asks for: nobody is trusted by it',
  ])
})

test('a listener whose certificate does not have its name', async (t) => {
  const { pair, pem, says } = practice(t)
  const peers = { bank: { signs: { ca: pem('ca.pem', authority) } } }
  const { pair: own } = pair('other', { names: ['DNS:other.example', 'IP:192.0.2.9'] })
  const at = async (host: string) => {
    const found = await says({ 'http.host': host, 'http.tls': own, security: { peers } })
    return found.filter((one) => one.startsWith('warning http.tls'))
  }
  t.deepEqual(await at('node.example'), [
    'warning http.tls.certificate: the certificate in other.pem does not have the name node.example, by which http is reached; it has DNS:other.example, IP:192.0.2.9',
  ])
  t.deepEqual(await at('other.example'), [])
  t.deepEqual(await at('192.0.2.9'), [])
  t.is((await at('192.0.2.8')).length, 1)
})

test('weak algorithms that a peer is allowed are told as at start', async (t) => {
  const { says } = practice(t)
  const allow = ['rsa-sha1', 'aes-cbc', 'sha1']
  t.deepEqual(await says({ security: { peers: { bank: { allow } } } }), [
    'warning security.peers.bank.allow: rsa-sha1, sha1 of bank can be forged or read by others: ask for SHA-256 and RSA-OAEP, and take it out',
    'warning security.peers.bank.allow: aes-cbc of bank opens a timing oracle: by the time that refusals take, whoever can send messages here reads what others have encrypted to this node, whatever is signed; ask for AES-GCM, and take it out',
  ])
})

test('what is weak in the suite of a policy is told as at start', async (t) => {
  const { says } = practice(t)
  const policies = [{ suite: 'strong' }, { suite: 'Basic256Sha256' }, { suite: 'Basic128GCM' }]
  const forged = 'can be forged or read by others: ask for SHA-256 and RSA-OAEP'
  t.deepEqual(await says({ security: { policies } }), [
    `warning security.policies.1.suite: rsa-sha1, hmac-sha1, rsa-oaep-sha1 of Basic256Sha256 ${forged}, and leave the suite out`,
    'warning security.policies.1.suite: aes-cbc of Basic256Sha256 opens a timing oracle: by the time that refusals take, whoever can send messages here reads what others have encrypted to this node, whatever is signed; ask for AES-GCM, and leave the suite out',
    `warning security.policies.2.suite: rsa-sha1, hmac-sha1, sha1, rsa-oaep-sha1 of Basic128GCM ${forged}, and leave the suite out`,
  ])
})

test('keys that are not RSA, where a suite has nothing else', async (t) => {
  const { pair, pem, says } = practice(t)
  const ca = pem('ca.pem', authority)
  const { pair: own } = pair('node', { type: 'p256' })
  const certificates = [pem('bank.pem', pair('bank', { type: 'p256' }).made)]
  const peers = { bank: { signs: { certificates, ca } } }
  const sends = { sign: ['Body'], encrypt: ['Body'], to: 'bank' }
  const policies = [{ require: 'signature', encrypted: ['Body'], sends, suite: 'Basic128GCM' }]
  const sentenceOf = (file: string) =>
    `error security.policies.0.suite: expected RSA keys with a suite, and that of ${file} is of type ec: leave the suite out, or make another key`
  const found = await says({ security: { ...own, peers, policies } })
  t.deepEqual(
    found.filter((one) => one.startsWith('error')),
    [sentenceOf('node.pem'), sentenceOf('bank.pem')],
  )
})

test('policies for which no connection is secure enough', async (t) => {
  const { pair, pem, says } = practice(t)
  const ca = pem('ca.pem', authority)
  const peers = { bank: { signs: { ca } } }
  const { pair: own } = pair('node', { names: ['DNS:localhost'] })
  const by = (require: unknown, more: Values = {}) =>
    says({ security: { ...own, peers, policies: [{ require, transport: 'http' }] }, ...more })
  const NO_TLS = 'needs TLS, which http does not have: nothing can meet it'
  t.deepEqual(await by('tls'), [`error security.policies.0.require: tls ${NO_TLS}`])
  t.deepEqual(await by('tls', { 'http.tls': own }), [])
  t.deepEqual(await by('tls', { 'http.proxies': ['192.0.2.1'] }), [])
  t.deepEqual(await by('client-certificate', { 'http.tls': own }), [
    'error security.policies.0.require: client-certificate needs a client certificate, and no TLS of http asks for one: set clientAuthentication to request or require',
  ])
  const asking = { 'http.tls': { ...own, clientAuthentication: 'require', clientAuthority: ca } }
  t.deepEqual(await by(['client-certificate', 'signature'], asking), [])
})

test('a policy whose peers have no certificate that is valid today', async (t) => {
  const { pair, pem, says } = practice(t)
  const old = pair('old', { until: new Date('2030-01-01') }).made
  const peers = { bank: { signs: { certificates: [pem('old.pem', old)] } } }
  const found = await says({ security: { peers, policies: [{ require: 'signature' }] } })
  t.true(
    found.includes(
      'error security.policies.0.require: no certificate of bank is valid today: nothing can meet it',
    ),
  )
})

test('keys that cannot do what a policy asks of them', async (t) => {
  const { pair, pem, says } = practice(t)
  const ca = pem('ca.pem', authority)
  const { pair: own } = pair('node', { type: 'ed25519' })
  const peers = {
    bank: {
      signs: { certificates: [pem('bank.pem', pair('bank', { type: 'ed25519' }).made)], ca },
    },
  }
  const sends = { sign: ['Body'], encrypt: ['Body'], algorithm: 'rsa-sha256', to: 'bank' }
  const policies = [{ require: 'signature', encrypted: ['Body'], sends }]
  t.deepEqual(await says({ security: { ...own, peers, policies } }), [
    'error security.policies.0.sends.algorithm: rsa-sha256 cannot be made by the key of node.pem, which is of type ed25519: leave it out, or make another key',
    'error security.policies.0.encrypted: nothing can be encrypted to the certificate in node.pem, whose key is of type ed25519: RSA and EC can',
    'error security.policies.0.sends.encrypt: nothing can be encrypted to the certificate in bank.pem, whose key is of type ed25519: RSA and EC can',
  ])
})

test('a clock that is behind the files', async (t) => {
  const { pem, says } = practice(t)
  const ca = pem('ca.pem', authority)
  const later = new Date(NOW + 3_600_000)
  utimesSync(ca, later, later)
  t.deepEqual(await says({ security: { peers: { bank: { signs: { ca } } } } }), [
    'warning security.clockSkew: the clock says 2030-06-01T12:00:00.000Z, and ca.pem was written at 2030-06-01T13:00:00.000Z: set the clock',
  ])
})

test('a state folder that is none', async (t) => {
  const { file, says } = practice(t)
  const [found = ''] = await says({ stateDir: file('state.txt', 'x') })
  t.regex(found, /^error stateDir: /)
})
