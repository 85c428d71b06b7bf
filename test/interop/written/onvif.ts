/** Contracts in the manner of ONVIF: devices whose types are open for what comes later, over many documents. */
import type { WrittenContract } from './contract.js'
import {
  bound,
  element,
  interfaceOf,
  namespaceOf,
  pair,
  schema,
  sequence,
  simple,
  wrapped,
  wsdl,
} from './wsdl.js'

const ANY = '<xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>'
const OTHER =
  '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>'
const ATTRIBUTES = '<xs:anyAttribute processContents="lax"/>'
const TOKEN = '<xs:attribute name="token" type="xs:string" use="required"/>'
const V12 = { soap: ['1.2'] } as const
const UNKNOWN = { $xml: '<v:Vendor xmlns:v="urn:example:vendor" v:at="2">more</v:Vendor>' }

const type = (name: string, inside: string, more = '') =>
  `<xs:complexType name="${name}"><xs:sequence>${inside}</xs:sequence>${more}</xs:complexType>`

/** Wildcards behind the elements of open types, and attributes that nobody declares. */
const capabilities = simple(
  'capabilities',
  type(
    'Device',
    element('XAddr', 'xs:anyURI') + element('Zones', 'xs:int', 'minOccurs="0"') + ANY,
    ATTRIBUTES,
  ) +
    pair('GetCapabilities', `${element('Category', 'xs:string')}${element('Device', 't:Device')}`),
  {
    GetCapabilities: {
      Category: 'All',
      Device: { XAddr: 'http://device.example/onvif', Zones: 4, _value_1: [UNKNOWN] },
    },
  },
  { service: V12 },
)

/** An element beside a wildcard that takes it as well: no schema of XSD 1.0, and what every ONVIF type has. */
const extensions = simple(
  'extensions',
  type('More', ANY, ATTRIBUTES) +
    type(
      'Imaging',
      `${element('Brightness', 'xs:float', 'minOccurs="0"')}${element('Extension', 't:More', 'minOccurs="0"')}${ANY}`,
      ATTRIBUTES,
    ) +
    pair('SetImaging', `${element('VideoSource', 'xs:token')}${element('Settings', 't:Imaging')}`),
  {
    SetImaging: {
      VideoSource: 'source_1',
      Settings: { Brightness: 0.5, Extension: { _value_1: [UNKNOWN] } },
    },
  },
  { service: V12 },
)

const common = schema(
  'common',
  type(
    'Profile',
    `${element('Name', 'xs:string')}${element('Bounds', 't:Bounds', 'minOccurs="0"')}`,
    TOKEN,
  ) +
    '<xs:complexType name="Bounds"><xs:attribute name="x" type="xs:int" use="required"/><xs:attribute name="y" type="xs:int" use="required"/></xs:complexType>' +
    '<xs:simpleType name="Ints"><xs:list itemType="xs:int"/></xs:simpleType>',
)
const device = namespaceOf('common')

/** Documents that import each other over two steps, in folders of their own. */
const media: WrittenContract = {
  name: 'media',
  files: {
    'wsdl/media.wsdl': wsdl(
      'media',
      `<xs:schema><xs:import namespace="${namespaceOf('media')}" schemaLocation="../types/media.xsd"/></xs:schema>`,
      { Media: { operations: [wrapped('GetProfiles'), wrapped('SetRates')], ...V12 } },
    ),
    'types/media.xsd': schema(
      'media',
      `<xs:import namespace="${device}" schemaLocation="common.xsd"/>${pair('GetProfiles', element('Configuration', 'xs:string') + element('Profiles', 'c:Profile', 'maxOccurs="unbounded"'))}${pair('SetRates', element('Rates', 'c:Ints') + element('Profile', 'c:Profile'))}`,
      `xmlns:c="${device}"`,
    ),
    'types/common.xsd': common,
  },
  calls: [
    {
      operation: 'GetProfiles',
      values: {
        Configuration: 'all',
        Profiles: [
          { token: 'a', Name: 'main', Bounds: { x: 1, y: 2 } },
          { token: 'b', Name: 'sub' },
        ],
      },
    },
    { operation: 'SetRates', values: { Rates: [5, 25], Profile: { token: 'a', Name: 'main' } } },
  ],
}

/** Endpoint references, whose schema stands on the network only, and topics that may hold anything. */
const events: WrittenContract = {
  name: 'events',
  files: {
    'service.wsdl': wsdl(
      'events',
      schema(
        'events',
        `<xs:import namespace="http://www.w3.org/2005/08/addressing" schemaLocation="http://www.w3.org/2005/08/addressing/ws-addr.xsd"/>${type('Filter', ANY)}${pair('Subscribe', `<xs:element name="Consumer" type="a:EndpointReferenceType"/>${element('Filter', 't:Filter')}`)}`,
        'xmlns:a="http://www.w3.org/2005/08/addressing"',
      ),
      {
        Events: {
          operations: [wrapped('Subscribe', { action: 'urn:example:written:events/Subscribe' })],
          ...V12,
        },
      },
    ),
  },
  calls: [
    {
      operation: 'Subscribe',
      values: {
        Consumer: { Address: { _value_1: 'http://client.example/in' } },
        Filter: { _value_1: [UNKNOWN] },
      },
    },
  ],
}

