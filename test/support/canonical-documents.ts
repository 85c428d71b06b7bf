/** Makes random documents in which canonicalization has much to do: namespaces, attributes to sort, characters to escape. */
import type { Random } from './random.js'

/** Two of them sort otherwise by code points than by UTF-16 units. */
export const PREFIXES = ['', 'a', 'b', 'c', 'ns1', '\u00e9', '\uf900', '\u{10000}'] as const
const NAMESPACES = ['u:1', 'u:2', 'u:10', 'http://example.org/', 'urn:x:y'] as const
const LOCALS = ['a', 'b', 'Envelope', 'Id', 'x-1', '_', '\u00e9', '\uf900', '\u{10000}'] as const
const SPACES = [' ', '\n', '\r\n', '\t', '  '] as const
const CHARACTERS = [
  ...['text', ' ', '\n', '\r\n', '\r', '\t', '\u00e4\u20ac', '\u{1F600}', '\ufffd', '\u0085'],
  ...['&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#13;', '&#xA;', '&#9;', '&#x1F600;', '&#32;'],
  ...['>', "'", '&#60;b&#62;', '&#38;amp;'],
] as const

type Bindings = ReadonlyMap<string, string>

/** A document that is well-formed by XML 1.0 and by Namespaces in XML. */
export function canonicalDocument(random: Random, more: () => string = () => ''): string {
  return new Documents(random, more).element(0, new Map())
}

/** A PrefixList, as `#default` and prefixes, declared or not. */
export function prefixList(random: Random): readonly string[] {
  if (random.chance(0.4)) return []
  return [...new Set(random.many(4, () => random.pick(PREFIXES) || '#default'))]
}

class Documents {
  readonly #random: Random
  /** More attributes of an element, each after a space. */
  readonly #more: () => string

  constructor(random: Random, more: () => string) {
    this.#random = random
    this.#more = more
  }

  element(depth: number, around: Bindings): string {
    const random = this.#random
    const declared = this.#declared()
    const bound = new Map([...around, ...declared])
    const [prefix] = random.pick([['', ''], ...bound])
    const name = qname(prefix, random.pick(LOCALS))
    const written = [
      ...[...declared].map(([key, namespace]) => [key && `:${key}`, namespace] as const),
    ].map(([key, namespace]) => `xmlns${key}=${this.#quoted(namespace)}`)
    for (const attribute of this.#attributes(bound)) written.push(attribute)
    const tag = `${name}${written.map((one) => `${random.pick(SPACES)}${one}`).join('')}${this.#more()}`
    if (random.chance(0.15)) return `<${tag}/>`
    const content = random.many(depth > 4 ? 1 : 4, () => this.#child(depth, bound))
    return `<${tag}${random.chance(0.1) ? ' ' : ''}>${content.join('')}</${name}>`
  }

  #declared(): Bindings {
    const random = this.#random
    const declared = new Map<string, string>()
    if (random.chance(0.5)) return declared
    for (const prefix of random.many(3, () => random.pick(PREFIXES))) {
      const none = prefix === '' && random.chance(0.3)
      declared.set(prefix, none ? '' : random.pick(NAMESPACES))
    }
    return declared
  }

  #attributes(bound: Bindings): readonly string[] {
    const random = this.#random
    const written = new Map<string, string>()
    const prefixes = [['', ''] as const, ...[...bound].filter(([prefix]) => prefix !== '')]
    if (random.chance(0.4)) return []
    random.many(4, () => {
      const [prefix, namespace] = random.pick(prefixes)
      const local = random.pick(LOCALS)
      const value = random.many(3, () => random.pick(CHARACTERS)).join('')
      written.set(`${namespace} ${local}`, `${qname(prefix, local)}=${this.#quoted(value)}`)
    })
    if (random.chance(0.1)) written.set('xml', `xml:${random.pick(['lang', 'space'])}="x"`)
    return [...written.values()]
  }

  #quoted(value: string): string {
    const quote = this.#random.pick(['"', "'"])
    return `${quote}${value.replaceAll(quote, quote === '"' ? '&quot;' : '&apos;')}${quote}`
  }

  #child(depth: number, bound: Bindings): string {
    const random = this.#random
    const kind = random.next()
    if (kind < 0.6) return this.element(depth + 1, bound)
    if (kind < 0.85) return random.many(3, () => random.pick(CHARACTERS)).join('')
    if (kind < 0.92) return '<!-- c &amp; -->'
    return random.pick(['<![CDATA[]]>', '<![CDATA[<b>&amp;\r\n]]>', '<![CDATA[]]]]>'])
  }
}

function qname(prefix: string, local: string): string {
  return prefix === '' ? local : `${prefix}:${local}`
}
