/** Distinguished names: the forms that programs write are read alike, and what differs stays different. */
import test from 'ava'
import { readDer } from '../../../src/security/der/read.js'
import * as der from '../../../src/security/der/write.js'
import { factsOf, subjectOf } from '../../../src/security/trust/certificate-facts.js'
import { encodeName, matching, readName, writeName } from '../../../src/security/trust/names.js'
import { parseName } from '../../../src/security/trust/parse-name.js'
import { certificates, issue } from '../../support/security/certificates.js'

const key = (text: string) => {
  const name = parseName(text)
  return name && matching(name)
}

/** The same name, as programs write it into X509IssuerName. */
const FORMS = [
  // RFC 4514, Java's getName(RFC2253) of names without further types
  'CN=Waybill\\, Inc.,OU=R&D,O=Example,L=Den Haag,ST=ZH,C=NL',
  // RFC 2253 with spaces, as xmlsec1 and OpenSSL's XN_FLAG_RFC2253 and -oneline write it
  'CN = Waybill\\, Inc., OU = R&D, O = Example, L = Den Haag, ST = ZH, C = NL',
  // .NET: quotes around what has a comma, S for the state
  'CN="Waybill, Inc.", OU=R&D, O=Example, L=Den Haag, S=ZH, C=NL',
  // Java's toString()
  'CN="Waybill, Inc.", OU=R&D, O=Example, L=Den Haag, ST=ZH, C=NL',
  // RFC 1779: semicolons and OID.
  'CN="Waybill, Inc.";OID.2.5.4.11=R&D;O=Example;L=Den Haag;ST=ZH;C=NL',
  // object identifiers, with the value in DER
  '2.5.4.3=#0c0d57617962696c6c2c20496e632e,2.5.4.11=R&D,2.5.4.10=Example,2.5.4.7=Den Haag,2.5.4.8=ZH,2.5.4.6=#13024e4c',
  'cn=waybill\\2C  INC.,ou=r\\26d,o=\\45xample,l=den haag,st=zh,c=nl',
]

for (const form of FORMS) {
  test(`RFC 4514: one name is read from ${form}`, (t) => {
    t.is(key(form), key(FORMS[0] ?? ''))
  })
}

test('what is another name is not the same', (t) => {
  const others = [
    'CN=Waybill,OU=R&D,O=Example,L=Den Haag,ST=ZH,C=NL',
    'CN=Waybill\\, Inc.,OU=R&D,O=Example,L=DenHaag,ST=ZH,C=NL',
    'CN=Waybill\\, Inc.,OU=R&D,O=Example,L=Den Haag,ST=ZH',
    'CN=Waybill\\, Inc.,O=R&D,OU=Example,L=Den Haag,ST=ZH,C=NL',
    'CN=Waybill\\, Inc.,OU=R&D,OU=,O=Example,L=Den Haag,ST=ZH,C=NL',
    'CN=Waybill\\, Inc.+OU=R&D,O=Example,L=Den Haag,ST=ZH,C=NL',
    'CN=Waybill\\, Inc.\\,OU=R&D,O=Example,L=Den Haag,ST=ZH,C=NL',
  ]
  for (const other of others) {
    t.not(key(other), undefined, other)
    t.not(key(other), key(FORMS[0] ?? ''), other)
  }
})

test('RFC 4514 §2.4: escapes mean what they say, and a backslash is no escape of what follows it', (t) => {
  const value = (text: string) => parseName(text)?.[0]?.[0]?.value
  t.is(value('CN=a\\,b'), 'a,b')
  t.is(value('CN=a\\\\41'), 'a\\41')
  t.is(value('CN=\\41\\42c'), 'ABc')
  t.is(value('CN=Lu\\C4\\8Di\\C4\\87'), 'Lučić')
  t.is(value('CN=\\ a \\ '), ' a  ')
  t.is(value('CN=  a b  '), 'a b')
  t.is(value('CN=\\#a'), '#a')
  t.is(value('CN="a ""b"" \\"c\\" \\\\"'), 'a "b" "c" \\')
  t.is(value('CN='), '')
})

test('what is no name is told apart from one', (t) => {
  for (const text of [
    '',
    'a',
    'CN',
    '=a',
    'CN=a,',
    'CN=a,,O=b',
    'CN=a\\',
    'CN="a',
    'CN="a"b',
    'CN=#0c',
    'CN=#0g',
    'UNKNOWN=a',
    '2.5.4.=a',
    'CN=a<b',
    `CN=${'a'.repeat(5000)}`,
  ]) {
    t.is(parseName(text), undefined, text.slice(0, 20))
  }
})

test('a name of 4,000 octets of hostile kinds is read in no time', (t) => {
  for (const text of ['\\'.repeat(4000), ' '.repeat(4000), '"'.repeat(4000), 'CN=a,'.repeat(800)]) {
    const before = process.cpuUsage()
    for (let times = 0; times < 20; times += 1) parseName(`CN=${text}`)
    const { user } = process.cpuUsage(before)
    t.true(user < 2_000_000, `${text.slice(0, 5)}: ${user} µs`)
  }
})

test('RFC 4514 §2: a name that is written is read again', (t) => {
  for (const value of [
    'a',
    ' a ',
    '#a',
    'a,b+c;d<e>f"g\\h=i',
    'Lučić',
    '\u0000\n',
    '',
    ' ',
    '  ',
  ]) {
    const name = [[{ type: '2.5.4.6', value: 'NL' }], [{ type: '2.5.4.3', value }]]
    t.deepEqual(parseName(writeName(name)), name, JSON.stringify(value))
    t.deepEqual(readName(readDer(encodeName(name))), name)
  }
})

test('a value that is no text is written in DER, as it is', (t) => {
  const bits = der.bitString(Buffer.from([1]))
  const name = [[{ type: '2.5.4.45', value: bits.toString('hex'), encoded: true }]]
  t.is(writeName(name), '2.5.4.45=#03020001')
  t.deepEqual(readName(readDer(encodeName(name))), name)
  t.deepEqual(parseName(writeName(name)), name)
  t.not(matching(name), matching([[{ type: '2.5.4.45', value: bits.toString('hex') }]]))
})

test('RFC 4514 §2.1: the subject of a certificate, the last part first', (t) => {
  t.is(subjectOf(certificates().rsa.certificate), 'CN=rsa,O=Example,C=NL')
  const odd = issue({ subject: 'emailAddress=a@b.example+CN=x\\, y,O="Example ""Inc""",C=NL' })
  t.is(subjectOf(odd.certificate), 'CN=x\\, y+emailAddress=a@b.example,O=Example \\"Inc\\",C=NL')
})

test('the facts of a certificate', (t) => {
  const names = [
    'DNS:a.example',
    'IP:192.0.2.1',
    'IP:2001:db8::1',
    'URI:urn:a,b',
    'email:a@b.example',
  ]
  const one = issue({ subject: 'CN=a,O=Example', names, serial: 0xabcn })
  t.deepEqual(factsOf(one.certificate), {
    subject: 'CN=a,O=Example',
    issuer: 'CN=a,O=Example',
    serial: 'ABC',
    fingerprint: one.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    names,
  })
})

test('a comma in an alternative name makes no further one', (t) => {
  const one = issue({ subject: 'CN=a', names: ['URI:urn:a,DNS:bank.example'] })
  t.deepEqual(factsOf(one.certificate).names, ['URI:urn:a,DNS:bank.example'])
})
