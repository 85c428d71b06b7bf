/** Contracts with what tools write more seldom: parts of one message, schemas that are put together in odd ways, what XSD 1.0 does not allow. */
import type { WrittenContract } from './contract.js'
import { element, namespaceOf, pair, schema, sequence, simple, wrapped, wsdl } from './wsdl.js'

const STRING = (name: string, more = '') => element(name, 'xs:string', more)
const ASK = pair('ask', STRING('question') + element('times', 'xs:int'))
const VALUES = { question: 'why?', times: 3 }

/** The header block is another part of the message that the Body has one part of. */
const parts: WrittenContract = {
  name: 'parts',
  files: {
    'service.wsdl': wsdl(
      'parts',
      schema('parts', `${ASK}<xs:element name="Ticket" type="xs:string"/>`),
      {
        Service: {
          operations: [
            {
              ...wrapped('ask'),
              request: { parameters: 'element="t:ask"', ticket: 'element="t:Ticket"' },
            },
          ],
        },
      },
    ).replace(
      '<w:input><s:body use="literal"/>',
      '<w:input><s:body parts="parameters" use="literal"/><s:header message="t:Service.ask" part="ticket" use="literal"/>',
    ),
  },
  calls: [{ operation: 'ask', values: VALUES, headers: { ticket: 'T1' } }],
}

/** The schema imports its own namespace, has a text in it, and one declaration twice. */
const code =
  '<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>'
const lenient: WrittenContract = {
  name: 'lenient',
  files: {
    'service.wsdl': wsdl(
      'lenient',
      schema(
        'lenient',
        `<xs:import namespace="${namespaceOf('lenient')}"/>stray${pair('keep', element('code', 't:Code') + STRING('by'))}${code}`,
      ) + schema('lenient', code),
      { Service: { operations: [wrapped('keep')] } },
    ),
  },
  calls: [{ operation: 'keep', values: { code: 'abc', by: 'me' } }],
}

/** Two documents that import each other. */
const circle: WrittenContract = {
  name: 'circle',
  files: {
    'service.wsdl': wsdl(
      'circle',
      `<xs:schema><xs:import namespace="${namespaceOf('circle')}" schemaLocation="a.xsd"/></xs:schema>`,
      { Service: { operations: [wrapped('turn')] } },
    ),
    'a.xsd': schema(
      'circle',
      `<xs:import namespace="${namespaceOf('circle-b')}" schemaLocation="b.xsd"/><xs:complexType name="A"><xs:sequence>${STRING('a')}${element('b', 'b:B', 'minOccurs="0"')}</xs:sequence></xs:complexType>${pair('turn', element('a', 't:A') + STRING('by'))}`,
      `xmlns:b="${namespaceOf('circle-b')}"`,
    ),
    'b.xsd': schema(
      'circle-b',
      `<xs:import namespace="${namespaceOf('circle')}" schemaLocation="a.xsd"/><xs:complexType name="B"><xs:sequence>${STRING('b')}${element('a', 'a:A', 'minOccurs="0"')}</xs:sequence></xs:complexType>`,
      `xmlns:a="${namespaceOf('circle')}"`,
    ),
  },
  calls: [{ operation: 'turn', values: { a: { a: '1', b: { b: '2', a: { a: '3' } } }, by: 'x' } }],
}

/** A restriction of a complex type, and one of simple content. */
const restriction = simple(
  'restriction',
  `<xs:complexType name="Wide"><xs:sequence>${STRING('a', 'minOccurs="0"')}${STRING('b', 'minOccurs="0"')}</xs:sequence><xs:attribute name="n" type="xs:int"/></xs:complexType><xs:complexType name="Narrow"><xs:complexContent><xs:restriction base="t:Wide"><xs:sequence>${STRING('a')}</xs:sequence><xs:attribute name="n" type="xs:int" use="required"/></xs:restriction></xs:complexContent></xs:complexType>${pair('fit', element('narrow', 't:Narrow') + element('wide', 't:Wide'))}`,
  { fit: { narrow: { a: 'x', n: 1 }, wide: { b: 'y' } } },
)

