/** Variants: the signed Body is somewhere else, and a forged one in its place. */
import {
  block,
  forgedBody,
  type Kit,
  type Letter,
  letter,
  nameless,
  securityOf,
  write,
} from '../forge/letter.js'
import { DS, entry, namespaceOfSoap, SEC, tokenReference, WSSE } from '../forge/texts.js'
import { type Variant, WSS } from './variant.js'

const NONE = 'http://www.w3.org/2003/05/soap-envelope/role/none'

/** The forged Body has no id, so that the signed one is the only one with its id. */
function moved(
  name: string,
  to: (letter: Letter) => Partial<Letter>,
  more: Partial<Variant> = {},
): Variant {
  const build = (kit: Kit) => {
    const honest = letter(kit)
    return write({ ...honest, body: nameless(kit), ...to(honest) })
  }
  return { name: `the signed Body stands ${name}`, build, ...more }
}

const wrapper = (content: string, attributes = '') =>
  `<w:Wrapper xmlns:w="urn:example:wrapper"${attributes}>${content}</w:Wrapper>`

const inBody = (kit: Kit, content: string) =>
  nameless(kit).replace('</s:Body>', `${content}</s:Body>`)

export const MOVED: readonly Variant[] = [
  moved('in Header as a block', ({ body }) => ({ before: body })),
  moved('in Header behind the security block', ({ body }) => ({ after: body })),
  moved('in an unknown block', ({ body }) => ({ before: wrapper(body) })),
  moved('in an unknown block with mustUnderstand="0"', ({ body }) => ({
    before: wrapper(body, ' s:mustUnderstand="0"'),
  })),
  moved(
    'in a block for the role none',
    ({ body }) => ({ before: wrapper(body, ` s:role="${NONE}"`) }),
    {
      soaps: ['1.2'],
    },
  ),
  moved('in a block for another actor', ({ kit, body }) => {
    const attribute = kit.soap === '1.1' ? 'actor' : 'role'
    return { after: wrapper(body, ` s:${attribute}="urn:example:other"`) }
  }),
  moved('behind the forged Body, in Envelope', ({ body }) => ({ trailer: body })),
  moved('before the forged Body, in Envelope', ({ kit, body }) => ({
    body: body + nameless(kit),
  })),
  moved('in a wrapper behind the forged Body', ({ body }) => ({ trailer: wrapper(body) })),
  moved('between Header and Body, in a wrapper', ({ kit, body }) => ({
    body: wrapper(body) + nameless(kit),
  })),
  moved('in ds:Object', ({ body }) => ({ objects: `<ds:Object>${body}</ds:Object>` })),
  moved('in ds:Object with an id of its own', ({ body }) => ({
    objects: `<ds:Object Id="Object">${body}</ds:Object>`,
  })),
  moved('in a Manifest within ds:Object', ({ body }) => ({
    objects: `<ds:Object><ds:Manifest>${body}</ds:Manifest></ds:Object>`,
  })),
  moved('in SignatureProperties', ({ body }) => ({
    objects: `<ds:Object><ds:SignatureProperties><ds:SignatureProperty Target="#x">${body}</ds:SignatureProperty></ds:SignatureProperties></ds:Object>`,
  })),
  moved('in KeyInfo, before what names the key', ({ keyInfo, body }) => ({
    keyInfo: body + keyInfo,
  })),
  moved('in KeyInfo, behind what names the key', ({ keyInfo, body }) => ({
    keyInfo: keyInfo + body,
  })),
  moved('in the reference to the token, embedded', ({ keyInfo, body }) => ({
    keyInfo:
      keyInfo + tokenReference(`<wsse:Embedded xmlns:wsse="${WSSE}">${body}</wsse:Embedded>`),
  })),
  moved('in SignatureValue', ({ value, body }) => ({ value: value + body })),
  moved('in the security block', ({ body }) => ({ rest: body })),
  moved('in the security block, before the signature', ({ tokens, body }) => ({
    tokens: body + tokens,
  })),
  moved(
    'in the security token',
    ({ tokens, body }) => ({
      tokens: tokens.replace('</wsse:BinarySecurityToken>', `${body}</wsse:BinarySecurityToken>`),
    }),
    WSS,
  ),
  moved('in a second security block for another actor', ({ kit, body }) => {
    const attribute = kit.soap === '1.1' ? 'actor' : 'role'
    return { before: block(kit, ` s:${attribute}="urn:example:other"`, body) }
  }),
  moved('in the forged Body, behind the forged entry', ({ kit, body }) => ({
    body: inBody(kit, body),
  })),
  moved('in the forged Body, before the forged entry', ({ kit, body }) => ({
    body: nameless(kit).replace('<t:Mark', `${body}<t:Mark`),
  })),
  moved('in the forged entry', ({ kit, body }) => ({
    body: nameless(kit).replace('</t:Mark>', `${body}</t:Mark>`),
  })),
  moved('in an Envelope within a block', ({ kit, body }) => ({
    before: wrapper(`<s:Envelope xmlns:s="${namespaceOfSoap(kit.soap)}">${body}</s:Envelope>`),
  })),
  moved('in a whole message that is a block', ({ kit }) => ({ after: write(letter(kit)) })),
  moved(
    'in a SOAP-SEC:Signature beside the WS-Security block',
    ({ body }) => ({
      after: `<sec:Signature xmlns:sec="${SEC}">${body}</sec:Signature>`,
    }),
    WSS,
  ),
  moved('around the forged Body, which is no child of Envelope then', ({ kit, body }) => ({
    body: body.replace('</s:Body>', `${nameless(kit)}</s:Body>`),
  })),
  {
    name: 'the signed Header and Body are in a second Envelope, in the Body of the forged one',
    build: (kit) => {
      const honest = letter(kit)
      return write({ ...honest, body: inBody(kit, write(honest)) }, '')
    },
  },
  {
    name: 'the security block stands in Body',
    build: (kit) => {
      const honest = letter(kit)
      const all = honest.body + securityOf(honest)
      return write({ ...honest, body: inBody(kit, all) }, '')
    },
  },
  {
    name: 'the security block stands in a wrapper within Header',
    build: (kit) => {
      const honest = letter(kit)
      return write(
        { ...honest, body: forgedBody(kit), after: honest.body },
        wrapper(securityOf(honest)),
      )
    },
  },
  {
    name: 'the entry that was signed stands in another Body, beside a forged entry',
    build: (kit) => {
      const honest = letter(kit)
      return write({
        ...honest,
        body: forgedBody(kit).replace('</s:Body>', `${entry('honest')}</s:Body>`),
      })
    },
  },
  {
    name: 'the signature stands in a signature that is not signed by anybody',
    build: (kit) => {
      const honest = letter(kit)
      const inner = `<ds:Signature xmlns:ds="${DS}"><ds:Object>${securityOf(honest)}</ds:Object></ds:Signature>`
      return write(
        { ...honest, body: nameless(kit), trailer: honest.body },
        block(kit, honest.attributes, inner),
      )
    },
  },
]
