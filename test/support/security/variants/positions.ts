/** Variants: tokens' references, namespaces, actors, blocks and times around what is signed. */
import {
  block,
  FORGED,
  forgedBody,
  HONEST,
  type Kit,
  type Letter,
  letter,
  nameless,
  securityOf,
  write,
} from '../forge/letter.js'
import { signedInfo, valueFor } from '../forge/sign.js'
import {
  body,
  EXC,
  entry,
  exclusive,
  existing,
  namespaceOfSoap,
  reference,
  STR_TRANSFORM,
  timestamp,
  token,
  tokenReference,
  toToken,
  transform,
  WSA,
  WSSE,
  WSU,
} from '../forge/texts.js'
import { type Variant, WSS } from './variant.js'

/** Alice has signed these References and what stands behind them; `change` is the attacker’s. */
function signedOver(
  name: string,
  references: (honest: Letter) => readonly string[],
  change: (letter: Letter) => Partial<Letter>,
  more: Partial<Variant> = {},
): Variant {
  const build = (kit: Kit) => {
    const honest = letter(kit)
    const info = signedInfo(references(honest))
    const own = { ...honest, info, value: valueFor(info, kit.alice.key) }
    return write({ ...own, ...change(own) })
  }
  return { name, build, ...more }
}

const timeOf = ({ tokens }: Letter) => tokens.slice(tokens.indexOf('<wsu:Timestamp'))
const tokenOf = ({ tokens }: Letter) => tokens.slice(0, tokens.indexOf('<wsu:Timestamp'))
const STR = transform(
  STR_TRANSFORM,
  `<wsse:TransformationParameters xmlns:wsse="${WSSE}"><ds:CanonicalizationMethod Algorithm="${EXC}"></ds:CanonicalizationMethod></wsse:TransformationParameters>`,
)
const wrapped = (content: string) => `<w:Wrapper xmlns:w="urn:example:w">${content}</w:Wrapper>`

/** WSS 1.1 §8.3: what STR-Transform gives says what its default namespace is. */
const strToken = (own: Letter) => tokenOf(own).replace(' xmlns:wsse=', ' xmlns="" xmlns:wsse=')

const strings: readonly Variant[] = [
  signedOver(
    'STR-Transform: only the token is signed',
    (own) => [reference('#Str', strToken(own), [STR])],
    ({ kit }) => ({
      keyInfo: tokenReference(toToken(), 'Str'),
      body: forgedBody(kit),
    }),
    WSS,
  ),
  signedOver(
    'STR-Transform: the reference is called as Body is, and Body is forged',
    (own) => [reference('#Body', strToken(own), [STR])],
    ({ kit }) => ({
      keyInfo: tokenReference(toToken(), 'Body'),
      body: nameless(kit),
    }),
    WSS,
  ),
  signedOver(
    'STR-Transform of a reference to the forged Body',
    ({ kit }) => [reference('#Str', forgedBody(kit), [STR])],
    ({ kit, keyInfo }) => ({
      keyInfo: keyInfo,
      rest: tokenReference(toToken('Body'), 'Str'),
      body: forgedBody(kit),
    }),
    WSS,
  ),
  signedOver(
    'STR-Transform on the forged Body itself',
    ({ body: text }) => [reference('#Body', text, [STR])],
    ({ kit }) => ({
      body: forgedBody(kit),
    }),
    WSS,
  ),
  signedOver(
    'STR-Transform of a reference that refers to itself',
    ({ body: text }) => [reference('#Str', text, [STR])],
    ({ kit }) => ({
      keyInfo: tokenReference(toToken('Str'), 'Str'),
      body: forgedBody(kit),
    }),
    WSS,
  ),
  signedOver(
    'STR-Transform: the reference is changed to a stranger’s token',
    (own) => [reference('#Body', own.body), reference('#Str', strToken(own), [STR])],
    (own) => ({
      tokens: token(own.kit.mallory.certificate.raw, 'Hers') + own.tokens,
      keyInfo: tokenReference(toToken('Hers'), 'Str'),
    }),
    WSS,
  ),
]

