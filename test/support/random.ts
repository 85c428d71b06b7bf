/** Makes random XML documents from a seed: the same seed gives the same documents on every run. */

/** A generator of numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 to `most - 1`. */
  below(most: number): number {
    return Math.floor(this.next() * most)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  many<Item>(most: number, make: () => Item): Item[] {
    return Array.from({ length: this.below(most + 1) }, make)
  }
}

const PREFIXES = ['', '', '', 'p', 'q', 'xml']
const LOCALS = ['a', 'b', 'Envelope', 'x-1', '_', '\u00e9', '\u{20000}', '__proto__']
const NAMESPACES = ['u:1', 'u:2', 'http://example.org/', ' u ']
const SPACES = [' ', '\n', '\r\n', '\t', '  ', '\r']
const TEXTS = [
  'text',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\u00e4\u20ac',
  '\u{1F600}',
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&apos;',
  '&#13;',
  '&#xA;',
  '&#x1F600;',
  ']]',
  '>',
  "'",
]

/** A document that is well-formed by XML 1.0, and mostly by Namespaces in XML too. */
export function randomDocument(random: Random): string {
  const declaration = random.pick([
    '',
    '',
    '<?xml version="1.0"?>',
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`,
  ])
  const between = () => random.many(1, () => (random.chance(0.5) ? '<!-- c -->' : space(random)))
  return [declaration, ...between(), randomElement(random, 0, ['xml']), ...between()].join('')
}

function randomElement(random: Random, depth: number, bound: readonly string[]): string {
  const declarations = new Map<string, string>()
  for (const prefix of random.many(2, () => random.pick(['', 'p', 'q', 'r']))) {
    declarations.set(prefix, random.chance(0.1) ? '' : random.pick(NAMESPACES))
  }
  const prefixes = [...bound, ...declarations.keys()]
  const usable = PREFIXES.filter((prefix) => prefixes.includes(prefix))
  const anyPrefix = () =>
    random.chance(0.03) ? random.pick(PREFIXES) : random.pick(['', ...usable])
  const name = () => {
    const prefix = anyPrefix()
    return `${prefix && `${prefix}:`}${random.pick(LOCALS)}`
  }
  const attributes = new Map<string, string>()
  for (const attribute of random.many(2, name)) attributes.set(attribute, attributeValue(random))
  for (const [prefix, namespace] of declarations) {
    attributes.set(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, namespace)
  }
  const written = [...attributes].map(([key, value]) => {
    const quote = random.pick(['"', "'"])
    const inside = value.replaceAll(quote, quote === '"' ? '&quot;' : '&apos;')
    const equals = random.chance(0.1) ? ` =${space(random)}` : '='
    return `${space(random)}${key}${equals}${quote}${inside}${quote}`
  })
  const tag = name()
  const end = random.chance(0.2) ? space(random) : ''
  if (random.chance(0.25)) return `<${tag}${written.join('')}${end}/>`
  const children = random.many(depth > 3 ? 0 : 4, () => randomChild(random, depth, prefixes))
  return `<${tag}${written.join('')}${end}>${children.join('')}</${tag}${random.chance(0.1) ? space(random) : ''}>`
}

function randomChild(random: Random, depth: number, bound: readonly string[]): string {
  const kind = random.next()
  if (kind < 0.45) return randomElement(random, depth + 1, bound)
  if (kind < 0.85) return random.pick(TEXTS)
  if (kind < 0.93) return random.pick(['<!---->', '<!-- <b> & -->', '<!-- \r\n- -->'])
  return random.pick(['<![CDATA[]]>', '<![CDATA[<b>&amp;\r\n]]>', '<![CDATA[]]]]>'])
}

function attributeValue(random: Random): string {
  return random.many(3, () => random.pick(TEXTS)).join('')
}

function space(random: Random): string {
  return random.pick(SPACES)
}

const PIECES = [
  ...['<', '>', '/', '&', ';', '"', "'", '=', ' ', '\n', '\r', ':', 'x', '1', '-', ']', '!', '#'],
  ...['<a>', '</a>', '<a/>', '<!--', '-->', '--', '<![CDATA[', ']]>', '&#0;', '&#x1;', '&#xFFFE;'],
  ...['xmlns=""', ' xmlns:p=""', ' p:a="1"', 'xmlns:xml="u:1"', ' xmlns:xmlns="u:1"', ':a', 'a:'],
  ...['\u0000', '\u0001', '\u001f', '\u007f', '\u0085', '\u2028', '\ufffe', '\uffff', '\ufeff'],
  ...['&none;', '&#xD800;', '&#1114112;', '&#X41;', '&# 65;', '&lt', '<?xml version="1.0"?>'],
]

/** The document with a few of its characters left out, doubled or replaced. */
export function mutate(document: string, random: Random): string {
  let mutated = document
  for (let count = 1 + random.below(2); count > 0; count -= 1) {
    const at = random.below(mutated.length + 1)
    const to = at + random.below(3)
    const piece = random.chance(0.3) ? '' : random.pick(PIECES)
    mutated = random.chance(0.15)
      ? mutated.slice(0, to) + mutated.slice(at)
      : mutated.slice(0, at) + piece + mutated.slice(random.chance(0.5) ? at : to)
  }
  return mutated
}
