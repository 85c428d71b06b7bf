/** Makes random types with random values of them, from a seed: every structure that a value can have. */
import type { Random } from '../random.js'

/** The text of a type, and an instance of it: attributes and content of an element. */
export interface TypeWithValue {
  /** The inside of `xs:element`, beside its name: a type. */
  readonly type: string
  readonly instance: (random: Random) => Instance
}

export interface Instance {
  readonly attributes: string
  readonly content: string
}

type Texts = (random: Random) => string

const digits = (random: Random, most: number) =>
  String(random.below(10 ** (1 + random.below(most))))
const word = (random: Random) => random.pick(['a', 'tea', 'x-1', 'ä€', '\u{1F600}', 'b.c'])
const pad = (value: number) => String(value).padStart(2, '0')

/** Built-in types, and texts of each. */
const BUILT_IN: Readonly<Record<string, Texts>> = {
  string: (random) => random.pick(['', ' a\tb ', '&lt;&amp;', '&#13;', word(random), 'true', '5']),
  token: word,
  boolean: (random) => random.pick(['true', 'false', '0', '1', ' 1 ']),
  int: (random) => random.pick(['', '-', '+']) + digits(random, 9),
  unsignedByte: (random) => String(random.below(256)),
  integer: (random) => random.pick(['', '-', '+00']) + digits(random, 9).repeat(4),
  long: (random) => `-${digits(random, 9)}`,
  decimal: (random) => `${digits(random, 9)}.${digits(random, 9)}`,
  double: (random) => random.pick(['INF', '-INF', 'NaN', '-0', '1e-7', `${digits(random, 9)}e3`]),
  float: (random) => `${digits(random, 3)}.5`,
  date: (random) => `2026-${pad(1 + random.below(12))}-${pad(1 + random.below(28))}`,
  dateTime: (random) =>
    `2026-11-22T${pad(random.below(24))}:00:00${random.pick(['', 'Z', '.5-01:00'])}`,
  duration: (random) => `P${digits(random, 3)}DT1S`,
  gYear: () => '2026',
  anyURI: (random) => `urn:x:${digits(random, 3)}`,
  base64Binary: (random) => Buffer.from(digits(random, 9)).toString('base64'),
  hexBinary: (random) => Buffer.from(digits(random, 9)).toString('hex').toUpperCase(),
  QName: (random) => random.pick(['u:a', 'xs:int', 'o:b', 'xsi:type']),
  NMTOKENS: (random) => random.pick(['a', 'a b', 'x-1 2  3']),
}

interface Simple {
  /** The inside of `xs:simpleType`, or the name of a built-in type. */
  readonly text: string
  readonly texts: Texts
}

function simple(random: Random, depth = 0): Simple {
  const [name, texts] = random.pick(Object.entries(BUILT_IN))
  const kind = random.below(depth > 1 ? 1 : 8)
  if (kind < 4) return { text: name, texts }
  if (kind === 4) {
    const item = atomic(random)
    const items: Texts = (one) => one.many(3, () => item.texts(one).trim() || 'a').join(' ')
    return { text: `<xs:list itemType="xs:${item.text}"/>`, texts: items }
  }
  if (kind === 5) {
    const members = [atomic(random), atomic(random), { text: 'NMTOKENS', texts: () => 'a b' }]
    return {
      text: `<xs:union memberTypes="${members.map(({ text }) => `xs:${text}`).join(' ')}"/>`,
      texts: (one) => one.pick(members).texts(one),
    }
  }
  if (kind === 6) {
    return {
      text: '<xs:restriction base="xs:int"><xs:pattern value="\\d{3}"/></xs:restriction>',
      texts: (one) => String(one.below(1000)).padStart(3, '0'),
    }
  }
  return {
    text: '<xs:restriction base="xs:boolean"><xs:pattern value="0|1"/></xs:restriction>',
    texts: (one) => one.pick(['0', '1']),
  }
}

/** A type without white space in its texts. */
function atomic(random: Random): Simple {
  const names = ['int', 'boolean', 'double', 'date', 'hexBinary', 'QName', 'integer', 'token']
  const name = random.pick(names)
  return { text: name, texts: BUILT_IN[name] ?? word }
}

/** `type="xs:int"`, or the type inside. */
function referTo({ text }: Simple): readonly [attribute: string, inside: string] {
  return text.startsWith('<')
    ? ['', `<xs:simpleType>${text}</xs:simpleType>`]
    : [` type="xs:${text}"`, '']
}

/** A particle: its text, and what it lets in. */
interface Part {
  readonly text: string
  readonly instance: Texts
}

/** Names are given once in a type, so that every content model is deterministic. */
class Names {
  #next = 0

  get next(): string {
    this.#next += 1
    return `e${this.#next}`
  }
}