const namespaces: readonly Variant[] = [
  signedOver(
    'a prefix of the PrefixList stands for another namespace around Body',
    ({ kit }) => {
      const text = body(kit.soap, entry(HONEST), 'Body').replace(
        ' xmlns:wsu=',
        ' xmlns:p="urn:example:one" xmlns:wsu=',
      )
      return [reference('#Body', text, [exclusive('p')])]
    },
    () => ({ envelope: ' xmlns:p="urn:example:two"' }),
    WSS,
  ),
  signedOver(
    'a prefix of the PrefixList is not bound at all',
    ({ kit }) => {
      const text = body(kit.soap, entry(HONEST), 'Body').replace(
        ' xmlns:wsu=',
        ' xmlns:p="urn:example:one" xmlns:wsu=',
      )
      return [reference('#Body', text, [exclusive('p')])]
    },
    () => ({}),
    WSS,
  ),
  signedOver(
    'the PrefixList has been changed',
    ({ body: text }) => [reference('#Body', text, [exclusive('p')])],
    ({ info }) => ({
      info: info.replace('PrefixList="p"', 'PrefixList="q"'),
      envelope: ' xmlns:p="urn:example:one"',
    }),
    WSS,
  ),
  ...(
    [
      ['the prefix of the entry', ' xmlns:t="', ' xmlns:t="urn:example:other#'],
      ['the default namespace', '<t:text>', '<t:text xmlns="urn:example:other">'],
      ['the prefix of Body', '<s:Body xmlns:s="', '<s:Body xmlns:s="urn:example:not-'],
    ] as const
  ).map(
    ([name, from, to]): Variant => ({
      name: `${name} stands for another namespace in the signed part`,
      build: (kit) => {
        const honest = letter(kit)
        return write({ ...honest, body: honest.body.replace(from, to).replace(HONEST, FORGED) })
      },
    }),
  ),
  {
    name: 'the Envelope is one of the other SOAP version',
    build: (kit) => {
      const other = namespaceOfSoap(kit.soap === '1.1' ? '1.2' : '1.1')
      return write(letter(kit)).replace(
        `<s:Envelope xmlns:s="${namespaceOfSoap(kit.soap)}"`,
        `<s:Envelope xmlns:s="${other}"`,
      )
    },
  },
]

const other = ({ soap }: Kit, uri = 'urn:example:other') =>
  ` s:${soap === '1.1' ? 'actor' : 'role'}="${uri}"`

const actors: readonly Variant[] = [
  {
    name: 'the security block is addressed to another actor, and Body forged',
    build: (kit) => write({ ...letter(kit), attributes: other(kit), body: forgedBody(kit) }),
  },
  {
    name: 'the security block is addressed to another actor, and all as it was signed',
    build: (kit) => write({ ...letter(kit), attributes: other(kit) }),
  },
  {
    name: 'the security block has mustUnderstand="0", and Body is forged',
    build: (kit) =>
      write({ ...letter(kit), attributes: ' s:mustUnderstand="0"', body: forgedBody(kit) }),
  },
  {
    name: 'the security block has no mustUnderstand, and Body is forged',
    build: (kit) => write({ ...letter(kit), attributes: '', body: forgedBody(kit) }),
  },
  {
    name: 'a security block for another actor holds for its Body, and this node’s is a stranger’s',
    build: (kit) => {
      const honest = letter(kit)
      return write(
        {
          ...honest,
          before: securityOf({ ...honest, attributes: other(kit) }),
          body: forgedBody(kit),
        },
        block(kit, honest.attributes, ''),
      )
    },
  },
  {
    name: 'the security block is in another namespace',
    build: (kit) => {
      const honest = letter(kit)
      return write(
        { ...honest },
        securityOf(honest).replace(/wssecurity-secext-1\.0\.xsd|security\/2000-12/, 'other'),
      )
    },
  },
]

/** What a policy asks to be signed beside Body: see the tests. */
const block2 = (
  name: string,
  text: (kit: Kit) => string,
  change: (own: Letter, text: string) => Partial<Letter>,
): Variant => ({
  name,
  build: (kit) => {
    const signed = text(kit)
    const own = letter(kit, [reference('#Known', signed)])
    return write({ ...own, ...change(own, signed) })
  },
  ...WSS,
})

