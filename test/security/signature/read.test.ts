/** The structure of a ds:Signature: what is let through, and that everything else is refused. */
import test from 'ava'
import { type SecurityCode, SecurityFailure } from '../../../src/security/failure.js'
import { readSignature } from '../../../src/security/signature/signature.js'
import { readDocument } from '../../../src/xml/read.js'
import {
  DS,
  EXCLUSIVE,
  SHARED,
  sign,
  signatureIn,
  verified,
} from '../../support/security/signing.js'

const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#'
const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
const STR =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform'
const SIGNED = sign({ kind: 'mac', key: SHARED, name: '' })
const TEXT = /<ds:Signature .*<\/ds:Signature>/.exec(SIGNED)?.[0] ?? ''
const REFERENCE = /<ds:Reference .*<\/ds:Reference>/.exec(TEXT)?.[0] ?? ''
const TRANSFORM = /<ds:Transform .*<\/ds:Transform>/.exec(TEXT)?.[0] ?? ''
const METHOD = `<ds:SignatureMethod Algorithm="${MORE}hmac-sha256"></ds:SignatureMethod>`
const CANONICALIZATION = `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod>`

const read = (text: string) => readSignature(readDocument(text))

/** Replaces what must be there. */
function but(what: string | RegExp, by: string): string {
  const text = TEXT.replace(what, () => by)
  if (text === TEXT) throw new Error(`${what} is not in ${TEXT}`)
  return text
}

const withTransforms = (transforms: string) => but(TRANSFORM, transforms)
const list = (prefixes: string, name = 'InclusiveNamespaces') =>
  `<e:${name} xmlns:e="${EXCLUSIVE}" PrefixList="${prefixes}"/>`
const transform = (algorithm: string, inside = '') =>
  `<ds:Transform Algorithm="${algorithm}">${inside}</ds:Transform>`
const str = (inside: string) =>
  transform(
    STR,
    `<o:TransformationParameters xmlns:o="${WSSE}">${inside}</o:TransformationParameters>`,
  )
const pss = (inside: string) =>
  but(
    METHOD,
    `<ds:SignatureMethod Algorithm="${MORE_2007}rsa-pss"><p:RSAPSSParams xmlns:p="${MORE_2007}">${inside}</p:RSAPSSParams></ds:SignatureMethod>`,
  )
const mask = (digest: string) =>
  `<p:MaskGenerationFunction Algorithm="${MORE_2007}MGF1">${digest}</p:MaskGenerationFunction>`
const SHA256 = '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>'

test('what this node writes is read', (t) => {
  const parts = read(TEXT)
  t.is(parts.algorithm, `${MORE}hmac-sha256`)
  t.deepEqual(parts.inclusive, new Set())
  t.is(parts.keyInfo, undefined)
  const [reference, ...more] = parts.references
  t.deepEqual(more, [])
  t.is(reference?.id, 'Body')
  const inclusive = new Set(['', 'q', 'wsu'])
  t.deepEqual(reference?.transforms, [{ kind: 'exclusive', inclusive }])
  t.is(reference?.digest.octets.length, 32)
})

const TAKEN: Readonly<Record<string, string>> = {
  'white space between elements': TEXT.replaceAll('><', '>\n \t<').replaceAll(
    />\n \t<\/ds:(C|SignatureM|Transform>|DigestM)/g,
    '></ds:$1',
  ),
  'white space in base64': TEXT.replace(/(<ds:\w+Value>.{8})/g, '$1\n  '),
  'self-closing tags': TEXT.replaceAll(
    /><\/(ds|ec):(InclusiveNamespaces|DigestMethod|SignatureMethod)>/g,
    '/>',
  ),
  'Ids, and the Type of a Reference': TEXT.replace('<ds:SignedInfo>', '<ds:SignedInfo Id="i">')
    .replace('<ds:SignatureValue>', '<ds:SignatureValue Id="v">')
    .replace('<ds:Signature ', '<ds:Signature Id="s" ')
    .replace('<ds:Reference ', '<ds:Reference Id="r" Type="u:t" '),
  'a KeyInfo': but('</ds:Signature>', '<ds:KeyInfo Id="k"><a/></ds:KeyInfo></ds:Signature>'),
  'another prefix': TEXT.replaceAll('ds:', 'x:').replace('xmlns:ds', 'xmlns:x'),
  '64 References': but(REFERENCE, REFERENCE.repeat(64)),
  'the whole document': but('URI="#Body"', 'URI=""'),
  'the enveloped signature transform': withTransforms(
    transform(`${DS}enveloped-signature`) + TRANSFORM,
  ),
  PrefixList: withTransforms(transform(EXCLUSIVE, list(' soap  #default\n xs '))),
  'an empty PrefixList': withTransforms(transform(EXCLUSIVE, list(''))),
  'PrefixList of SignedInfo': but(
    CANONICALIZATION,
    CANONICALIZATION.replace('><', `>${list('s')}<`),
  ),
  'STR-Transform': withTransforms(str(`<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"/>`)),
  'rsa-pss without parameters': but(`${MORE}hmac-sha256`, `${MORE_2007}rsa-pss`),
  'rsa-pss with its defaults': pss(
    `${SHA256}${mask(SHA256)}<p:SaltLength>32</p:SaltLength><p:TrailerField>1</p:TrailerField>`,
  ),
  'rsa-pss with empty parameters': pss(mask('')),
}

