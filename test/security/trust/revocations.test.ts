/** Revocation lists: who is revoked, whose list counts, until when, and what is no list to go by. */
import test from 'ava'
import { WaybillError } from '../../../src/errors.js'
import * as der from '../../../src/security/der/write.js'
import { extension } from '../../../src/security/issue/extensions.js'
import { certificates, issue, type List, revoke } from '../../support/security/certificates.js'
import { decided, filesOf, NOW, outcome, trustBy } from '../../support/security/trust.js'

const made = certificates()
const REVOKED = 'the certificate of CN=revoked,O=Example,C=NL is revoked by its issuer'

test('RFC 5280 §6.3: who is on the list of its issuer is not trusted', (t) => {
  const files = filesOf(t)
  const peers = { bank: { signs: { ca: files.pem(made.authority) } } }
  const trust = trustBy({ peers, revoked: [files.lists(made.list)] })
  t.is(decided(trust, made.revoked), REVOKED)
  t.is(decided(trust, made.ec), 'bank')
  t.is(decided(trustBy({ peers }), made.revoked), 'bank')
})

test('a list in DER counts as one in PEM', (t) => {
  const files = filesOf(t)
  const peers = { bank: { signs: { ca: files.pem(made.authority) } } }
  const file = files.bytes(made.list)
  t.is(decided(trustBy({ peers, revoked: [file] }), made.revoked), REVOKED)
})

test('a pinned certificate is revoked as others are, where its issuer is known', (t) => {
  const files = filesOf(t)
  const revoked = [files.lists(made.list)]
  const alone = { shop: { signs: { certificates: [files.pem(made.revoked)] } } }
  t.is(decided(trustBy({ peers: alone, revoked }), made.revoked), 'shop')
  t.is(decided(trustBy({ peers: alone, revoked }), made.revoked, made.authority), REVOKED)
  const withIssuer = {
    shop: { signs: { certificates: [files.pem(made.revoked, made.authority)] } },
  }
  t.is(decided(trustBy({ peers: withIssuer, revoked }), made.revoked), REVOKED)
})

test('an authority in the middle that is revoked links nothing', (t) => {
  const files = filesOf(t)
  const peers = { bank: { signs: { ca: files.pem(made.authority) } } }
  const list = revoke(made.authority, { revoked: [made.intermediate] })
  const trust = trustBy({ peers, revoked: [files.lists(list)] })
  t.is(
    decided(trust, made.byIntermediate, made.intermediate),
    'the certificate of CN=Example Intermediate,O=Example,C=NL is revoked by its issuer',
  )
})

test('a list by somebody else with the name of the issuer counts for nothing', (t) => {
  const files = filesOf(t)
  const peers = { bank: { signs: { ca: files.pem(made.authority) } } }
  const forged = revoke(made.otherAuthority, { revoked: [made.ec] })
  t.is(decided(trustBy({ peers, revoked: [files.lists(forged)] }), made.ec), 'bank')
  const required = { peers, revoked: [files.lists(forged)], requireRevocationLists: true }
  t.regex(decided(trustBy(required), made.ec), /no revocation list is there of$/)
})

test('RFC 5280 §6.3.3 (f): a list by who may sign none counts for nothing', (t) => {
  const files = filesOf(t)
  const root = issue({ subject: 'CN=root', ca: true, usages: ['keyCertSign'] })
  const leaf = issue({ subject: 'CN=leaf' }, root)
  const peers = { bank: { signs: { ca: files.pem(root) } } }
  const list = revoke(root, { revoked: [leaf] })
  t.is(decided(trustBy({ peers, revoked: [files.lists(list)] }), leaf), 'bank')
})

test('the latest list of an issuer counts, by the time that is judged', (t) => {
  const files = filesOf(t)
  const peers = { bank: { signs: { ca: files.pem(made.authority) } } }
  const at = (year: number) => new Date(`${year}-01-01T00:00:00Z`)
  const older = revoke(made.authority, { revoked: [made.ec], from: at(2028) })
  const newer = revoke(made.authority, { revoked: [], from: at(2029) })
  const trust = trustBy({ peers, revoked: [files.lists(older, newer)] })
  const when = (year: number) => outcome(trust.decide(made.ec.certificate, [], at(year).getTime()))
  t.is(when(2030), 'bank')
  t.regex(when(2028), /is revoked by its issuer/)
  t.is(when(2027), 'bank', 'neither was there')
  t.is(when(2030), 'bank', 'what was decided is decided by time')
})