function elementPart(random: Random, names: Names, depth: number): Part {
  const name = names.next
  const [min, max] = random.pick([
    [1, 1],
    [1, 1],
    [0, 1],
    [0, 3],
    [2, 3],
  ] as const)
  const { type, instance } = elementType(random, depth)
  const nillable = random.chance(0.2)
  const form = random.chance(0.2) ? ' form="unqualified"' : ''
  const prefix = form ? '' : 'u:'
  const one: Texts = (source) => {
    const { attributes, content } = instance(source)
    const nil = nillable && source.chance(0.3)
    return `<${prefix}${name}${nil ? ' xsi:nil="true"' : ''}${attributes}>${nil ? '' : content}</${prefix}${name}>`
  }
  const [, attribute = '', inside = ''] = /^( type="[^"]*")?([\s\S]*)$/.exec(type) ?? []
  return {
    text: `<xs:element name="${name}"${attribute}${form}${nillable ? ' nillable="true"' : ''} minOccurs="${min}" maxOccurs="${max}">${inside}</xs:element>`,
    instance: (source) => times(source, min, max, one),
  }
}

function times(random: Random, min: number, max: number, one: Texts): string {
  const count = min + random.below(max - min + 1)
  return Array.from({ length: count }, () => one(random)).join('')
}

function groupPart(random: Random, names: Names, depth: number): Part {
  const kind = random.pick(['sequence', 'sequence', 'choice'])
  const [min, max] = random.pick([
    [1, 1],
    [1, 1],
    [0, 1],
    [0, 3],
  ] as const)
  const parts = [
    part(random, names, depth + 1),
    ...random.many(3, () => part(random, names, depth + 1)),
  ]
  const one: Texts = (source) =>
    kind === 'choice'
      ? source.pick(parts).instance(source)
      : parts.map(({ instance }) => instance(source)).join('')
  return {
    text: `<xs:${kind} minOccurs="${min}" maxOccurs="${max}">${parts.map(({ text }) => text).join('')}</xs:${kind}>`,
    instance: (source) => times(source, min, max, one),
  }
}

function part(random: Random, names: Names, depth: number): Part {
  return depth < 3 && random.chance(0.3)
    ? groupPart(random, names, depth)
    : elementPart(random, names, depth + 1)
}

const FOREIGN = '<o:x xmlns:o="urn:o" y="1">z<o:w/></o:x>'

function elementType(random: Random, depth: number): TypeWithValue {
  if (depth > 3 || random.chance(0.5)) {
    const type = simple(random)
    const [attribute, inside] = referTo(type)
    return {
      type: attribute + inside,
      instance: (source) => ({ attributes: '', content: type.texts(source) }),
    }
  }
  return complexType(random, depth)
}

/** A complex type of any structure: attributes, simple, mixed and element content, wildcards. */
export function complexType(random: Random, depth = 0): TypeWithValue {
  const attributes = random
    .many(3, () => simple(random))
    .map((type, index) => {
      const [attribute, inside] = referTo(type)
      const required = random.chance(0.5)
      return {
        text: `<xs:attribute name="a${index}"${attribute}${required ? ' use="required"' : ''}>${inside}</xs:attribute>`,
        instance: (source: Random) =>
          required || source.chance(0.5)
            ? ` a${index}="${type.texts(source).replaceAll('"', '')}"`
            : '',
      }
    })
  const open = random.chance(0.2)
  const declared =
    attributes.map(({ text }) => text).join('') +
    (open ? '<xs:anyAttribute namespace="##other" processContents="skip"/>' : '')
  const written: Texts = (source) =>
    attributes.map(({ instance }) => instance(source)).join('') +
    (open && source.chance(0.5) ? ' xml:lang="de"' : '')
  if (random.chance(0.15)) {
    const [base, texts] = random.pick(Object.entries(BUILT_IN))
    return {
      type: `<xs:complexType><xs:simpleContent><xs:extension base="xs:${base}">${declared}</xs:extension></xs:simpleContent></xs:complexType>`,
      instance: (source) => ({ attributes: written(source), content: texts(source) }),
    }
  }
  const mixed = random.chance(0.15)
  const wildcard = random.chance(0.15)
  const group = groupPart(random, new Names(), depth)
  const inside = wildcard
    ? `<xs:sequence>${group.text}<xs:any namespace="##other" processContents="skip" minOccurs="0" maxOccurs="3"/></xs:sequence>`
    : `<xs:sequence>${group.text}</xs:sequence>`
  return {
    type: `<xs:complexType${mixed ? ' mixed="true"' : ''}>${inside}${declared}</xs:complexType>`,
    instance: (source) => {
      const elements = group.instance(source) + (wildcard ? times(source, 0, 3, () => FOREIGN) : '')
      const content = mixed ? `some ${elements} text` : elements
      return { attributes: written(source), content }
    },
  }
}
