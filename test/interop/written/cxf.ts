/** Contracts in the manner of CXF's samples: styles, headers, faults, several services, and every way to put a schema together. */
import type { Json, WrittenContract } from './contract.js'
import {
  element,
  namespaceOf,
  pair,
  schema,
  sequence,
  simple,
  type WrittenService,
  wrapped,
  wsdl,
} from './wsdl.js'

const STRING = (name: string, more = '') => element(name, 'xs:string', more)
const greeting = pair('greetMe', STRING('name') + element('times', 'xs:int'))
const GREET: Readonly<Record<string, Json>> = { name: 'Ada é', times: 2 }

const hello = simple(
  'hello',
  greeting,
  { greetMe: GREET },
  { more: { greetMe: { soapAction: 'urn:greet' } } },
)

const versions = simple(
  'versions',
  greeting,
  { greetMe: GREET },
  { service: { soap: ['1.1', '1.2'] } },
)

/** Names of children without a namespace. */
const unqualified = simple(
  'unqualified',
  greeting.replaceAll('<xs:element name="name"', '<xs:element form="unqualified" name="name"'),
  { greetMe: GREET },
)

const person = (name: string) => `<xs:element name="${name}" type="t:Person"/>`

/** The part is a type of its own, no wrapper. */
const bare: WrittenContract = {
  name: 'bare',
  files: {
    'service.wsdl': wsdl(
      'bare',
      schema(
        'bare',
        `<xs:complexType name="Person"><xs:sequence>${STRING('name')}${element('born', 'xs:date')}</xs:sequence><xs:attribute name="id" type="xs:long"/></xs:complexType>${person('in')}${person('out')}<xs:element name="number" type="xs:int"/>`,
      ),
      {
        Bare: {
          operations: [
            {
              name: 'store',
              request: { in: 'element="t:in"' },
              answer: { out: 'element="t:out"' },
            },
          ],
        },
      },
    ),
  },
  calls: [{ operation: 'store', values: { id: 7, name: 'Ada', born: '1815-12-10' } }],
}

const rpcTypes = schema(
  'rpc',
  `<xs:complexType name="Point"><xs:sequence>${element('x', 'xs:double')}${element('y', 'xs:double')}</xs:sequence></xs:complexType>`,
)
const rpcParts = { at: 'type="t:Point"', label: 'type="xs:string"' }
const rpc: WrittenContract = {
  name: 'rpc',
  files: {
    'service.wsdl': wsdl('rpc', rpcTypes, {
      Points: {
        style: 'rpc',
        operations: [
          { name: 'put', request: rpcParts, answer: rpcParts },
          { name: 'note', request: { text: 'type="xs:string"' } },
        ],
      },
    }),
  },
  calls: [
    { operation: 'put', values: { at: { x: 1.5, y: -2 }, label: 'here' } },
    { operation: 'note', values: { text: 'one-way' }, answer: null },
  ],
}

/** Two services that have an operation of one name. */
const orders: WrittenService = { operations: [wrapped('find'), wrapped('count')] }
const several: WrittenContract = {
  name: 'several',
  files: {
    'service.wsdl': wsdl(
      'several',
      schema(
        'several',
        pair('find', STRING('id') + STRING('kind')) +
          pair('count', STRING('kind') + element('most', 'xs:int')),
      ),
      { Orders: orders, Parts: { ...orders, soap: ['1.2'] } },
    ),
  },
  calls: ['Orders', 'Parts'].flatMap((service) => [
    { service, operation: 'find', values: { id: '1', kind: service } },
    { service, operation: 'count', values: { kind: service, most: 3 } },
  ]),
}

const headers: WrittenContract = {
  ...simple(
    'headers',
    `${greeting}<xs:element name="Session">${sequence(STRING('id'))}</xs:element>`,
    { greetMe: GREET },
    { more: { greetMe: { headers: ['t:Session'] } } },
  ),
  calls: [{ operation: 'greetMe', values: GREET, headers: { parameters: { id: 's1' } } }],
}

