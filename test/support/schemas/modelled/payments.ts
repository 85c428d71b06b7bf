/** Messages after the manner of ISO 20022: one namespace, short names, choices of identifications, bounded texts and amounts. */
import { Random } from '../../random.js'
import { type Flaw, type Modelled, schema } from './modelled.js'

const TEXTS = [16, 34, 35, 70, 105, 140, 350] as const

/** @param size  how many component types it has */
export function paymentSchema(seed: number, size: number): Modelled {
  const random = new Random(seed)
  const namespace = `urn:example:payments:${seed}`
  const components = Array.from({ length: size }, (_, index) => ({
    name: `Component${index}`,
    texts: Array.from({ length: 1 + random.below(4) }, () => random.pick(TEXTS)),
    amount: random.chance(0.4),
    choice: random.chance(0.3),
    inner: index + 1 + random.below(6),
  }))
  const types = components.map(({ name, texts, amount, choice, inner }) => {
    const fields = texts.map(
      (length, at) =>
        `<xs:element maxOccurs="1" minOccurs="${choice ? 1 : at % 2}" name="Txt${at}" type="Max${length}Text"/>`,
    )
    const amounts = amount ? '<xs:element name="Amt" type="ActiveCurrencyAndAmount"/>' : ''
    const below = components[inner]
      ? `<xs:element maxOccurs="unbounded" minOccurs="${choice ? 1 : 0}" name="Sub" type="Component${inner}"/>`
      : ''
    const kind = choice ? 'choice' : 'sequence'
    return `<xs:complexType name="${name}"><xs:${kind}>${fields.join('')}${amounts}${below}</xs:${kind}></xs:complexType>`
  })
  const files = {
    'message.xsd': schema(
      `targetNamespace="${namespace}" xmlns="${namespace}" elementFormDefault="qualified"`,
      [
        '<xs:element name="Document" type="Document"/>',
        `<xs:complexType name="Document"><xs:sequence><xs:element name="GrpHdr" type="GroupHeader"/>${components
          .slice(0, 12)
          .map(
            ({ name }) =>
              `<xs:element minOccurs="0" maxOccurs="unbounded" name="${name}" type="${name}"/>`,
          )
          .join(
            '',
          )}<xs:element name="SplmtryData" minOccurs="0" type="SupplementaryData"/></xs:sequence></xs:complexType>`,
        '<xs:complexType name="GroupHeader"><xs:sequence><xs:element name="MsgId" type="Max35Text"/><xs:element name="CreDtTm" type="ISODateTime"/><xs:element name="NbOfTxs" type="Max15NumericText"/><xs:element name="Acct" type="Account"/><xs:element name="Sts" type="Status"/></xs:sequence></xs:complexType>',
        '<xs:complexType name="Account"><xs:choice><xs:element name="IBAN" type="IBANIdentifier"/><xs:element name="BIC" type="BICIdentifier"/></xs:choice></xs:complexType>',
        '<xs:complexType name="SupplementaryData"><xs:sequence><xs:any namespace="##any" processContents="lax"/></xs:sequence></xs:complexType>',
        '<xs:complexType name="ActiveCurrencyAndAmount"><xs:simpleContent><xs:extension base="Amount"><xs:attribute name="Ccy" type="Currency" use="required"/></xs:extension></xs:simpleContent></xs:complexType>',
        '<xs:simpleType name="Amount"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/><xs:fractionDigits value="5"/><xs:totalDigits value="18"/></xs:restriction></xs:simpleType>',
        '<xs:simpleType name="Currency"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{3,3}"/></xs:restriction></xs:simpleType>',
        '<xs:simpleType name="ISODateTime"><xs:restriction base="xs:dateTime"/></xs:simpleType>',
        '<xs:simpleType name="Max15NumericText"><xs:restriction base="xs:string"><xs:pattern value="[0-9]{1,15}"/></xs:restriction></xs:simpleType>',
        '<xs:simpleType name="IBANIdentifier"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2,2}[0-9]{2,2}[a-zA-Z0-9]{1,30}"/></xs:restriction></xs:simpleType>',
        '<xs:simpleType name="BICIdentifier"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{6,6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3,3}){0,1}"/></xs:restriction></xs:simpleType>',
        `<xs:simpleType name="Status"><xs:restriction base="xs:string">${['ACCP', 'PDNG', 'RJCT'].map((code) => `<xs:enumeration value="${code}"/>`).join('')}</xs:restriction></xs:simpleType>`,
        ...TEXTS.map(
          (length) =>
            `<xs:simpleType name="Max${length}Text"><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="${length}"/></xs:restriction></xs:simpleType>`,
        ),
        ...types,
      ],
    ),
  }
  const write = (index: number): string => {
    const one = components[index]
    if (!one) return ''
    if (one.choice) return '<Txt0>a text</Txt0>'
    const texts = one.texts.map(
      (length, at) => `<Txt${at}>${'x'.repeat(1 + random.below(length))}</Txt${at}>`,
    )
    const amount = one.amount ? `<Amt Ccy="EUR">${random.below(1e9)}.12345</Amt>` : ''
    return `${texts.join('')}${amount}${components[one.inner] ? `<Sub>${write(one.inner)}</Sub>` : ''}`
  }
  const header =
    '<GrpHdr><MsgId>M-1</MsgId><CreDtTm>2024-02-29T12:00:00.5+01:00</CreDtTm><NbOfTxs>12</NbOfTxs><Acct><IBAN>DE02120300000000202051</IBAN></Acct><Sts>ACCP</Sts></GrpHdr>'
  const body = components
    .slice(0, 12)
    .map(({ name }, index) => `<${name}>${write(index)}</${name}>`)
  const valid = `<Document xmlns="${namespace}">${header}${body.join('\n')}<SplmtryData><any xmlns="urn:any" a="1"/></SplmtryData></Document>`
  return { name: `payments ${seed}`, files, valid, flaws: FLAWS }
}

const FLAWS: readonly Flaw[] = [
  { what: 'an IBAN is in small letters', from: 'DE02', to: 'de02' },
  { what: 'a text is empty', from: 'M-1', to: '' },
  { what: 'a text is too long', from: 'M-1', to: 'M'.repeat(36) },
  { what: 'there is no such day', from: '2024-02-29', to: '2023-02-29' },
  { what: 'a code is not in the list', from: 'ACCP', to: 'accp' },
  { what: 'both of a choice are there', from: '</IBAN>', to: '</IBAN><BIC>ABCDEFGH</BIC>' },
  {
    what: 'the order is another',
    from: /(<MsgId>.*<\/MsgId>)(<CreDtTm>.*<\/CreDtTm>)/,
    to: '$2$1',
  },
  { what: 'a number has too many digits', from: '<NbOfTxs>12', to: '<NbOfTxs>1234567890123456' },
  { what: 'two elements are supplementary', from: '</SplmtryData>', to: '<b/></SplmtryData>' },
  { what: 'an attribute is not declared', from: '<GrpHdr>', to: '<GrpHdr a="1">' },
]
