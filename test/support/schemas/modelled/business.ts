/** A business document after the manner of UBL: data types, basic and aggregate components, each in its namespace. */
import { Random } from '../../random.js'
import { type Flaw, type Modelled, schema } from './modelled.js'

const NAMES = [
  'Party',
  'Address',
  'Item',
  'Tax',
  'Delivery',
  'Payment',
  'Order',
  'Contract',
  'Price',
  'Period',
]
const KINDS = ['ID', 'Name', 'Code', 'Amount', 'Quantity', 'Date', 'Indicator', 'Note'] as const
type Kind = (typeof KINDS)[number]

const SAMPLE: Readonly<Record<Kind, (random: Random) => string>> = {
  ID: (random) => ` schemeID="s">${random.below(1_000_000)}`,
  Name: () => ' languageID="en">a name',
  Code: (random) => ` listID="codes">C${random.below(10)}`,
  Amount: (random) => ` currencyID="EUR">${random.below(10_000)}.${random.below(90) + 10}`,
  Quantity: (random) => ` unitCode="KGM">${random.below(100)}`,
  Date: (random) => `>20${10 + random.below(20)}-0${1 + random.below(9)}-1${random.below(10)}`,
  Indicator: (random) => `>${random.pick(['true', 'false'])}`,
  Note: () => '>a note\n of two lines',
}

const namespaceOf = (part: string) => `urn:example:business:${part}`
const declared = (parts: readonly string[]) =>
  parts.map((part) => `xmlns:${part}="${namespaceOf(part)}"`).join(' ')
const imported = (parts: readonly string[]) =>
  parts.map((part) => `<xs:import namespace="${namespaceOf(part)}" schemaLocation="${part}.xsd"/>`)
const headOf = (part: string, uses: readonly string[]) =>
  `targetNamespace="${namespaceOf(part)}" elementFormDefault="qualified" ${declared([part, ...uses])}`

/** @param size  how many types it has, about */
export function businessSchema(seed: number, size: number): Modelled {
  const random = new Random(seed)
  const basics = Array.from({ length: Math.floor(size / 2) }, (_, index) => {
    const kind = KINDS[index % KINDS.length] as Kind
    return { name: `${NAMES[index % NAMES.length]}${index}${kind}`, kind }
  })
  const count = size - basics.length - KINDS.length
  const aggregates = Array.from({ length: count }, (_, index) => {
    const fields = Array.from({ length: 3 + random.below(5) }, () => random.pick(basics))
    const own = fields.filter((one, at) => fields.indexOf(one) === at)
    return {
      name: `${NAMES[index % NAMES.length]}${index}`,
      own,
      child: index + 1 + random.below(8),
    }
  })
  const name = (index: number) => aggregates[index]?.name
  const files = {
    'doc.xsd': schema(headOf('doc', ['cbc', 'cac', 'ext']), [
      ...imported(['cbc', 'cac', 'ext']),
      '<xs:element name="Invoice" type="doc:InvoiceType"/>',
      `<xs:complexType name="InvoiceType"><xs:sequence><xs:element ref="ext:Extensions" minOccurs="0"/><xs:element ref="cbc:${basics[0]?.name}"/>`,
      ...aggregates
        .slice(0, 30)
        .map((one) => `<xs:element ref="cac:${one.name}" minOccurs="0" maxOccurs="unbounded"/>`),
      `</xs:sequence></xs:complexType>`,
    ]),
    'cac.xsd': schema(headOf('cac', ['cbc']), [
      ...imported(['cbc']),
      ...aggregates.flatMap((one) => [
        `<xs:element name="${one.name}" type="cac:${one.name}Type"/>`,
        `<xs:complexType name="${one.name}Type"><xs:annotation><xs:documentation>An aggregate.</xs:documentation></xs:annotation><xs:sequence>`,
        ...one.own.map(
          ({ name: field }, at) =>
            `<xs:element ref="cbc:${field}"${at === 0 ? '' : ' minOccurs="0"'}/>`,
        ),
        name(one.child)
          ? `<xs:element ref="cac:${name(one.child)}" minOccurs="0" maxOccurs="2"/>`
          : '',
        '</xs:sequence></xs:complexType>',
      ]),
    ]),
    'cbc.xsd': schema(headOf('cbc', ['udt']), [
      ...imported(['udt']),
      ...basics.flatMap(({ name: basic, kind }) => [
        `<xs:element name="${basic}" type="cbc:${basic}Type"/>`,
        `<xs:complexType name="${basic}Type"><xs:simpleContent><xs:extension base="udt:${kind}Type"/></xs:simpleContent></xs:complexType>`,
      ]),
    ]),
    'ext.xsd': schema(headOf('ext', []), [
      '<xs:element name="Extensions"><xs:complexType><xs:sequence><xs:any namespace="##other" processContents="skip" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>',
    ]),
    'udt.xsd': schema(headOf('udt', []), KINDS.map(dataType)),
  }
  const basic = ({ name: field, kind }: { readonly name: string; readonly kind: Kind }) =>
    `<cbc:${field}${SAMPLE[kind](random)}</cbc:${field}>`
  const aggregate = (index: number): string => {
    const one = aggregates[index]
    if (!one) return ''
    const fields = one.own.filter((_, at) => at === 0 || random.chance(0.6)).map(basic)
    return `<cac:${one.name}>${fields.join('')}${aggregate(one.child)}</cac:${one.name}>`
  }
  const first = basics[0] as (typeof basics)[number]
  const body = aggregates.slice(0, 30).map((_, index) => aggregate(index))
  const valid = `<doc:Invoice ${declared(['doc', 'cbc', 'cac', 'ext'])}><ext:Extensions><a xmlns="urn:any"><b/></a></ext:Extensions>${basic(first)}${body.join('\n')}</doc:Invoice>`
  return { name: `business ${seed}`, files, valid, flaws: flawsOf(first.name) }
}