const faults: WrittenContract = {
  ...simple(
    'faults',
    `${greeting}<xs:element name="NoSuchCode" type="xs:string"/>`,
    { greetMe: GREET },
    { more: { greetMe: { faults: ['t:NoSuchCode'] } } },
  ),
  calls: [
    { operation: 'greetMe', values: GREET },
    { operation: 'greetMe', values: { ...GREET, name: 'refuse' }, fault: 'NoSuchCode' },
  ],
}

/** Schemas of one `types` that import each other and say no location. */
const unlocated: WrittenContract = {
  name: 'unlocated',
  files: {
    'service.wsdl': wsdl(
      'unlocated',
      schema(
        'unlocated-types',
        `<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}\\d{3}"/></xs:restriction></xs:simpleType>`,
      ) +
        schema(
          'unlocated',
          `<xs:import namespace="${namespaceOf('unlocated-types')}"/>${pair('check', element('code', 'c:Code') + element('strict', 'xs:boolean'))}`,
          `xmlns:c="${namespaceOf('unlocated-types')}"`,
        ),
      { Codes: { operations: [wrapped('check')] } },
    ),
  },
  calls: [{ operation: 'check', values: { code: 'AB123', strict: true } }],
}

/** A schema without a namespace, which gets that of who includes it. */
const chameleon: WrittenContract = {
  name: 'chameleon',
  files: {
    'service.wsdl': wsdl(
      'chameleon',
      schema(
        'chameleon',
        `<xs:include schemaLocation="common/types.xsd"/>${pair('ship', element('to', 't:Address') + STRING('by'))}`,
      ),
      { Shipping: { operations: [wrapped('ship')] } },
    ),
    'common/types.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"><xs:include schemaLocation="country.xsd"/><xs:complexType name="Address"><xs:sequence>${STRING('street')}${element('country', 'Country')}</xs:sequence></xs:complexType></xs:schema>`,
    'common/country.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:simpleType name="Country"><xs:restriction base="xs:string"><xs:length value="2"/></xs:restriction></xs:simpleType></xs:schema>',
  },
  calls: [{ operation: 'ship', values: { to: { street: 'Way 1', country: 'AT' }, by: 'rail' } }],
}

const nillable = simple(
  'nillable',
  `<xs:complexType name="Line"><xs:sequence>${STRING('item')}</xs:sequence></xs:complexType>${pair('keep', `${STRING('a', 'nillable="true"')}${element('n', 'xs:int', 'nillable="true"')}${element('line', 't:Line', 'nillable="true"')}${element('all', 'xs:int', 'nillable="true" maxOccurs="unbounded"')}`)}`,
  { keep: { a: { $nil: true }, n: { $nil: true }, line: { $nil: true }, all: [1, 2] } },
)

const choice = simple(
  'choice',
  pair(
    'pay',
    `<xs:choice>${STRING('card')}<xs:sequence>${STRING('iban')}${STRING('bic', 'minOccurs="0"')}</xs:sequence></xs:choice>${element('cents', 'xs:long')}`,
  ),
  { pay: { iban: 'AT00', bic: 'X', cents: 9_007_199_254 } },
)

