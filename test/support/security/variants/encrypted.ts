/** Variants: what is encrypted is moved, replaced, or says something else than its place allows. */
import { hide } from '../forge/encrypt.js'
import {
  FORGED,
  forgedBody,
  HONEST,
  type Kit,
  type Letter,
  letter,
  nameless,
  securityOf,
  signatureOf,
  write,
} from '../forge/letter.js'
import { signed, signedInfo, valueFor } from '../forge/sign.js'
import {
  entry,
  existing,
  namespaceOfSoap,
  reference,
  timestamp,
  tokenReference,
  toToken,
  XENC,
} from '../forge/texts.js'
import { type Variant, WSS } from './variant.js'

const WSSE11 = 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd'
const wrapped = (content: string) => `<w:Wrapper xmlns:w="urn:example:w">${content}</w:Wrapper>`

/** A Body, with something in place of its content. */
const filled = (text: string, content: string) =>
  text.replace(/>.*<\/s:Body>$/s, `>${content}</s:Body>`)

/** Signed by alice, then encrypted: as it is sent where Body is secret. */
export function sealedLetter(kit: Kit): Letter {
  const own = letter(kit)
  const { key, data } = hide(kit.node, [{ id: 'Secret', text: entry(HONEST) }])
  return { ...own, tokens: key + own.tokens, body: filled(own.body, data[0] ?? '') }
}

function variant(name: string, build: (kit: Kit) => string): Variant {
  return { name, build, ...WSS }
}

/** What the attacker has encrypted, in a message with alice’s signature of Body. */
function hers(
  name: string,
  text: string | ((kit: Kit) => string),
  position: (data: string, own: Letter) => Partial<Letter>,
  type: 'Content' | 'Element' = 'Content',
): Variant {
  return variant(name, (kit) => {
    const own = letter(kit)
    const plain = typeof text === 'string' ? text : text(kit)
    const { key, data } = hide(kit.node, [{ id: 'Secret', text: plain, type }])
    return write({ ...own, tokens: key + own.tokens, ...position(data[0] ?? '', own) })
  })
}

const inBody = (data: string, { body }: Letter) => ({ body: filled(body, data) })
const out = (kit: Kit) =>
  `${entry(HONEST)}</s:Body><s:Body xmlns:s="${namespaceOfSoap(kit.soap)}">${entry(FORGED)}`