function dataType(kind: Kind): string {
  const [base, attribute] = DATA[kind]
  const inside =
    attribute && `<xs:attribute name="${attribute[0]}" type="xs:${attribute[1]}"${attribute[2]}/>`
  return `<xs:complexType name="${kind}Type"><xs:simpleContent><xs:extension base="xs:${base}">${inside ?? ''}</xs:extension></xs:simpleContent></xs:complexType>`
}

type Attribute = readonly [name: string, type: string, more: string]
const DATA: Readonly<Record<Kind, readonly [base: string, attribute: Attribute | undefined]>> = {
  ID: ['normalizedString', ['schemeID', 'normalizedString', '']],
  Name: ['string', ['languageID', 'language', '']],
  Code: ['normalizedString', ['listID', 'normalizedString', '']],
  Amount: ['decimal', ['currencyID', 'normalizedString', ' use="required"']],
  Quantity: ['decimal', ['unitCode', 'normalizedString', '']],
  Date: ['date', undefined],
  Indicator: ['boolean', undefined],
  Note: ['string', ['languageID', 'language', '']],
}

const flawsOf = (first: string): readonly Flaw[] => [
  {
    what: 'the required element is missing',
    from: new RegExp(`<cbc:${first}[\\s\\S]*?</cbc:${first}>`),
    to: '',
  },
  { what: 'an amount has no currency', from: / currencyID="EUR"/, to: '' },
  { what: 'an amount is no number', from: / currencyID="EUR">/, to: ' currencyID="EUR">x' },
  { what: 'a component is not declared', from: '</doc:Invoice>', to: '<cac:None/></doc:Invoice>' },
  {
    what: 'a component stands in another namespace',
    from: /<cac:(\w+)>/,
    to: '<cac:$1><doc:Invoice/>',
  },
  {
    what: 'there are two extensions',
    from: '<ext:Extensions>',
    to: '<ext:Extensions><a xmlns="urn:a"/></ext:Extensions><ext:Extensions>',
  },
  {
    what: 'an extension is of its own namespace',
    from: '<a xmlns="urn:any">',
    to: '<ext:Extensions/><a xmlns="urn:any">',
  },
  { what: 'there is text between elements', from: '</doc:Invoice>', to: 'text</doc:Invoice>' },
]