test('requireRevocationLists: without a current list nobody is trusted', (t) => {
  const files = filesOf(t)
  const peers = { bank: { signs: { ca: files.pem(made.authority) } } }
  const why = (...lists: readonly Buffer[]) =>
    decided(
      trustBy({ peers, revoked: [files.lists(...lists)], requireRevocationLists: true }),
      made.ec,
    )
  t.is(why(made.list), 'bank')
  t.regex(why(made.oldList), /whose revocation list is not current$/)
  t.is(
    why(made.oldList, revoke(made.authority, { revoked: [], from: new Date('2021-01-01') })),
    'bank',
  )
  t.regex(why(revoke(made.authority, { revoked: [], until: 'none' })), /is not current$/)
  t.regex(
    why(revoke(made.authority, { revoked: [], from: new Date('2040-01-01') })),
    /no revocation list is there of$/,
  )
})

test('requireRevocationLists: each authority in the chain needs one', (t) => {
  const files = filesOf(t)
  const peers = { bank: { signs: { ca: files.pem(made.authority) } } }
  const why = (...lists: readonly Buffer[]) =>
    decided(
      trustBy({ peers, revoked: [files.lists(...lists)], requireRevocationLists: true }),
      made.byIntermediate,
      made.intermediate,
    )
  t.regex(why(made.list), /CN=byIntermediate.* no revocation list is there of$/)
  t.is(why(made.list, revoke(made.intermediate, { revoked: [] })), 'bank')
})

test('requireRevocationLists: a pinned certificate by itself needs none, by others it does', (t) => {
  const files = filesOf(t)
  const section = (...pinned: readonly string[]) => ({
    peers: { shop: { signs: { certificates: pinned } } },
    revoked: [files.lists(made.list)],
    requireRevocationLists: true,
  })
  t.is(decided(trustBy(section(files.pem(made.selfSigned))), made.selfSigned), 'shop')
  t.regex(decided(trustBy(section(files.pem(made.ec))), made.ec), /issuer that is not known/)
  t.is(decided(trustBy(section(files.pem(made.ec, made.authority))), made.ec), 'shop')
})

test('a trusted certificate is decided on again when its list is no longer current', (t) => {
  const files = filesOf(t)
  const peers = { bank: { signs: { ca: files.pem(made.authority) } } }
  const list = revoke(made.authority, { revoked: [], until: new Date('2030-07-01T00:00:00Z') })
  const trust = trustBy({ peers, revoked: [files.lists(list)], requireRevocationLists: true })
  t.is(decided(trust, made.ec), 'bank')
  const later = Date.parse('2030-07-01T00:00:01Z')
  t.regex(outcome(trust.decide(made.ec.certificate, [], later)), /is not current$/)
  t.is(outcome(trust.decide(made.ec.certificate, [], NOW)), 'bank')
})

const refused = (what: string, wanted: Partial<List>, why: RegExp) =>
  test(`a list is refused at start: ${what}`, (t) => {
    const files = filesOf(t)
    const list = revoke(made.authority, { revoked: [made.revoked], ...wanted })
    const error = t.throws(
      () => trustBy({ revoked: [files.lists(made.list), files.lists(list)] }),
      {
        instanceOf: WaybillError,
      },
    )
    t.is(error?.code, 'WAYBILL_FILE_UNUSABLE')
    t.regex(error?.message ?? '', /^security\.revoked\.1: /)
    t.regex(error?.message ?? '', why)
  })

const own = (id: string, critical = true) => extension(id, critical, der.sequence())
const UNKNOWN = /extension [0-9.]+, which is not understood/

refused(
  'RFC 5280 §5.2.5: of a part of the certificates',
  { extensions: [own('2.5.29.28')] },
  UNKNOWN,
)
refused('RFC 5280 §5.2.4: of changes only', { extensions: [own('2.5.29.27')] }, UNKNOWN)
refused('a critical extension that is not known', { extensions: [own('1.2.3.4')] }, UNKNOWN)
refused('RFC 5280 §5.3.3: of several issuers', { entryExtensions: [own('2.5.29.29')] }, UNKNOWN)
refused('signed by way of SHA-1', { hash: 'sha1' }, /signature algorithm is not taken/)

test('an extension that is not critical, and not known, is left aside', (t) => {
  const files = filesOf(t)
  const peers = { bank: { signs: { ca: files.pem(made.authority) } } }
  const list = revoke(made.authority, {
    revoked: [made.revoked],
    extensions: [own('1.2.3.4', false), extension('2.5.29.20', false, der.integer(7))],
    entryExtensions: [extension('2.5.29.21', false, der.value(0x0a, Buffer.from([1])))],
  })
  t.is(decided(trustBy({ peers, revoked: [files.lists(list)] }), made.revoked), REVOKED)
})

test('what is no list ends the start with its place', (t) => {
  const files = filesOf(t)
  for (const file of [files.pem(made.ec), files.bytes(made.list.subarray(0, 99)), '/nowhere']) {
    const error = t.throws(() => trustBy({ revoked: [file] }), { instanceOf: WaybillError })
    t.is(error?.code, 'WAYBILL_FILE_UNUSABLE')
    t.true(error?.message.startsWith(`security.revoked.0: ${file} `))
  }
})
