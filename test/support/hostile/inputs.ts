/** Makes messages that are within every limit, and as much work for a reader as their size allows. */
import type { Random } from '../random.js'

/** How one kind of input is made. */
export interface Kind {
  readonly name: string
  /** @returns what stands inside an element, of about so many characters */
  make(size: number, random: Random): string
}

/** The same piece, as often as it fits. */
function filled(size: number, piece: string): string {
  return piece.repeat(Math.max(1, Math.floor(size / piece.length)))
}

/** A piece for each number, one longer than it must be, and never more of them than a message may hold. */
function each(size: number, piece: (index: number) => string, most = 99_000): string {
  const pieces: string[] = []
  for (let length = 0; length < size && pieces.length < most; ) {
    const next = piece(pieces.length)
    length += next.length
    pieces.push(next)
  }
  return pieces.join('')
}

function list(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join('')
}

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const XSD = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"'

/** Elements inside each other, each with declarations; the innermost holds what uses the outermost ones. */
function nested(depth: number, perElement: number, inside: string): string {
  const open = list(depth, (level) => {
    const declared = list(perElement, (index) => ` xmlns:n${level}_${index}="urn:${index}"`)
    return `<n0_0:d${declared}>`
  })
  return open.replace('<n0_0:d', '<n0_0:d') + inside + '</n0_0:d>'.repeat(depth)
}

export const KINDS: readonly Kind[] = [
  {
    name: 'namespaces by depth, then siblings with the outermost prefix',
    make: (size, random) =>
      nested(4, 40 + random.below(20), filled(Math.min(size, 990_000), '<n0_0:s/>')),
  },
  {
    name: 'more namespaces in scope than are allowed, then siblings with the outermost prefix',
    make: (size, random) =>
      nested(90 + random.below(5), 64, filled(Math.min(size, 890_000), '<n0_0:s/>')),
  },
  {
    name: 'types named by the outermost prefix',
    make: (size) =>
      `<n0_0:d ${XSI} ${XSD}>${nested(
        3,
        64,
        each(size, () => '<s xsi:type="xsd:string"/>'),
      )}</n0_0:d>`.replace(/^<n0_0:d/, '<n0_0:d xmlns:n0_0="urn:0"'),
  },
  {
    name: 'elements with as many attributes as are allowed',
    make: (size, random) => {
      const seed = random.below(1000).toString(36)
      return each(
        size,
        () => `<a${list(256, (index) => ` ${seed}${index.toString(36)}=""`)}/>`,
      ).replaceAll(/ (\d)/g, ' _$1')
    },
  },
  {
    name: 'elements with as many attributes in a namespace as are allowed',
    make: (size) => {
      const tag = `<a${list(256, (index) => ` p:a${index.toString(36)}=""`)}/>`
      return `<p:w xmlns:p="urn:p">${filled(size, tag)}</p:w>`
    },
  },
  {
    name: 'elements with as many declarations as are allowed',
    make: (size, random) => {
      const start = random.below(1000)
      return filled(size, `<a${list(64, (index) => ` xmlns:p${start + index}="u"`)}/>`)
    },
  },
  {
    name: 'a CDATA section of markup',
    make: (size, random) =>
      `<![CDATA[${filled(size, random.pick(['<', '<a>', '&', '<a b="&lt;"/>']))}]]>`,
  },
  {
    name: 'CDATA sections without content',
    make: (size) => filled(size, '<![CDATA[]]>'),
  },
  {
    name: 'CDATA sections of one character each',
    make: (size) => filled(size, '<![CDATA[<]]>'),
  },
  {
    name: 'references',
    make: (size, random) =>
      filled(size, random.pick(['&lt;', '&amp;', '&#60;', '&#x1F600;', '&quot;x', '&gt;'])),
  },
  {
    name: 'characters beyond the first plane',
    make: (size) => filled(size, '\u{1F600}'),
  },
  {
    name: 'letters beyond ASCII',
    make: (size, random) => filled(size, random.pick(['é', 'ж', '漢', 'aé'])),
  },
  {
    name: 'line ends',
    make: (size, random) => filled(size, random.pick(['\r', '\n', '\r\n', '\n\r'])),
  },
  {
    name: 'empty elements',
    make: (size, random) => each(size, () => random.pick(['<a/>', '<b></b>', '<c />'])),
  },
  {
    name: 'elements one inside the other, again and again',
    make: (size) => filled(Math.min(size, 650_000), '<a>'.repeat(90) + '</a>'.repeat(90)),
  },
  {
    name: 'short text between elements',
    make: (size, random) => each(size, () => `${random.pick(['x', ' ', '&lt;', '\n'])}<a>y</a>`),
  },
  {
    name: 'comments between letters',
    make: (size, random) => filled(size, random.pick(['x<!---->', '<!---->', ' <!-- - -->'])),
  },
  {
    name: 'white space within tags',
    make: (size, random) =>
      filled(size, `<a${random.pick([' ', '\n', '\r\n', '\t']).repeat(2000)}/>`),
  },
  {
    name: 'attribute values of line ends',
    make: (size, random) =>
      filled(size, `<a b="${filled(64_000, random.pick(['\n', '\r\n', '\t', ' ']))}"/>`),
  },
  {
    name: 'attribute values of references',
    make: (size, random) =>
      filled(
        size,
        `<a b="${filled(200_000, random.pick(['&lt;', '&#10;', '&quot;', '&#x1F600;']))}"/>`,
      ),
  },
  {
    name: 'long names',
    make: (size, random) => {
      const name = random.pick(['a', 'é', '\u{20000}']).repeat(500)
      return filled(size, `<${name} ${name}=""></${name}>`)
    },
  },
  {
    name: 'names of one local part in many namespaces',
    make: (size) =>
      each(size, (index) => `<p${index}:a xmlns:p${index}="urn:${index}" p${index}:b=""/>`),
  },
  {
    name: 'default namespaces that change',
    make: (size) => each(size, (index) => `<a xmlns="urn:${index % 7}"><b xmlns=""/></a>`, 49_000),
  },
]

/** What stands around the content, and where in the message. */
export const PLACES = {
  /** In an operation that echoes one text: its schema refuses elements there. */
  echo: (content: string) =>
    inBody(`<e:Echo xmlns:e="urn:example:echo"><e:text>${content}</e:text></e:Echo>`),
  /** In an operation without a schema, which takes what it is given. */
  open: (content: string) => inBody(`<h:Take xmlns:h="urn:hostile"><v>${content}</v></h:Take>`),
  /** In an entry that no operation is for. */
  unknown: (content: string) => inBody(`<u:U xmlns:u="urn:unknown">${content}</u:U>`),
  /** Behind Body, where SOAP 1.1 allows elements. */
  behind: (content: string) =>
    `<soap:Envelope xmlns:soap="${SOAP_11}"><soap:Body/><t:T xmlns:t="urn:t">${content}</t:T></soap:Envelope>`,
  /** In an entry that is not closed: the error is the last thing that is found. */
  unclosed: (content: string) =>
    `<soap:Envelope xmlns:soap="${SOAP_11}"><soap:Body><a>${content}</b></soap:Body></soap:Envelope>`,
} as const

export type Place = keyof typeof PLACES

const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/'

function inBody(entry: string): string {
  return `<soap:Envelope xmlns:soap="${SOAP_11}"><soap:Body>${entry}</soap:Body></soap:Envelope>`
}
