/** Variants: signatures of a strange structure, and References to something else than what is consumed. */
import {
  block,
  forgedBody,
  HONEST,
  type Kit,
  type Letter,
  letter,
  signatureOf,
  write,
} from '../forge/letter.js'
import { signed, signedInfo, valueFor } from '../forge/sign.js'
import {
  body,
  DS,
  digest,
  entry,
  exclusive,
  reference,
  token,
  tokenReference,
  toToken,
  transform,
} from '../forge/texts.js'
import { type Variant, WSS } from './variant.js'

/** The Body is forged, and the signature changed. */
function changed(
  name: string,
  change: (letter: Letter) => Partial<Letter>,
  more: Partial<Variant> = {},
): Variant {
  const build = (kit: Kit) => {
    const honest = letter(kit)
    return write({ ...honest, body: forgedBody(kit), ...change(honest) })
  }
  return { name, build, ...more }
}

/** SignedInfo as it must be for the forged Body: nobody has signed it. */
const forgedInfo = ({ info, body: signedBody, kit }: Letter) =>
  info.replace(digest(signedBody), digest(forgedBody(kit)))

const byMallory = ({ kit }: Letter) =>
  signed([reference('#Body', forgedBody(kit))], kit.mallory.key, tokenReference(toToken('Hers')))

/** Alice has really signed these References, and the Body is forged all the same. */
function signedOver(
  name: string,
  references: (letter: Letter) => readonly string[],
  more: Partial<Variant> = {},
  change: (letter: Letter) => Partial<Letter> = () => ({}),
): Variant {
  const build = (kit: Kit) => {
    const honest = letter(kit)
    const info = signedInfo(references(honest))
    const value = valueFor(info, kit.alice.key)
    return write({ ...honest, info, value, body: forgedBody(kit), ...change(honest) })
  }
  return { name, build, ...more }
}

const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116'
const signatures: readonly Variant[] = [
  changed('two SignedInfo, the forged one first', (own) => ({ info: forgedInfo(own) + own.info })),
  changed('two SignedInfo, the forged one last', (own) => ({ info: own.info + forgedInfo(own) })),
  changed('the real SignedInfo stands in ds:Object', (own) => ({
    info: forgedInfo(own),
    objects: `<ds:Object>${own.info}</ds:Object>`,
  })),
  changed('the real SignedInfo stands in SignedInfo', (own) => ({
    info: forgedInfo(own).replace('</ds:SignedInfo>', `${own.info}</ds:SignedInfo>`),
  })),
  changed('the forged SignedInfo stands in the real one', (own) => ({
    info: own.info.replace('</ds:SignedInfo>', `${forgedInfo(own)}</ds:SignedInfo>`),
  })),
  changed('SignedInfo stands behind SignatureValue and a forged one before it', (own) => ({
    info: forgedInfo(own),
    keyInfo: own.keyInfo + own.info,
  })),
  changed('a Reference beside the real one names the forged Body', (own) => ({
    info: own.info.replace(
      '</ds:SignedInfo>',
      `${reference('#Body', forgedBody(own.kit))}</ds:SignedInfo>`,
    ),
  })),
  changed('two SignatureValues, the real one first', ({ value }) => ({
    value: `${value}</ds:SignatureValue><ds:SignatureValue>AAAA`,
  })),
  changed('two SignatureValues, the real one last', ({ value }) => ({
    value: `AAAA</ds:SignatureValue><ds:SignatureValue>${value}`,
  })),
  changed('no SignatureValue', () => ({ value: '' })),
  changed(
    'two signatures: alice’s over the moved Body, a stranger’s over the forged one',
    (own) => ({
      after: `<w:Wrapper xmlns:w="urn:example:w">${own.body.replace('"Body"', '"Moved"')}</w:Wrapper>`,
      tokens: own.tokens + token(own.kit.mallory.certificate.raw, 'Hers'),
      rest: byMallory(own),
    }),
    WSS,
  ),
  changed(
    'two signatures: a stranger’s over the forged Body before alice’s over Timestamp',
    (own) => {
      const { kit, tokens } = own
      const time = tokens.slice(tokens.indexOf('<wsu:Timestamp'))
      const hers = token(kit.mallory.certificate.raw, 'Hers') + byMallory(own)
      const info = signedInfo([reference('#Time', time)])
      return { tokens: tokens + hers, info, value: valueFor(info, kit.alice.key) }
    },
    WSS,
  ),
  changed(
    'two signatures: another peer’s over the forged Body, alice’s over Timestamp',
    (own) => {
      const { kit, tokens } = own
      const time = tokens.slice(tokens.indexOf('<wsu:Timestamp'))
      const info = signedInfo([reference('#Time', time)])
      const his = signed(
        [reference('#Body', forgedBody(kit))],
        kit.bob.key,
        tokenReference(toToken('His')),
      )
      const more = token(kit.bob.certificate.raw, 'His')
      return { tokens: tokens + more, info, value: valueFor(info, kit.alice.key), rest: his }
    },
    WSS,
  ),
  changed(
    'two security blocks for the same actor, the second one a stranger’s',
    (own) => ({
      after: block(
        own.kit,
        own.attributes,
        token(own.kit.mallory.certificate.raw, 'Hers') + byMallory(own),
      ),
      body: forgedBody(own.kit),
    }),
    WSS,
  ),
  changed('a signature in a signature', (own) => ({
    objects: `<ds:Object>${signatureOf(own)}</ds:Object>`,
    info: forgedInfo(own),
  })),
  changed('the signature is copied from another message', ({ kit }) => {
    const { info, value } = letter({ ...kit, at: kit.at - 1000 }, [reference('#Other', 'other')])
    return { info, value }
  }),
  changed('the forged digest is in the real signature', (own) => ({ info: forgedInfo(own) })),
  changed('the signature has no signature', () => ({ info: '', value: '' })),
]