for (const [name, text] of Object.entries(TAKEN)) {
  test(`is read: ${name}`, (t) => {
    t.notThrows(() => read(text))
    t.regex(text, /Signature/)
  })
}

test('PrefixLists are read as sets, with #default as the empty prefix', (t) => {
  const { references } = read(TAKEN.PrefixList ?? '')
  const [{ transforms } = { transforms: [] }] = references
  t.deepEqual(transforms, [{ kind: 'exclusive', inclusive: new Set(['soap', '', 'xs']) }])
  t.deepEqual(read(TAKEN['PrefixList of SignedInfo'] ?? '').inclusive, new Set(['s']))
})

const STRUCTURE: Readonly<Record<string, string>> = {
  'another element': TEXT.replaceAll('ds:Signature>', 'ds:Sign>').replace(
    'ds:Signature ',
    'ds:Sign ',
  ),
  'another namespace': TEXT.replace(DS, 'u:ds'),
  'text in Signature': but('<ds:SignedInfo>', 'x<ds:SignedInfo>'),
  'text in SignedInfo': but('<ds:SignedInfo>', '<ds:SignedInfo>x'),
  'text in Reference': but('<ds:Transforms>', 'x<ds:Transforms>'),
  'text in Transforms': but('<ds:Transforms>', '<ds:Transforms>x'),
  'text in a method': but('</ds:DigestMethod>', 'x</ds:DigestMethod>'),
  'no SignedInfo': but(/<ds:SignedInfo>.*<\/ds:SignedInfo>/, ''),
  'two SignedInfo': but(
    /<ds:SignedInfo>.*<\/ds:SignedInfo>/,
    '$&$&'.replaceAll('$&', /<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(TEXT)?.[0] ?? ''),
  ),
  'SignedInfo behind SignatureValue': TEXT.replace(
    /(<ds:SignedInfo>.*<\/ds:SignedInfo>)(<ds:SignatureValue>.*<\/ds:SignatureValue>)/,
    '$2$1',
  ),
  'no SignatureValue': but(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, ''),
  'two SignatureValues': but(
    '</ds:SignatureValue>',
    '</ds:SignatureValue><ds:SignatureValue>AA==</ds:SignatureValue>',
  ),
  'two KeyInfos': but('</ds:Signature>', '<ds:KeyInfo/><ds:KeyInfo/></ds:Signature>'),
  'an Object': but('</ds:Signature>', '<ds:Object/></ds:Signature>'),
  'an Object behind KeyInfo': but('</ds:Signature>', '<ds:KeyInfo/><ds:Object/></ds:Signature>'),
  'an element of another namespace': but('</ds:Signature>', '<x/></ds:Signature>'),
  'no Reference': but(REFERENCE, ''),
  '65 References': but(REFERENCE, REFERENCE.repeat(65)),
  'an element beside References': but(REFERENCE, `${REFERENCE}<ds:Manifest/>`),
  'no CanonicalizationMethod': but(CANONICALIZATION, ''),
  'no SignatureMethod': but(METHOD, ''),
  'an unknown attribute of Signature': but('<ds:Signature ', '<ds:Signature a="1" '),
  'an attribute of another namespace': but(
    '<ds:SignedInfo>',
    '<ds:SignedInfo xmlns:o="u:o" o:Id="1">',
  ),
  'an unknown attribute of Reference': but('<ds:Reference ', '<ds:Reference b="1" '),
  'an attribute of DigestValue': but('<ds:DigestValue>', '<ds:DigestValue Id="1">'),
  'an attribute of Transforms': but('<ds:Transforms>', '<ds:Transforms Id="1">'),
  'no Algorithm': but(` Algorithm="${MORE}hmac-sha256"`, ''),
  'no URI': but(' URI="#Body"', ''),
  'another document': but('"#Body"', '"http://127.0.0.1:1/"'),
  'a file': but('"#Body"', '"file:///etc/passwd"'),
  'another document with a fragment': but('"#Body"', '"x#Body"'),
  XPointer: but('"#Body"', `"#xpointer(id('Body'))"`),
  'XPointer of the document': but('"#Body"', '"#xpointer(/)"'),
  'an empty fragment': but('"#Body"', '"#"'),
  'a fragment with space': but('"#Body"', '"#Body "'),
  'an encoded fragment': but('"#Body"', '"#Bod%79"'),
  'a digest too short': but(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>AAAA'),
  'an empty digest': but(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>'),
  'an element in DigestValue': but('</ds:DigestValue>', '<x/></ds:DigestValue>'),
  'an element in SignatureValue': but('</ds:SignatureValue>', '<x/></ds:SignatureValue>'),
  'an empty SignatureValue': but(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'),
  'another character in base64': but('<ds:SignatureValue>', '<ds:SignatureValue>-'),
  'a NO-BREAK SPACE in base64': but('<ds:SignatureValue>', '<ds:SignatureValue>\u00a0'),
  'base64 without padding': but(/=<\/ds:SignatureValue>/, '</ds:SignatureValue>'),
  'base64 with other last bits': but(
    /(.)=<\/ds:DigestValue>/,
    `${next(/(.)=<\/ds:DigestValue>/.exec(TEXT)?.[1])}=</ds:DigestValue>`,
  ),
  'a SignatureValue without end': but(
    '<ds:SignatureValue>',
    `<ds:SignatureValue>${' '.repeat(10_000)}`,
  ),
  'parameters of DigestMethod': but('</ds:DigestMethod>', '<x/></ds:DigestMethod>'),
  'parameters of the enveloped signature transform': withTransforms(
    transform(`${DS}enveloped-signature`, '<x/>') + TRANSFORM,
  ),
  'four Transforms': withTransforms(TRANSFORM.repeat(4)),
  'an element beside Transforms': withTransforms(`${TRANSFORM}<x/>`),
  'another element in place of InclusiveNamespaces': withTransforms(
    transform(EXCLUSIVE, list('s', 'Inclusive')),
  ),
  'two InclusiveNamespaces': withTransforms(transform(EXCLUSIVE, list('s') + list('s'))),
  'what is no prefix in PrefixList': withTransforms(transform(EXCLUSIVE, list('s a:b'))),
  '300 prefixes': withTransforms(transform(EXCLUSIVE, list('s '.repeat(300)))),
  'STR-Transform without parameters': withTransforms(transform(STR)),
  'STR-Transform with others': withTransforms(str('<x/>')),
  'STR-Transform with two methods': withTransforms(str(CANONICALIZATION.repeat(2))),
}

const ALGORITHMS: Readonly<Record<string, readonly [text: string, name: RegExp]>> = {
  'inclusive canonicalization of SignedInfo': [but(EXCLUSIVE, INCLUSIVE), /REC-xml-c14n-20010315/],
  'inclusive canonicalization of a Reference': [
    withTransforms(transform(INCLUSIVE)),
    /REC-xml-c14n-20010315/,
  ],
  'Canonical XML 1.1': [
    withTransforms(transform('http://www.w3.org/2006/12/xml-c14n11')),
    /c14n11/,
  ],
  'canonicalization with comments': [
    withTransforms(transform(`${EXCLUSIVE}WithComments`)),
    /WithComments/,
  ],
  'no Transforms, which is inclusive canonicalization': [
    but(/<ds:Transforms>.*<\/ds:Transforms>/, ''),
    /inclusive/,
  ],
  'no Transform': [withTransforms(''), /Transforms/],
  'the enveloped signature transform alone': [
    withTransforms(transform(`${DS}enveloped-signature`)),
    /enveloped/,
  ],
  'the enveloped signature transform at the end': [
    withTransforms(TRANSFORM + transform(`${DS}enveloped-signature`)),
    /exclusive, enveloped/,
  ],
  'canonicalization twice': [withTransforms(TRANSFORM.repeat(2)), /exclusive, exclusive/],
  'STR-Transform with inclusive canonicalization': [
    withTransforms(str(`<ds:CanonicalizationMethod Algorithm="${INCLUSIVE}"/>`)),
    /REC-xml-c14n-20010315/,
  ],
  XPath: [withTransforms(transform('http://www.w3.org/TR/1999/REC-xpath-19991116')), /xpath/],
  'XPath Filter 2': [
    withTransforms(transform('http://www.w3.org/2002/06/xmldsig-filter2')),
    /filter2/,
  ],
  XSLT: [withTransforms(transform('http://www.w3.org/TR/1999/REC-xslt-19991116')), /xslt/],
  base64: [withTransforms(transform(`${DS}base64`)), /base64/],
  'attachments’ transforms': [
    withTransforms(
      transform(
        'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform',
      ),
    ),
    /Attachment/,
  ],
  DSA: [but(`${MORE}hmac-sha256`, `${DS}dsa-sha1`), /dsa-sha1/],
  'DSA with SHA-256': [
    but(`${MORE}hmac-sha256`, 'http://www.w3.org/2009/xmldsig11#dsa-sha256'),
    /dsa-sha256/,
  ],
  'RSA with MD5': [but(`${MORE}hmac-sha256`, `${MORE}rsa-md5`), /rsa-md5/],
  'HMAC with MD5': [but(`${MORE}hmac-sha256`, `${MORE}hmac-md5`), /hmac-md5/],
  MD5: [but('http://www.w3.org/2001/04/xmlenc#sha256', `${MORE}md5`), /md5/],
  'another case': [but(`${MORE}hmac-sha256`, `${MORE}HMAC-SHA256`), /HMAC-SHA256/],
  HMACOutputLength: [
    but(
      '</ds:SignatureMethod>',
      '<ds:HMACOutputLength>8</ds:HMACOutputLength></ds:SignatureMethod>',
    ),
    /HMACOutputLength/,
  ],
  'HMACOutputLength of the whole length': [
    but(
      '</ds:SignatureMethod>',
      '<ds:HMACOutputLength>256</ds:HMACOutputLength></ds:SignatureMethod>',
    ),
    /HMACOutputLength/,
  ],
  'rsa-pss with another digest': [
    pss('<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha512"/>'),
    /sha512/,
  ],
  'rsa-pss with another digest of the mask': [
    pss(mask('<ds:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>')),
    /sha1/,
  ],
  'rsa-pss with another mask': [pss(`<p:MaskGenerationFunction Algorithm="u:mgf"/>`), /u:mgf/],
  'rsa-pss without salt': [pss('<p:SaltLength>0</p:SaltLength>'), /SaltLength/],
  'rsa-pss with something else': [pss('<p:toString>1</p:toString>'), /toString/],
  'rsa-pss parameters of another algorithm': [
    pss('').replace(`${MORE_2007}rsa-pss`, `${MORE_2007}sha256-rsa-MGF1`),
    /RSAPSSParams/,
  ],
}

/** Another letter of base64 that differs in the bits behind the last octet. */
function next(letter = ''): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  return letters[letters.indexOf(letter) + 1] ?? ''
}

const refused = (code: SecurityCode) => ({ instanceOf: SecurityFailure, code })

test('SwA Profile 1.1 §5.4: an attachment is signed by one of two transforms, and by no other', (t) => {
  const inCanonicalForm = withTransforms(transform(EXCLUSIVE)).replace('"#Body"', '"cid:a%40b"')
  t.throws(() => read(inCanonicalForm), refused('UnsupportedAlgorithm'))
  t.throws(() => read(but('"#Body"', '"cid:%"')), refused('InvalidSecurity'))
})

for (const [name, text] of Object.entries(STRUCTURE)) {
  test(`is refused: ${name}`, (t) => {
    t.throws(() => read(text), refused('InvalidSecurity'))
  })
}

for (const [name, [text, message]] of Object.entries(ALGORITHMS)) {
  test(`is refused, and the log names it: ${name}`, (t) => {
    t.throws(() => read(text), { ...refused('UnsupportedAlgorithm'), message })
  })
}

const WEAK = {
  'hmac-sha1': [`${MORE}hmac-sha256`, `${DS}hmac-sha1`],
  sha1: ['http://www.w3.org/2001/04/xmlenc#sha256', `${DS}sha1`],
} as const

for (const [name, [strong, weak]] of Object.entries(WEAK)) {
  test(`${name} is refused before any work, unless it is allowed`, (t) => {
    const text = SIGNED.replace(strong, weak).replace(
      /<ds:DigestValue>[^<]*/,
      name === 'sha1' ? '<ds:DigestValue>qZk+NkcGgWq6PiVxeFDCbJzQ2J0=' : '$&',
    )
    t.notThrows(() => readSignature(signatureIn(readDocument(text))))
    t.throws(() => verified(text, SHARED), {
      ...refused('UnsupportedAlgorithm'),
      message: new RegExp(weak),
    })
    // It comes as far as the value, which is the one of another text.
    const allows = (algorithm: string) => algorithm === name
    t.throws(() => verified(text, SHARED, { allows }), refused('FailedCheck'))
  })
}
