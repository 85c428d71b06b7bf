/** SOAP-SEC:Signature entries, clause by clause (SOAP Security Extensions: Digital Signature). */
import test from 'ava'
import {
  alice,
  BODY,
  bob,
  covered,
  entry,
  envelope,
  letter,
  opened,
  refusal,
  SECRET,
  sealed,
  signature,
  toBody,
  trust,
  WITH_KEY,
} from '../../support/security/blocks.js'
import {
  body,
  reference,
  SEC_ID,
  x509Certificate,
  x509Data,
} from '../../support/security/forge/texts.js'

const keyInfo = () => x509Data(x509Certificate(alice().certificate.raw))

for (const soap of ['1.1', '1.2'] as const) {
  test(`SOAP-DSIG §2.2, SOAP ${soap}: an entry with a ds:Signature is verified`, (t) => {
    const text = envelope(entry(signature(keyInfo(), [toBody(soap)])), soap)
    const { verdict } = opened(text)
    t.like(verdict, { form: 'soap-dsig', ignored: [] })
    t.deepEqual(covered(opened(text)), ['Body'])
  })
}

for (const [name, children] of [
  ['no ds:Signature', () => ''],
  ['two', () => signature(keyInfo()) + signature(keyInfo())],
  ['another element beside it', () => `${signature(keyInfo())}<x/>`],
  ['text beside it', () => `text${signature(keyInfo())}`],
  ['it deeper inside', () => `<sec:Deeper>${signature(keyInfo())}</sec:Deeper>`],
] as const) {
  test(`SOAP-DSIG §2.2: an entry has exactly one ds:Signature: with ${name} it is refused`, (t) => {
    t.is(refusal(envelope(entry(children())))?.code, 'InvalidSecurity')
  })
}

test('SOAP-DSIG §2.2: a mandatory entry that does not hold is a failure', (t) => {
  const forged = envelope(entry(signature(keyInfo(), undefined, bob())))
  t.is(refusal(forged)?.code, 'FailedCheck')
})

for (const [name, attributes] of [
  ['without mustUnderstand', ''],
  ['with mustUnderstand 0', ' s:mustUnderstand="0"'],
] as const) {
  test(`SOAP-DSIG §2.2: an entry ${name} that does not hold is left out, and told`, (t) => {
    const text = envelope(
      entry(signature(keyInfo(), undefined, bob()), attributes) + entry(signature(keyInfo())),
    )
    const { verdict } = opened(text)
    t.is(verdict.ignored.length, 1)
    t.is(verdict.signatures.length, 1)
  })

  test(`SOAP-DSIG §2.2: an entry ${name} that holds counts`, (t) => {
    t.deepEqual(covered(opened(envelope(entry(signature(keyInfo()), attributes)))), ['Body'])
  })

  test(`SOAP-DSIG §2.2: an entry ${name} whose signer nobody trusts is left out`, (t) => {
    const nobody = trust({ decide: () => ({ trusted: false, why: 'not known' }) })
    const { verdict } = opened(envelope(entry(signature(keyInfo()), attributes)), { trust: nobody })
    t.deepEqual(verdict.signatures, [])
    t.regex(verdict.ignored[0] ?? '', /not known/)
  })
}

test('SOAP-DSIG §2.2: there may be several entries, one for each who signs', (t) => {
  const first = sealed(letter(), { form: 'soap-dsig' }).text
  const { text } = sealed(first, { form: 'soap-dsig', key: WITH_KEY(bob()) })
  t.deepEqual(
    opened(text).verdict.signatures.map(({ peer }) => peer),
    ['alice', 'bob'],
  )
})

test('SOAP-DSIG §2.2: an entry says which actor verifies it', (t) => {
  for (const [soap, attribute] of [
    ['1.1', 'actor'],
    ['1.2', 'role'],
  ] as const) {
    const { text } = sealed(letter({ soap }), { form: 'soap-dsig', actor: 'urn:gate' })
    t.regex(
      text,
      new RegExp(`<SOAP-SEC:Signature [^>]*s:mustUnderstand="1" s:${attribute}="urn:gate"`),
    )
  }
})

test('SOAP-DSIG §2.3: SOAP-SEC:id names what is signed, in lower case only', (t) => {
  const text = body('1.1', BODY, 'Body', SEC_ID)
  const signed = entry(signature(keyInfo(), [reference('#Body', text)]))
  const whole = envelope(signed).replace(/<s:Body.*<\/s:Body>/s, () => text)
  t.deepEqual(covered(opened(whole)), ['Body'])
  const upper = text.replace('sec:id', 'sec:Id')
  const wrong = entry(signature(keyInfo(), [reference('#Body', upper)]))
  const named = envelope(wrong).replace(/<s:Body.*<\/s:Body>/s, () => upper)
  t.not(refusal(named), undefined)
})

test('SOAP-DSIG §2.3: what is sealed has a SOAP-SEC:id', (t) => {
  t.regex(sealed(letter(), { form: 'soap-dsig' }).text, /<s:Body [^>]*SOAP-SEC:id="Body-/)
})

test('SOAP-DSIG §3.1: the whole envelope is covered by the enveloped-signature transform', (t) => {
  const enveloped =
    '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>'
  const exclusive =
    '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform>'
  const around = (inside: string) =>
    envelope(
      entry(inside, ' xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:mustUnderstand="1"'),
    )
  // Its canonical form: declarations that an element around has are not said again.
  const canonical = around('')
    .replace(/(<sec:Signature xmlns:sec="[^"]*") xmlns:s="[^"]*"/, '$1')
    .replace(/(<s:Body) xmlns:s="[^"]*"/, '$1')
  const signed = signature(keyInfo(), [reference('', canonical, [enveloped, exclusive])])
  const result = opened(around(signed))
  t.deepEqual(covered(result), ['Envelope'])
  t.not(refusal(around(signed).replace('<m:a>1', '<m:a>2')), undefined)
})

test('SOAP-DSIG §3.2: a MAC is verified by the key shared under its name, or the only one', (t) => {
  const mac = (info: string) => entry(signature(info, undefined, { key: SECRET }))
  for (const info of ['<ds:KeyName>shared</ds:KeyName>', '']) {
    t.like(opened(envelope(mac(info))).verdict.signatures, [{ kind: 'mac', peer: 'bob' }])
  }
  t.is(refusal(envelope(mac('<ds:KeyName>other</ds:KeyName>')))?.code, 'SecurityTokenUnavailable')
})

test('SOAP-DSIG §3.2: a digital signature without KeyInfo names nobody', (t) => {
  t.is(refusal(envelope(entry(signature(''))))?.code, 'SecurityTokenUnavailable')
})

test('SOAP-DSIG §2.4: DSA, SHA-1 and the canonicalization of its example are refused', (t) => {
  const good = signature(keyInfo())
  for (const [from, to] of [
    [
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#dsa-sha1',
    ],
    ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1'],
    ['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/TR/2000/CR-xml-c14n-20001026'],
  ] as const) {
    t.truthy(refusal(envelope(entry(good.replace(from, to)))), to)
  }
})