const references: readonly Variant[] = [
  signedOver(
    'only the Timestamp is signed',
    ({ tokens }) => [reference('#Time', tokens.slice(tokens.indexOf('<wsu:Timestamp')))],
    WSS,
  ),
  signedOver(
    'only the token is signed',
    ({ tokens }) => [reference('#Token', tokens.slice(0, tokens.indexOf('<wsu:Timestamp')))],
    WSS,
  ),
  signedOver('nothing is signed: there are no References', () => []),
  signedOver('a Reference without a URI', () => [reference(undefined, body('1.1', entry(HONEST)))]),
  signedOver('a Reference to the whole document, enveloped', ({ body: text }) => [
    reference('', text, [transform(`${DS}enveloped-signature`), exclusive()]),
  ]),
  signedOver('a Reference to nothing', () => [reference('#', '')]),
  ...[
    '#xpointer(/)',
    "#xpointer(id('Body'))",
    '#element(/1/2)',
    '#Bo%64y',
    'urn:Body',
    'cid:Body',
    'http://127.0.0.1:9/body',
    'file:///etc/hostname',
    '#Body#Body',
    ' #Body',
  ].map((uri) =>
    signedOver(`a Reference to ${uri}, and the digest of the forged Body`, ({ kit }) => [
      reference(uri, forgedBody(kit)),
    ]),
  ),
  signedOver(
    'a Reference to the signature that it stands in',
    ({ body: text }) => [reference('#Own', text)],
    {},
    () => ({ objects: '<ds:Object Id="Own"></ds:Object>' }),
  ),
  signedOver('a Reference to KeyInfo alone', ({ keyInfo }) => [
    reference('#Key', `<ds:KeyInfo xmlns:ds="${DS}" Id="Key">${keyInfo}</ds:KeyInfo>`),
  ]),
  signedOver(
    'a Reference to a Manifest that has the digest of the forged Body',
    () => [reference('#List', MANIFEST, undefined, ` Type="${DS}Manifest"`)],
    {},
    ({ kit }) => ({
      objects: `<ds:Object>${manifest(reference('#Body', forgedBody(kit)))}</ds:Object>`,
    }),
  ),
  ...(
    [
      [
        'XPath that selects nothing of what is forged',
        XPATH,
        `<ds:XPath>ancestor-or-self::honest</ds:XPath>`,
      ],
      ['XPath Filter 2.0', 'http://www.w3.org/2002/06/xmldsig-filter2', ''],
      ['XSLT', 'http://www.w3.org/TR/1999/REC-xslt-19991116', ''],
      ['base64', `${DS}base64`, ''],
      ['decryption', 'http://www.w3.org/2002/07/decrypt#XML', ''],
      ['enveloped signature, before Body', `${DS}enveloped-signature`, ''],
      ['comments in it', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments', ''],
      ['inclusive canonicalization', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315', ''],
      ['no known algorithm', 'urn:example:same', ''],
    ] as const
  ).map(([name, algorithm, content]) =>
    signedOver(`a transform: ${name}`, ({ body: text }) => [
      reference('#Body', text, [transform(algorithm, content), exclusive()]),
    ]),
  ),
  signedOver('four transforms, and the digest of the signed Body', ({ body: text }) => [
    reference('#Body', text, [exclusive(), exclusive(), exclusive(), exclusive()]),
  ]),
  signedOver('65 References, the last one to Body', ({ body: text }) =>
    Array.from({ length: 65 }, () => reference('#Body', text)),
  ),
]

const manifest = (content: string) =>
  `<ds:Manifest xmlns:ds="${DS}" Id="List">${content}</ds:Manifest>`
const MANIFEST = manifest(reference('#Body', 'x'))

export const STRUCTURE: readonly Variant[] = [...signatures, ...references]