/** Attributes with a namespace of their own, and `xml:lang` by an import without a location. */
const attributes = simple(
  'attributes',
  `<xs:import namespace="http://www.w3.org/XML/1998/namespace"/><xs:attribute name="mark" type="xs:token"/><xs:complexType name="Text"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute ref="xml:lang"/><xs:attribute ref="t:mark" use="required"/></xs:extension></xs:simpleContent></xs:complexType>${pair('say', element('text', 't:Text') + STRING('to'))}`,
  { say: { text: { _value_1: 'Grüß Gott', lang: 'de', mark: 'm' }, to: 'all' } },
  { attributes: 'attributeFormDefault="qualified"' },
)

/** An element that is declared, in a wildcard. */
const existing: WrittenContract = {
  ...simple(
    'known',
    `<xs:element name="Note">${sequence(STRING('text') + element('at', 'xs:int'))}</xs:element>${pair('wrap', `${STRING('id')}<xs:any namespace="##targetNamespace" processContents="strict"/>`)}`,
    { wrap: {} },
  ),
  calls: [
    {
      operation: 'wrap',
      values: {
        id: 'x',
        _value_1: {
          $xml: `<n:Note xmlns:n="${namespaceOf('known')}"><n:text>t</n:text><n:at>1</n:at></n:Note>`,
        },
      },
      answer: { id: 'x', _value_1: { text: 't', at: 1 } },
    },
  ],
}

/** Keys that are unique. */
const keys = simple(
  'keys',
  ['', 'Response']
    .map(
      (end) =>
        `<xs:element name="file${end}">${sequence(`<xs:element name="row" maxOccurs="unbounded"><xs:complexType><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType></xs:element>${STRING('by')}`)}<xs:unique name="rows${end}"><xs:selector xpath="t:row"/><xs:field xpath="@id"/></xs:unique></xs:element>`,
    )
    .join(''),
  { file: { row: [{ id: 1 }, { id: 2 }], by: 'x' } },
)

/** A message without parts: an empty Body, in both versions. */
const nothing: WrittenContract = {
  name: 'nothing',
  files: {
    'service.wsdl': wsdl('nothing', schema('nothing', '<xs:element name="now" type="xs:int"/>'), {
      Service: {
        operations: [{ name: 'wake', request: {}, answer: {}, soapAction: 'urn:wake' }],
        soap: ['1.1', '1.2'],
      },
    }),
  },
  calls: [{ operation: 'wake', values: {} }],
}

/** WSDL without a prefix for its own names. */
const unprefixed: WrittenContract = {
  name: 'unprefixed',
  files: {
    'service.wsdl': wsdl('unprefixed', schema('unprefixed', ASK), {
      Service: { operations: [wrapped('ask')] },
    })
      .replaceAll('<w:', '<')
      .replaceAll('</w:', '</')
      .replace('xmlns:w=', 'xmlns='),
  },
  calls: [{ operation: 'ask', values: VALUES }],
}

/** Parts of types, over both versions, with a header block. */
const rpcParts = { text: 'type="xs:string"', all: 'type="t:Texts"' }
const rpcBoth: WrittenContract = {
  name: 'rpc-both',
  files: {
    'service.wsdl': wsdl(
      'rpc-both',
      schema(
        'rpc-both',
        `<xs:complexType name="Texts"><xs:sequence>${STRING('text', 'maxOccurs="unbounded"')}</xs:sequence></xs:complexType><xs:element name="Mark" type="xs:int"/>`,
      ),
      {
        Service: {
          style: 'rpc',
          soap: ['1.1', '1.2'],
          operations: [{ name: 'join', request: rpcParts, answer: rpcParts, headers: ['t:Mark'] }],
        },
      },
    ),
  },
  calls: [
    {
      operation: 'join',
      values: { text: ',', all: { text: ['a', 'b'] } },
      headers: { parameters: 5 },
    },
  ],
}

export const OTHERS: readonly WrittenContract[] = [
  parts,
  lenient,
  circle,
  restriction,
  attributes,
  existing,
  keys,
  nothing,
  unprefixed,
  rpcBoth,
]
