/** Makes messages that are within every limit, and as much work for a node as their size allows. */
import type { Random } from '../random.js'
import { SLOTS, type Slot } from './slots.js'

/** How one kind of input is made. */
export interface Kind {
  readonly name: string
  /** @returns what stands inside an element: as many bytes as the limits allow, and at most `size` */
  make(size: number, random: Random): string
}

/** A message may hold 100,000 elements, those around the content included. */
const MAX_ELEMENTS = 99_000

/** The same piece, as often as it fits; `elements` is how many there are in one. */
function filled(size: number, piece: string, elements = 0): string {
  const fit = Math.max(1, Math.floor(size / Buffer.byteLength(piece)))
  return piece.repeat(elements === 0 ? fit : Math.min(fit, Math.floor(MAX_ELEMENTS / elements)))
}

/** A piece for each number, as long as they fit. */
function each(size: number, piece: (index: number) => string, elements = 1): string {
  const pieces: string[] = []
  for (let left = size; pieces.length * elements < MAX_ELEMENTS - elements; ) {
    const next = piece(pieces.length)
    left -= Buffer.byteLength(next)
    if (left < 0) break
    pieces.push(next)
  }
  return pieces.join('')
}

function list(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join('')
}

/** Elements inside each other, each with declarations; the innermost may use the outermost prefix, `n0`. */
function nested(depth: number, perElement: number, inside: string): string {
  const tag = list(perElement, (index) => ` xmlns:n${index}="urn:${index}"`)
  return `<d${tag}>`.repeat(depth) + inside + '</d>'.repeat(depth)
}

/** Characters that a nest of elements with 64 declarations each takes at most. */
const NEST = 150_000

const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance'
const XSI = `xmlns:xsi="${INSTANCE}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"`

/** One kind for each way to make a piece of text, or of markup, that a message consists of. */
export const KINDS: readonly Kind[] = [
  {
    name: 'namespaces by depth, then siblings with the outermost prefix',
    make: (size, random) => nested(4, 60 - random.below(20), filled(size - NEST, '<n0:s/>', 1)),
  },
  {
    name: 'more namespaces in scope than are allowed, then siblings with the outermost prefix',
    make: (size, random) => nested(95 - random.below(5), 64, filled(size - NEST, '<n0:s/>', 1)),
  },
  {
    name: 'types named by the outermost prefix',
    make: (size) => {
      const typed = filled(size - NEST, '<s xsi:type="xsd:string"/>', 1)
      return `<d ${XSI}>${nested(3, 64, typed)}</d>`
    },
  },
  {
    name: 'elements with as many attributes as are allowed',
    make: (size, random) => {
      const first = random.below(1000)
      return filled(size, `<a${list(256, (index) => ` a${first + index}=""`)}/>`, 1)
    },
  },
  {
    name: 'elements with as many attributes in a namespace as are allowed',
    make: (size) => {
      const tag = `<a${list(256, (index) => ` p:a${index}=""`)}/>`
      return `<p:w xmlns:p="urn:p">${filled(size - 100, tag, 1)}</p:w>`
    },
  },
  {
    name: 'elements with as many declarations as are allowed',
    make: (size, random) => {
      const first = random.below(1000)
      return filled(size, `<a${list(64, (index) => ` xmlns:p${first + index}="u"`)}/>`, 1)
    },
  },
  {
    name: 'names of one local part in many namespaces',
    make: (size) =>
      each(size, (index) => `<p${index}:a xmlns:p${index}="urn:${index}" p${index}:b=""/>`),
  },
  {
    name: 'default namespaces that change',
    make: (size) => each(size, (index) => `<a xmlns="urn:${index % 7}"><b xmlns=""/></a>`, 2),
  },
  {
    name: 'a CDATA section of markup',
    make: (size, random) => {
      const markup = random.pick(['<', '<a>', '&', '<a b="&lt;"/>'])
      return `<![CDATA[${filled(size - 20, markup)}]]>`
    },
  },
  { name: 'CDATA sections without content', make: (size) => filled(size, '<![CDATA[]]>') },
  { name: 'CDATA sections of one character each', make: (size) => filled(size, '<![CDATA[<]]>') },
  {
    name: 'references',
    make: (size, random) =>
      filled(size, random.pick(['&lt;', '&amp;', '&#60;', '&#x1F600;', '&quot;x', '&gt;'])),
  },
  {
    name: 'a reference with many zeros',
    make: (size, random) => `&#${random.pick(['', 'x'])}${'0'.repeat(size - 10)}65;`,
  },
  { name: 'characters beyond the first plane', make: (size) => filled(size, '\u{1F600}') },
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
    make: (size) => filled(size, '<a>'.repeat(90) + '</a>'.repeat(90), 90),
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
    make: (size, random) => {
      const space = random.pick([' ', '\n', '\r\n', '\t'])
      return filled(size, `<a${space.repeat(2000)}/>`, 1)
    },
  },
  {
    name: 'attribute values of line ends',
    make: (size, random) => {
      const value = filled(64_000, random.pick(['\n', '\r\n', '\t', ' ']))
      return filled(size, `<a b="${value}"/>`, 1)
    },
  },
  {
    name: 'attribute values of references',
    make: (size, random) => {
      const value = filled(200_000, random.pick(['&lt;', '&#10;', '&quot;', '&#x1F600;']))
      return filled(size, `<a b="${value}"/>`, 1)
    },
  },
  {
    name: 'attribute values of quotes, many on one element',
    make: (size) => {
      const value = '"'.repeat(Math.min(60_000, Math.floor(size / 200)))
      return `<a${list(150, (index) => ` a${index}='${value}'`)}/>`
    },
  },
  {
    name: 'long names',
    make: (size, random) => {
      const name = random.pick(['a', 'é', '\u{20000}']).repeat(500)
      return filled(size, `<${name} ${name}=""></${name}>`, 1)
    },
  },
]

export interface Input {
  readonly kind: string
  readonly slot: Slot
  readonly message: string
}

/** One of any kind, of any size, in any place: the same for the same state of `random`. */
export function randomInput(random: Random, most: number): Input {
  const { name, make } = random.pick(KINDS)
  const slot = random.pick(Object.keys(SLOTS) as Slot[])
  const size = Math.floor(most * random.next())
  return { kind: name, slot, message: SLOTS[slot](make(Math.max(size, 1000), random)) }
}