const shapes = `<xs:complexType name="Shape" abstract="true"><xs:sequence>${STRING('name')}</xs:sequence></xs:complexType>${['Circle', 'Square'].map((one, at) => `<xs:complexType name="${one}"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence>${element(at === 0 ? 'radius' : 'side', 'xs:decimal')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`).join('')}`
const CIRCLE = { $type: `{${namespaceOf('extension')}}Circle`, name: 'c', radius: '1.50' }

/** An abstract type, in whose place another one stands. */
const extension = simple(
  'extension',
  shapes + pair('draw', element('shape', 't:Shape', 'maxOccurs="unbounded"') + STRING('on')),
  {
    draw: {
      shape: [CIRCLE, { $type: `{${namespaceOf('extension')}}Square`, name: 's', side: '2' }],
      on: 'paper',
    },
  },
)

/** A head, and the members that stand in its place. */
const substitution = simple(
  'substitution',
  `<xs:element name="animal" type="xs:string"/><xs:element name="cat" type="xs:string" substitutionGroup="t:animal"/>${pair('feed', `<xs:element ref="t:animal"/>${STRING('with')}`)}`,
  { feed: { animal: 'Tom', with: 'fish' } },
)

const mtom = simple(
  'mtom',
  pair(
    'upload',
    `${STRING('name')}<xs:element name="data" type="xs:base64Binary" xmime:expectedContentTypes="application/octet-stream" xmlns:xmime="http://www.w3.org/2005/05/xmlmime"/>`,
  ),
  { upload: { name: 'a.bin', data: { $bytes: 'some bytes' } } },
)

const oneWay: WrittenContract = {
  name: 'one-way',
  files: {
    'service.wsdl': wsdl(
      'one-way',
      schema('one-way', `<xs:element name="note">${sequence(STRING('text'))}</xs:element>`),
      {
        Notes: {
          operations: [
            { name: 'note', request: { in: 'element="t:note"' }, soapAction: 'urn:note' },
          ],
        },
      },
    ),
  },
  calls: [{ operation: 'note', values: { text: 'x' }, answer: null }],
}

const simpleTypes = simple(
  'simple-types',
  `<xs:simpleType name="Size"><xs:union memberTypes="xs:int t:Word"/></xs:simpleType><xs:simpleType name="Word"><xs:restriction base="xs:string"><xs:enumeration value="small"/><xs:enumeration value="large"/></xs:restriction></xs:simpleType><xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string" default="EUR"/></xs:extension></xs:simpleContent></xs:complexType>${pair('offer', element('size', 't:Word') + element('price', 't:Price') + element('at', 'xs:dateTime') + element('raw', 'xs:hexBinary'))}`,
  {
    offer: {
      size: 'small',
      price: { _value_1: '9.90', currency: 'CHF' },
      at: '2024-02-29T12:00:00+00:00',
      raw: '0aff',
    },
  },
)

const groups = simple(
  'groups',
  `<xs:group name="Names"><xs:sequence>${STRING('first')}${STRING('last')}</xs:sequence></xs:group><xs:attributeGroup name="Marks"><xs:attribute name="lang" type="xs:language"/><xs:attribute name="version" type="xs:int" use="required"/></xs:attributeGroup><xs:complexType name="Author"><xs:group ref="t:Names"/><xs:attributeGroup ref="t:Marks"/></xs:complexType>${pair('write', element('by', 't:Author') + STRING('title'))}`,
  { write: { by: { first: 'Ada', last: 'L', lang: 'en', version: 1 }, title: 'Notes' } },
)

const recursive = simple(
  'recursive',
  `<xs:complexType name="Node"><xs:sequence>${STRING('name')}${element('node', 't:Node', 'minOccurs="0" maxOccurs="unbounded"')}</xs:sequence></xs:complexType>${pair('plant', element('root', 't:Node') + element('deep', 'xs:int'))}`,
  { plant: { root: { name: 'a', node: [{ name: 'b', node: [{ name: 'c' }] }] }, deep: 3 } },
)

/** `xs:all`, and a message that holds nothing. */
const empty = simple(
  'empty',
  `${['', 'Response'].map((end) => `<xs:element name="ping${end}"><xs:complexType/></xs:element>`).join('')}<xs:element name="set"><xs:complexType><xs:all>${STRING('a')}${element('b', 'xs:int', 'minOccurs="0"')}</xs:all></xs:complexType></xs:element><xs:element name="setResponse"><xs:complexType><xs:all>${STRING('a')}${element('b', 'xs:int', 'minOccurs="0"')}</xs:all></xs:complexType></xs:element>`,
  { ping: {}, set: { a: 'x', b: 2 } },
)

export const CXF: readonly WrittenContract[] = [
  hello,
  versions,
  unqualified,
  bare,
  rpc,
  several,
  headers,
  faults,
  unlocated,
  chameleon,
  nillable,
  choice,
  extension,
  substitution,
  mtom,
  oneWay,
  simpleTypes,
  groups,
  recursive,
  empty,
]