export const ENCRYPTED: readonly Variant[] = [
  variant('the encrypted Body is moved, and a forged one in its place', (kit) => {
    const own = sealedLetter(kit)
    return write({ ...own, before: wrapped(own.body), body: nameless(kit) })
  }),
  variant('the encrypted Body is moved, and a forged one has its id', (kit) => {
    const own = sealedLetter(kit)
    return write({ ...own, before: wrapped(own.body), body: forgedBody(kit) })
  }),
  variant('the ciphertext is moved to the forged Body, behind the forged entry', (kit) => {
    const own = sealedLetter(kit)
    const data = own.body.slice(own.body.indexOf('<xenc:'), own.body.lastIndexOf('</s:Body>'))
    return write({ ...own, body: filled(own.body, entry(FORGED) + data) })
  }),
  variant('the ciphertext is moved to a wrapper, and the forged entry is in its place', (kit) => {
    const own = sealedLetter(kit)
    const data = own.body.slice(own.body.indexOf('<xenc:'), own.body.lastIndexOf('</s:Body>'))
    return write({ ...own, before: wrapped(data), body: filled(own.body, entry(FORGED)) })
  }),
  variant('one octet of the ciphertext is altered', (kit) => {
    const own = sealedLetter(kit)
    return write({
      ...own,
      body: own.body.replace(
        /(CipherValue>.{30})(.)/,
        (_, before, one) => before + (one === 'A' ? 'B' : 'A'),
      ),
    })
  }),
  variant('the ciphertext stands twice', (kit) => {
    const own = sealedLetter(kit)
    const data = own.body.slice(own.body.indexOf('<xenc:'), own.body.lastIndexOf('</s:Body>'))
    return write({ ...own, before: wrapped(data) })
  }),
  hers('the ciphertext is replaced by one of the forged entry', entry(FORGED), inBody),
  hers(
    'the ciphertext is of the signed entry and a forged one',
    entry(FORGED) + entry(HONEST),
    inBody,
  ),
  hers('what is decrypted ends Body and begins a forged one', out, inBody),
  hers('what is decrypted ends Envelope', `${entry(HONEST)}</s:Body></s:Envelope><x><y>`, inBody),
  hers('what is decrypted is no element but a comment that hides', `<!-- ${entry(HONEST)}`, inBody),
  hers(
    'what is decrypted has a declaration',
    `<!DOCTYPE x [<!ENTITY e "${FORGED}">]>${entry(HONEST)}`,
    inBody,
  ),
  hers('what is decrypted has a processing instruction', `<?x?>${entry(HONEST)}`, inBody),
  hers(
    'what is decrypted is a forged Body in place of the signed one, which is in a wrapper',
    nameless,
    (data, { body }) => ({
      before: wrapped(body),
      body: data,
    }),
    'Element',
  ),
  hers(
    'what is decrypted is the signed Body, in a wrapper, and the Body is forged',
    ({ soap, form, ...rest }) => letter({ ...rest, soap, form }).body,
    (data, { kit }) => ({
      before: wrapped(data),
      body: nameless(kit),
    }),
    'Element',
  ),
  hers(
    'what is decrypted is the signed Body, as a block, and the Body is forged',
    (kit) => letter(kit).body,
    (data, { kit }) => ({
      before: data,
      body: nameless(kit),
    }),
    'Element',
  ),
  hers(
    'what is decrypted has the id of Body',
    forgedBody,
    (data) => ({ before: wrapped(data) }),
    'Element',
  ),
  hers(
    'what is decrypted is a forged block with the marks of a signed one',
    existing(FORGED, 'Known'),
    (data) => ({ before: data }),
    'Element',
  ),
  hers(
    'what is decrypted is a forged block, in an EncryptedHeader',
    existing(FORGED, 'Known'),
    (data) => ({
      before: `<wsse11:EncryptedHeader xmlns:wsse11="${WSSE11}">${data}</wsse11:EncryptedHeader>`,
    }),
    'Element',
  ),
  hers(
    'what is decrypted is two blocks, in an EncryptedHeader',
    existing(FORGED, 'Known') + existing(FORGED, 'Other'),
    (data) => ({
      before: `<wsse11:EncryptedHeader xmlns:wsse11="${WSSE11}">${data}</wsse11:EncryptedHeader>`,
    }),
    'Element',
  ),
  hers(
    'what is decrypted is a second security block',
    (kit) => securityOf(letter(kit)),
    (data, { kit }) => ({
      after: data,
      body: nameless(kit),
    }),
    'Element',
  ),
  hers(
    'what is decrypted is a second Timestamp',
    ({ at }) => timestamp(at, 'Other'),
    (data) => ({ rest: data }),
    'Element',
  ),
  hers(
    'what is decrypted is alice’s signature, and the Body is forged',
    (kit) => signatureOf(letter(kit)),
    (data, { kit, tokens }) => ({
      tokens: tokens + data,
      info: '',
      value: '',
      body: nameless(kit),
    }),
    'Element',
  ),
  hers(
    'what is decrypted is a stranger’s signature of the forged Body',
    (kit) =>
      signed([reference('#Body', forgedBody(kit))], kit.mallory.key, tokenReference(toToken())),
    (data, { kit }) => ({
      rest: data,
      body: forgedBody(kit),
    }),
    'Element',
  ),
  hers(
    'what is decrypted is SignedInfo',
    (kit) => letter(kit).info,
    (data, { kit }) => ({
      info: data,
      body: forgedBody(kit),
    }),
    'Element',
  ),
  variant('what is signed is the ciphertext, and it is replaced', (kit) => {
    const own = letter(kit)
    const { key, data } = hide(kit.node, [{ id: 'Secret', text: entry(HONEST) }])
    const forged = hide(kit.node, [{ id: 'Secret', text: entry(FORGED) }])
    const body = filled(own.body, data[0] ?? '')
    const time = own.tokens.slice(own.tokens.indexOf('<wsu:Timestamp'))
    const info = signedInfo([reference('#Body', body), reference('#Time', time)])
    const value = valueFor(info, kit.alice.key)
    void key
    return write({
      ...own,
      info,
      value,
      rest: forged.key,
      body: filled(own.body, forged.data[0] ?? ''),
    })
  }),
  variant(
    'what is signed is a ciphertext for somebody else, which another key is given for',
    (kit) => {
      const own = letter(kit)
      const { data } = hide(kit.node, [{ id: 'Secret', text: entry(HONEST) }])
      const other = hide(kit.node, [{ id: 'Secret', text: entry(FORGED) }])
      const body = filled(own.body, data[0] ?? '')
      const time = own.tokens.slice(own.tokens.indexOf('<wsu:Timestamp'))
      const info = signedInfo([reference('#Body', body), reference('#Time', time)])
      const value = valueFor(info, kit.alice.key)
      return write({ ...own, info, value, rest: other.key, body })
    },
  ),
  variant('a ciphertext lies elsewhere', (kit) => {
    const own = sealedLetter(kit)
    return write({
      ...own,
      body: own.body.replace(
        /<xenc:CipherData>.*<\/xenc:CipherData>/s,
        '<xenc:CipherData><xenc:CipherReference URI="http://127.0.0.1:9/"></xenc:CipherReference></xenc:CipherData>',
      ),
    })
  }),
  variant('a ReferenceList names the signed Body', (kit) => {
    const own = letter(kit)
    const list = `<xenc:ReferenceList xmlns:xenc="${XENC}"><xenc:DataReference URI="#Body"></xenc:DataReference></xenc:ReferenceList>`
    return write({ ...own, rest: list })
  }),
]
