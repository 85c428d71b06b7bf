/** Trust and own keys from the configuration: what cannot be used ends the start, with its place. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { WaybillError } from '../../../src/errors.js'
import { readOwnKeys } from '../../../src/security/trust/read.js'
import { readConfig } from '../../support/config.js'
import { certificateFiles, certificates, issue } from '../../support/security/certificates.js'
import { filesOf, trustBy } from '../../support/security/trust.js'

const made = certificates()

const ownKeys = (section: Readonly<Record<string, unknown>>) =>
  readOwnKeys(
    readConfig({
      environment: {},
      settings: Object.entries(section).map(
        ([key, value]) => `security.${key}=${JSON.stringify(value)}`,
      ),
    }).security,
  )

test('own keys: the current pair first, with its chain, then former ones', (t) => {
  const files = certificateFiles(t)
  const [current, former, ...others] = ownKeys({
    certificate: files.chain('byIntermediate'),
    key: files.key('byIntermediate'),
    former: [{ certificate: files.certificate('rsa'), key: files.key('rsa') }],
  })
  t.is(current?.certificate.fingerprint256, made.byIntermediate.certificate.fingerprint256)
  t.deepEqual(
    current?.chain.map(({ fingerprint256 }) => fingerprint256),
    [made.intermediate.certificate.fingerprint256],
  )
  t.is(current?.key.asymmetricKeyType, 'ec')
  t.is(former?.key.asymmetricKeyType, 'rsa')
  t.deepEqual(others, [])
  t.deepEqual(ownKeys({}), [])
})

function refusal(t: ExecutionContext, make: () => unknown): string {
  const error = t.throws(make, { instanceOf: WaybillError })
  t.is(error?.code, 'WAYBILL_FILE_UNUSABLE')
  return error?.message ?? ''
}

test('own keys: a key of another certificate, and what is no key, end the start', (t) => {
  const files = certificateFiles(t)
  const certificate = files.certificate('rsa')
  t.regex(
    refusal(t, () => ownKeys({ certificate, key: files.key('ec') })),
    /^security\.key: .*ec-key\.pem is not the key of the certificate in .*rsa\.pem$/,
  )
  t.regex(
    refusal(t, () => ownKeys({ certificate, key: certificate })),
    /holds no private key/,
  )
  const former = [{ certificate, key: '/nowhere.pem' }]
  const current = { certificate, key: files.key('rsa') }
  t.regex(
    refusal(t, () => ownKeys({ ...current, former })),
    /^security\.former\.0\.key: \/nowhere\.pem cannot be read \(no such file or directory\)$/,
  )
})

test('own keys: one that is too short is not used', (t) => {
  const weak = issue({ subject: 'CN=weak', type: 'rsa-1024' })
  const certificate = filesOf(t).pem(weak)
  const key = join(certificateFiles(t).folder, 'weak-key.pem')
  writeFileSync(key, weak.keyPem)
  t.regex(
    refusal(t, () => ownKeys({ certificate, key })),
    /^security\.certificate: .* holds a certificate whose key is RSA of 1024 bits/,
  )
})

test('files of peers: each is told by its place', (t) => {
  const files = filesOf(t)
  const good = files.pem(made.rsa)
  const empty = files.bytes(Buffer.alloc(0))
  const of = (peer: Readonly<Record<string, unknown>>) =>
    refusal(t, () => trustBy({ peers: { bank: peer } }))
  t.regex(
    of({ signs: { certificates: [good, empty] } }),
    /^security\.peers\.bank\.signs\.certificates\.1: .* holds no certificate in PEM$/,
  )
  t.regex(of({ signs: { ca: empty } }), /^security\.peers\.bank\.signs\.ca: /)
  t.regex(
    of({ encryptTo: '/nowhere.pem' }),
    /^security\.peers\.bank\.encryptTo: .*\(no such file or directory\)$/,
  )
})

test('a certificate that two peers have is told at start', (t) => {
  const files = filesOf(t)
  const signs = () => ({ signs: { certificates: [files.pem(made.rsa)] } })
  const error = t.throws(() => trustBy({ peers: { bank: signs(), shop: signs() } }), {
    instanceOf: WaybillError,
  })
  t.is(error?.code, 'WAYBILL_CONFIG_INVALID')
  t.is(
    error?.message,
    'security.peers.shop.signs.certificates: expected certificates of its own, got one that security.peers.bank has, too',
  )
})

test('a subject that nobody can read is told at start', (t) => {
  const ca = filesOf(t).pem(made.authority)
  const error = t.throws(
    () => trustBy({ peers: { bank: { signs: { ca, subjects: ['CN=a', 'NOBODY=a'] } } } }),
    { instanceOf: WaybillError },
  )
  t.regex(error?.message ?? '', /^security\.peers\.bank\.signs\.subjects\.1: .*got "NOBODY=a"$/)
})
