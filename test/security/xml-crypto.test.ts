/** What is sealed is verified by xml-crypto, too, and what xml-crypto signs is opened. */
import test from 'ava'
import { SignedXml } from 'xml-crypto'
import {
  alice,
  envelope,
  letter,
  opened,
  ownKey,
  sealed,
  security,
  WITH_KEY,
} from '../support/security/blocks.js'
import { certificates } from '../support/security/certificates.js'
import { token, tokenReference, toToken } from '../support/security/forge/texts.js'

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'

/** xml-crypto puts SOAP-SEC behind s, though its first letter has the lower code: the prefix is another one here. */
const LETTER = letter().replaceAll(/\bs:/g, 'A:').replace('xmlns:s=', 'xmlns:A=')

const verifies = (text: string, publicCert: string, idMode?: 'wssecurity') => {
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(text)?.[0] ?? ''
  const verifier = new SignedXml({ publicCert, ...(idMode && { idMode }) })
  verifier.loadSignature(signature)
  return verifier.checkSignature(text)
}

for (const form of ['wss', 'soap-dsig'] as const) {
  for (const [name, issued] of [
    ['RSA', () => certificates().rsa],
    ['RSA with 3072 bits', () => certificates().rsa3072],
  ] as const) {
    test(`${form}, ${name}: xml-crypto verifies what is sealed, and nothing that was altered`, (t) => {
      const mode = form === 'wss' ? 'wssecurity' : undefined
      const { pem } = issued()
      const { text } = sealed(LETTER, { form, key: WITH_KEY(ownKey(issued())) })
      t.true(verifies(text, pem, mode))
      const altered = text.replace('<m:a>1', '<m:a>2')
      t.false(safely(() => verifies(altered, pem, mode)))
    })
  }
}

for (const form of ['wss', 'soap-dsig'] as const) {
  test(`${form}: xml-crypto verifies the one signature over 40 parts`, (t) => {
    const mode = form === 'wss' ? 'wssecurity' : undefined
    const entries = Array.from({ length: 39 }, (_, n) => `<B:E xmlns:B="urn:m">${n}</B:E>`)
    const from = LETTER.replace('</m:Add>', `</m:Add>${entries.join('')}`)
    const { text } = sealed(from, { form, sign: ['Body', '{urn:m}E'] })
    t.is(text.match(/<ds:Signature /g)?.length, 1)
    t.is(text.match(/<ds:Reference /g)?.length, 40)
    t.true(verifies(text, certificates().rsa.pem, mode))
    const altered = text.replace('>38</B:E>', '>39</B:E>')
    t.false(safely(() => verifies(altered, certificates().rsa.pem, mode)))
  })
}

function safely(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

test('what xml-crypto signs by 40 References is opened', (t) => {
  const signer = new SignedXml({
    privateKey: alice().key,
    idMode: 'wssecurity',
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm: `${MORE}rsa-sha256`,
    getKeyInfoContent: () => tokenReference(toToken()),
  })
  const names = Array.from({ length: 39 }, (_, n) => `E${n}`)
  for (const name of [...names, 'Body']) {
    signer.addReference({
      xpath: `//*[local-name(.)='${name}']`,
      transforms: [EXCLUSIVE],
      digestAlgorithm: SHA256,
    })
  }
  const entries = names.map((name) => `<${name}/>`).join('')
  signer.computeSignature(envelope(security(token(alice().certificate.raw)), '1.1', entries), {
    prefix: 'ds',
    location: { reference: "//*[local-name(.)='Security']", action: 'append' },
  })
  t.is(opened(signer.getSignedXml()).verdict.signatures[0]?.covers.length, 40)
})

test('what xml-crypto signs is opened', (t) => {
  const signer = new SignedXml({
    privateKey: alice().key,
    idMode: 'wssecurity',
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm: `${MORE}rsa-sha256`,
    getKeyInfoContent: () => tokenReference(toToken()),
  })
  signer.addReference({
    xpath: "//*[local-name(.)='Body']",
    transforms: [EXCLUSIVE],
    digestAlgorithm: SHA256,
  })
  signer.computeSignature(envelope(security(token(alice().certificate.raw))), {
    prefix: 'ds',
    location: { reference: "//*[local-name(.)='Security']", action: 'append' },
  })
  const { verdict, envelope: read } = opened(signer.getSignedXml())
  t.deepEqual(verdict.signatures[0]?.covers, [read.body])
})
