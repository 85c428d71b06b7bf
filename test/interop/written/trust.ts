/** Contracts in the manner of WS-Trust: one open request for several actions, policies, and content of any type. */
import type { WrittenContract } from './contract.js'
import {
  element,
  namespaceOf,
  pair,
  schema,
  sequence,
  simple,
  type WrittenOperation,
  wsdl,
} from './wsdl.js'

const WST = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512'
const ANY = '<xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>'
const CLAIMS = {
  $xml: '<c:Claim xmlns:c="urn:example:claims" Uri="urn:example:role">admin</c:Claim>',
}
const OPEN = sequence(
  ANY,
  '<xs:attribute name="Context" type="xs:anyURI"/><xs:anyAttribute namespace="##other" processContents="lax"/>',
)

/** The schema of tokens that a service asks for, as open as the standard's. */
const tokens = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wst="${WST}" targetNamespace="${WST}" elementFormDefault="qualified"><xs:element name="RequestSecurityToken">${OPEN}</xs:element><xs:element name="RequestSecurityTokenResponse">${OPEN}</xs:element><xs:element name="RequestSecurityTokenResponseCollection">${sequence('<xs:element ref="wst:RequestSecurityTokenResponse" maxOccurs="unbounded"/>')}</xs:element></xs:schema>`

const requested = (name: string, answer = 'RequestSecurityTokenResponse'): WrittenOperation => ({
  name,
  request: { request: 'element="wst:RequestSecurityToken"' },
  answer: { response: `element="wst:${answer}"` },
  action: `${WST}/RST/${name}`,
  soapAction: `${WST}/RST/${name}`,
})
const trusted = (
  name: string,
  types: string,
  ...more: Parameters<typeof wsdl> extends [string, string, ...infer Rest] ? Rest : never
) => wsdl(name, types, ...more).replace('<w:definitions', `<w:definitions xmlns:wst="${WST}"`)
const TOKEN = {
  _value_1: [
    { $xml: `<wst:TokenType xmlns:wst="${WST}">urn:example:token</wst:TokenType>` },
    CLAIMS,
  ],
  Context: 'urn:example:context',
}

/** Three operations of one entry: the action alone tells them apart. */
const issuing: WrittenContract = {
  name: 'issuing',
  files: {
    'service.wsdl': trusted('issuing', tokens, {
      SecurityTokenService: {
        operations: ['Issue', 'Renew', 'Cancel'].map((name) => requested(name)),
      },
    }),
  },
  calls: ['Issue', 'Renew', 'Cancel'].map((operation) => ({ operation, values: TOKEN })),
}

/** The same over both versions of SOAP, in a document of types of its own. */
const both: WrittenContract = {
  name: 'both',
  files: {
    'service.wsdl': trusted(
      'both',
      `<xs:schema><xs:import namespace="${WST}" schemaLocation="ws-trust.xsd"/></xs:schema>`,
      { SecurityTokenService: { operations: [requested('Validate')], soap: ['1.1', '1.2'] } },
    ),
    'ws-trust.xsd': tokens,
  },
  calls: [{ operation: 'Validate', values: TOKEN }],
}

const POLICY = `<wsp:Policy xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" u:Id="Addressed"><wsp:ExactlyOne><wsp:All><wsam:Addressing wsp:Optional="true"><wsp:Policy/></wsam:Addressing></wsp:All></wsp:ExactlyOne></wsp:Policy>`

/** A policy that a binding refers to: messages may be addressed. */
const addressed: WrittenContract = {
  name: 'addressed',
  files: {
    'service.wsdl': trusted(
      'addressed',
      tokens,
      {
        SecurityTokenService: {
          operations: [requested('Issue')],
          soap: ['1.2'],
          assertions: '<wsp:PolicyReference URI="#Addressed"/>',
        },
      },
      POLICY,
    ),
  },
  calls: [{ operation: 'Issue', values: TOKEN }],
}

/** `wsaw:UsingAddressing`, as contracts of before have it. */
const using: WrittenContract = {
  name: 'using',
  files: {
    'service.wsdl': trusted('using', tokens, {
      SecurityTokenService: {
        operations: [requested('Issue')],
        assertions: '<wsaw:UsingAddressing w:required="false"/>',
      },
    }),
  },
  calls: [{ operation: 'Issue', values: TOKEN }],
}

/** Content of any type, once declared so and once by no type at all. */
const anything = simple(
  'anything',
  pair(
    'Claim',
    `${element('Dialect', 'xs:anyURI')}${element('Value', 'xs:anyType')}<xs:element name="Other" minOccurs="0"/>`,
  ),
  { Claim: { Dialect: 'urn:example:dialect', Value: 'text', Other: 'more' } },
)

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'

/** An element of WS-Security, whose schema is known by its namespace alone. */
const references: WrittenContract = {
  name: 'references',
  files: {
    'service.wsdl': wsdl(
      'references',
      schema(
        'references',
        `<xs:import namespace="${WSSE}"/>${pair('Resolve', '<xs:element ref="s:SecurityTokenReference"/><xs:element name="Purpose" type="xs:string"/>')}`,
        `xmlns:s="${WSSE}"`,
      ),
      {
        Tokens: {
          operations: [
            {
              name: 'Resolve',
              request: { parameters: 'element="t:Resolve"' },
              answer: { parameters: 'element="t:ResolveResponse"' },
            },
          ],
        },
      },
    ),
  },
  calls: [
    {
      operation: 'Resolve',
      values: { SecurityTokenReference: { _value_1: [CLAIMS] }, Purpose: 'test' },
    },
  ],
}

/** Nested policies in the contract, which say nothing of the messages. */
const nested = simple(
  'nested',
  pair(
    'Ping',
    `${element('Origin', 'xs:string')}${element('Text', 'xs:string', 'maxOccurs="unbounded"')}`,
  ),
  { Ping: { Origin: 'here', Text: ['a', 'b'] } },
  {
    before: `<wsp:Policy Name="${namespaceOf('nested')}/policy"><wsp:ExactlyOne><wsp:All><wsp:Policy><wsp:All/></wsp:Policy></wsp:All></wsp:ExactlyOne></wsp:Policy>`,
    more: {
      Ping: {
        action: 'urn:example:written:nested/Ping',
        soapAction: 'urn:example:written:nested/Ping',
      },
    },
    service: { soap: ['1.2'] },
  },
)

export const TRUST: readonly WrittenContract[] = [
  issuing,
  both,
  addressed,
  using,
  anything,
  references,
  nested,
]