/** An abstract contract in one document, bound in another one. */
const operations = [wrapped('Move'), wrapped('Stop')]
const ptz: WrittenContract = {
  name: 'ptz',
  files: {
    'bound.wsdl': `<?xml version="1.0"?><w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:t="${namespaceOf('ptz')}" targetNamespace="${namespaceOf('ptz')}"><w:import namespace="${namespaceOf('ptz')}" location="ptz.wsdl"/>${bound('ptz', 'Ptz', { operations, ...V12 })}</w:definitions>`,
    'ptz.wsdl': `<?xml version="1.0"?><w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" xmlns:t="${namespaceOf('ptz')}" targetNamespace="${namespaceOf('ptz')}"><w:types>${schema('ptz', `${type('Vector', `${element('Pan', 'xs:float')}${element('Tilt', 'xs:float')}${OTHER}`, '<xs:attribute name="space" type="xs:anyURI"/>')}${pair('Move', element('Profile', 'xs:token') + element('Velocity', 't:Vector') + element('Timeout', 'xs:duration', 'minOccurs="0"'))}${pair('Stop', element('PanTilt', 'xs:boolean') + element('Zoom', 'xs:boolean', 'minOccurs="0"'))}`)}</w:types>${interfaceOf('Ptz', { operations })}</w:definitions>`,
  },
  calls: [
    {
      operation: 'Move',
      values: {
        Profile: 'a',
        Velocity: { Pan: 0.25, Tilt: -1, space: 'urn:example:space', _value_1: [UNKNOWN] },
      },
    },
    { operation: 'Stop', values: { PanTilt: true, Zoom: false } },
  ],
}

/** Items of name and value, and items whose content is any element. */
const analytics = simple(
  'analytics',
  `<xs:complexType name="Items"><xs:sequence><xs:element name="Simple" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:attribute name="Name" type="xs:string" use="required"/><xs:attribute name="Value" type="xs:anySimpleType" use="required"/></xs:complexType></xs:element><xs:element name="Element" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:any namespace="##any" processContents="lax"/></xs:sequence><xs:attribute name="Name" type="xs:string" use="required"/></xs:complexType></xs:element></xs:sequence></xs:complexType>${pair('CreateRules', element('Token', 'xs:string') + element('Parameters', 't:Items'))}`,
  {
    CreateRules: {
      Token: 'x',
      Parameters: {
        Simple: [{ Name: 'Sensitivity', Value: '80' }],
        Element: [{ Name: 'Field', _value_1: UNKNOWN }],
      },
    },
  },
  { service: V12 },
)

/** Enumerations, ranges, and types that extend others over three levels. */
const recording = simple(
  'recording',
  `<xs:simpleType name="Mode"><xs:restriction base="xs:string"><xs:enumeration value="Idle"/><xs:enumeration value="Active"/></xs:restriction></xs:simpleType>${type('Entity', '', TOKEN)}${extended('Job', 'Entity', element('Mode', 't:Mode') + element('Priority', 't:Priority'))}${extended('Planned', 'Job', `${element('At', 'xs:dateTime', 'minOccurs="0"')}${ANY}`)}<xs:simpleType name="Priority"><xs:restriction base="xs:int"><xs:minInclusive value="0"/><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType>${pair('CreateJob', element('Recording', 'xs:string') + element('Job', 't:Planned'))}`,
  {
    CreateJob: {
      Recording: 'r',
      Job: { token: 'j', Mode: 'Active', Priority: 9, _value_1: [UNKNOWN] },
    },
  },
  { service: V12 },
)

/** A wildcard at both ends, and an attribute of any name that is kept. */
const metadata = simple(
  'metadata',
  `<xs:element name="Message">${sequence(`${element('Source', 'xs:string')}${ANY}`, '<xs:attribute name="UtcTime" type="xs:string" use="required"/>')}</xs:element>${pair('Stream', `<xs:element ref="t:Message" maxOccurs="unbounded"/>${element('Last', 'xs:boolean')}`)}`,
  {
    Stream: {
      Message: [{ UtcTime: 'now', Source: 'a', _value_1: [UNKNOWN, UNKNOWN] }],
      Last: true,
    },
  },
  { service: V12 },
)

function extended(name: string, base: string, inside: string): string {
  return `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:${base}"><xs:sequence>${inside}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`
}

export const ONVIF: readonly WrittenContract[] = [
  capabilities,
  extensions,
  media,
  events,
  ptz,
  analytics,
  recording,
  metadata,
]