const blocks: readonly Variant[] = [
  block2(
    'a forged block beside the signed one',
    () => existing(HONEST, 'Known'),
    (_, signed) => ({
      before: signed,
      after: existing(FORGED, 'Other'),
    }),
  ),
  block2(
    'a forged block in place of the signed one, which is in a wrapper',
    () => existing(HONEST, 'Known'),
    (_, signed) => ({
      before: wrapped(signed),
      after: existing(FORGED, 'Other'),
    }),
  ),
  block2(
    'a forged block in place of the signed one, which is in the security block',
    () => existing(HONEST, 'Known'),
    (_, signed) => ({
      rest: signed,
      after: existing(FORGED, 'Other'),
    }),
  ),
  block2(
    'a forged block in place of the signed one, which is in Body',
    () => existing(HONEST, 'Known'),
    (own, signed) => ({
      body: own.body.replace('</s:Body>', `${signed}</s:Body>`),
      after: existing(FORGED, 'Other'),
    }),
  ),
  block2(
    'a forged block has the id of the signed one',
    () => existing(HONEST, 'Known'),
    (_, signed) => ({
      before: signed,
      after: existing(FORGED, 'Known'),
    }),
  ),
  block2(
    'a signed block is forged',
    () => existing(HONEST, 'Known'),
    () => ({ before: existing(FORGED, 'Known') }),
  ),
  block2(
    'an unsigned wsa:ReplyTo is added',
    () => existing(HONEST, 'Known'),
    (_, signed) => ({
      before: `${signed}<wsa:ReplyTo xmlns:wsa="${WSA}"><wsa:Address>http://127.0.0.1:9/</wsa:Address></wsa:ReplyTo>`,
    }),
  ),
  block2(
    'an unsigned wsa:Action is added',
    () => existing(HONEST, 'Known'),
    (_, signed) => ({
      before: `${signed}<wsa:Action xmlns:wsa="${WSA}">urn:example:act</wsa:Action>`,
    }),
  ),
  block2(
    'a signed wsa:To is altered',
    () => `<wsa:To xmlns:wsa="${WSA}" xmlns:wsu="${WSU}" wsu:Id="Known">urn:example:here</wsa:To>`,
    (_, signed) => ({
      before: signed.replace('urn:example:here', 'urn:example:there'),
    }),
  ),
]

const time = (name: string, from: (own: Letter) => string): Variant => ({
  name,
  build: (kit) => {
    const own = letter(kit)
    return write({ ...own, tokens: from(own) })
  },
  ...WSS,
})

/** Alice’s own message, signed as it is, at another time. */
const signedAt = (name: string, milliseconds: number, lasts?: number): Variant => ({
  name,
  build: (kit) => {
    const written = timestamp(kit.at + milliseconds, 'Time', lasts)
    const own = letter(kit)
    const info = signedInfo([reference('#Body', own.body), reference('#Time', written)])
    return write({
      ...own,
      tokens: tokenOf(own) + written,
      info,
      value: valueFor(info, kit.alice.key),
    })
  },
  ...WSS,
})

/** An old message of alice's, as it was signed but for its Timestamp, which is where nobody looks for it. */
const hidden = (name: string, hide: (time: string, own: Letter) => Partial<Letter>): Variant => ({
  name: `an old message, whose signed Timestamp stands ${name}`,
  build: (kit) => {
    const own = letter({ ...kit, at: kit.at - HOUR })
    return write({ ...own, tokens: tokenOf(own), ...hide(timeOf(own), own) })
  },
  ...WSS,
})

const HOUR = 3_600_000

const times: readonly Variant[] = [
  signedAt('a Timestamp of an hour ago', -HOUR),
  signedAt('a Timestamp that begins in an hour', HOUR),
  signedAt('a Timestamp that ends before it begins', 0, -HOUR),
  time('the signed Timestamp is altered', (own) =>
    own.tokens.replace(/Created>\d{4}/, 'Created>2020'),
  ),
  time(
    'a second Timestamp before the signed one',
    (own) => timestamp(own.kit.at, 'Other') + own.tokens,
  ),
  time(
    'a second Timestamp behind the signed one',
    (own) => own.tokens + timestamp(own.kit.at, 'Other'),
  ),
  time(
    'an unsigned Timestamp, while the signed one is in a wrapper',
    (own) => tokenOf(own) + timestamp(own.kit.at, 'Other') + wrapped(timeOf(own)),
  ),
  time('no Timestamp', tokenOf),
  hidden('in a wrapper', (text) => ({ before: wrapped(text) })),
  hidden('in Header as a block', (text) => ({ before: text })),
  hidden('behind Body, in a wrapper', (text) => ({ trailer: wrapped(text) })),
  hidden('in the security token', (text, own) => ({
    tokens: tokenOf(own).replace('</wsse:B', `${text}</wsse:B`),
  })),
  hidden('in KeyInfo', (text, { keyInfo }) => ({ keyInfo: keyInfo + text })),
  hidden('in a security block for another actor', (text, { kit }) => ({
    after: block(kit, other(kit), text),
  })),
  hidden('in a wrapper, and a fresh one in its place', (text, own) => ({
    tokens: tokenOf(own) + timestamp(own.kit.at + HOUR, 'Fresh'),
    before: wrapped(text),
  })),
]

export const LOCATIONS: readonly Variant[] = [
  ...strings,
  ...namespaces,
  ...actors,
  ...blocks,
  ...times,
]
