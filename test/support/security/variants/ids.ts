/** Variants: ids that name more than one element, or that are no ids. */
import { forgedBody, type Kit, letter, nameless, write } from '../forge/letter.js'
import {
  body,
  entry,
  type IdAttribute,
  otherId,
  PLAIN_ID,
  plainId,
  SEC_ID,
  WSU_ID,
} from '../forge/texts.js'
import { type Variant, WSS } from './variant.js'

const KINDS: Readonly<Record<string, IdAttribute>> = {
  'wsu:Id': WSU_ID,
  'SOAP-SEC:id': SEC_ID,
  'Id without a namespace': PLAIN_ID,
  'id without a namespace': plainId('id'),
  'ID without a namespace': plainId('ID'),
  'xml:id': { declaration: '', attribute: (id) => ` xml:id="${id}"` },
  'Id of another namespace': otherId('urn:example:other'),
  'AssertionID of SAML': otherId('urn:oasis:names:tc:SAML:1.0:assertion', 'AssertionID'),
}

const wrapped = (content: string) => `<w:Wrapper xmlns:w="urn:example:w">${content}</w:Wrapper>`

/** The forged Body has the signed one's id, which stands before or behind it. */
const doubled = Object.entries(KINDS).flatMap(([kind, attribute]): Variant[] => {
  const forged = (kit: Kit) => forgedBody(kit, 'Body', attribute)
  return [
    {
      name: `the forged Body has the id of the signed one, before it, as ${kind}`,
      build: (kit) => {
        const honest = letter(kit)
        return write({ ...honest, before: wrapped(honest.body), body: forged(kit) })
      },
    },
    {
      name: `the forged Body has the id of the signed one, behind it, as ${kind}`,
      build: (kit) => {
        const honest = letter(kit)
        return write({ ...honest, body: forged(kit), trailer: wrapped(honest.body) })
      },
    },
  ]
})

/** A second id, or the same in other letters. */
function twice(
  name: string,
  change: (forged: string, kit: Kit) => string,
  more: Partial<Variant> = {},
): Variant {
  const build = (kit: Kit) => {
    const honest = letter(kit)
    return write({
      ...honest,
      before: wrapped(honest.body),
      body: change(forgedBody(kit, 'Other'), kit),
    })
  }
  return { name, build, ...more }
}

export const IDS: readonly Variant[] = [
  ...doubled,
  twice('the forged Body has an id of its own, and Id with the signed one’s', (forged) =>
    forged.replace('<s:Body', '<s:Body Id="Body"'),
  ),
  twice(
    'the forged Body has two ids, of which one is the signed one’s',
    (forged) =>
      forged.replace(
        '<s:Body',
        `<s:Body xmlns:sec2="${'http://schemas.xmlsoap.org/soap/security/2000-12'}" sec2:id="Body"`,
      ),
    WSS,
  ),
  twice('the forged Body has the id with white space around it', (forged) =>
    forged.replace('"Other"', '" Body "'),
  ),
  twice('the forged Body has the id with a line end in it', (forged) =>
    forged.replace('"Other"', '"Body&#10;"'),
  ),
  twice('the forged Body has the id in other case', (forged) =>
    forged.replace('"Other"', '"body"'),
  ),
  twice('the forged Body has the id by character references', (forged) =>
    forged.replace('"Other"', '"&#66;od&#x79;"'),
  ),
  twice('the forged Body has the id with a combining character', (forged) =>
    forged.replace('"Other"', '"Body&#x301;"'),
  ),
  {
    name: 'a declaration makes an attribute of the forged Body an ID',
    build: (kit) => {
      const honest = letter(kit)
      const prolog = '<!DOCTYPE s:Envelope [<!ATTLIST s:Body anything ID #IMPLIED>]>'
      const forged = nameless(kit).replace('<s:Body', '<s:Body anything="Body"')
      return write({ ...honest, prolog, before: wrapped(honest.body), body: forged })
    },
  },
  {
    name: 'a declaration makes the signed text an entity, which a forged one has changed',
    build: (kit) => {
      const honest = letter(kit)
      const prolog = '<!DOCTYPE s:Envelope [<!ENTITY what "forged">]>'
      return write({ ...honest, prolog, body: body(kit.soap, entry('&what;'), 'Body') })
    },
  },
  {
    name: 'the entry of the forged Body has the id of the signed Body',
    build: (kit) => {
      const honest = letter(kit)
      const forged = nameless(kit).replace(
        '<t:Mark',
        `<t:Mark xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="Body"`,
      )
      return write({ ...honest, after: wrapped(honest.body), body: forged })
    },
  },
  {
    name: 'the Envelope has the id of the signed Body',
    build: (kit) => {
      const honest = letter(kit)
      const envelope = ` xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="Body"`
      return write({ ...honest, envelope, after: honest.body, body: nameless(kit) })
    },
  },
  {
    name: 'the Body is forged, and has the id',
    build: (kit) => write({ ...letter(kit), body: forgedBody(kit) }),
  },
  {
    name: 'the Body is forged, and nothing has the id',
    build: (kit) => write({ ...letter(kit), body: nameless(kit) }),
  },
]
