/** XML catalogs (OASIS XML Catalogs 1.1): which files stand for the URIs that contracts name. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { messageOf, systemReason } from '../../base/errno.js'
import { decodeText } from '../../xml/charset.js'
import { NO_XML_LIMITS } from '../../xml/limits.js'
import { readDocument } from '../../xml/read.js'
import {
  attributeOf,
  childElements,
  isNamed,
  trimXml,
  XML_NAMESPACE,
  type XmlElement,
} from '../../xml/tree.js'
import { positionOf, Unreadable } from '../../xml/unreadable.js'
import { InvalidSchema } from '../invalid-schema.js'

const CATALOG_NAMESPACE = 'urn:oasis:names:tc:entity:xmlns:xml:catalog'

const MAX_CATALOGS = 200

/** Where a URI leads by an entry. */
interface Match {
  readonly target: string
  readonly entry: Entry
}

interface Entry {
  readonly kind: Kind
  /** The URI, or what it begins or ends with. */
  readonly pattern: string
  /** A URI that another one is made of, or that of a catalog. */
  readonly to: string
  readonly file: string
  readonly line: number
}

type Kind = 'same' | 'start' | 'end' | 'delegate' | 'next'

/** What each element of a catalog says, and in which attributes. */
const ENTRIES: ReadonlyMap<string, readonly [kind: Kind, text: string, to: string]> = new Map([
  ['uri', ['same', 'name', 'uri']],
  ['system', ['same', 'systemId', 'uri']],
  ['public', ['same', 'publicId', 'uri']],
  ['rewriteURI', ['start', 'uriStartString', 'rewritePrefix']],
  ['rewriteSystem', ['start', 'systemIdStartString', 'rewritePrefix']],
  ['uriSuffix', ['end', 'uriSuffix', 'uri']],
  ['systemSuffix', ['end', 'systemIdSuffix', 'uri']],
  ['delegateURI', ['delegate', 'uriStartString', 'catalog']],
  ['delegateSystem', ['delegate', 'systemIdStartString', 'catalog']],
  ['delegatePublic', ['delegate', 'publicIdStartString', 'catalog']],
  ['nextCatalog', ['next', '', 'catalog']],
])

export class XmlCatalog {
  readonly #file: string
  readonly #read = new Map<string, readonly Entry[]>()

  /**
   * @param file  absolute path
   * @throws InvalidSchema if it is none
   */
  constructor(file: string) {
    this.#file = file
    this.#entriesOf(file)
  }

  /**
   * The file that stands for a URI; undefined if no entry says one.
   *
   * @throws InvalidSchema for a file that is not there, and for another catalog that is none
   */
  find(uri: string): string | undefined {
    const match = this.#find(uri, this.#file, new Set())
    if (!match) return undefined
    const file = localOf(match.target)
    // What leads to the network is no answer: nothing is fetched.
    if (file === undefined) return undefined
    if (existsSync(file)) return file
    const { file: from, line } = match.entry
    const sentence = `the catalog says that ${file} stands for ${uri}, and it is not there`
    throw new InvalidSchema(from, sentence, `${from}:${line}`)
  }

  /** §7.2.2: what says the whole URI, then the longest beginning, the longest end, other catalogs in their order. */
  #find(uri: string, file: string, visited: Set<string>): Match | undefined {
    if (visited.has(file)) return undefined
    visited.add(file)
    const entries = this.#entriesOf(file)
    const of = (kind: Kind) => entries.filter((entry) => entry.kind === kind)
    const same = of('same').find(({ pattern }) => pattern === uri)
    if (same) return { target: same.to, entry: same }
    const start = longest(of('start').filter(({ pattern }) => uri.startsWith(pattern)))
    if (start) return { target: start.to + uri.slice(start.pattern.length), entry: start }
    const end = longest(of('end').filter(({ pattern }) => uri.endsWith(pattern)))
    if (end) return { target: end.to, entry: end }
    const delegates = of('delegate').filter(({ pattern }) => uri.startsWith(pattern))
    const others = [
      ...delegates.toSorted((one, other) => other.pattern.length - one.pattern.length),
      ...of('next'),
    ]
    for (const { to } of others) {
      const other = localOf(to)
      const match = other === undefined ? undefined : this.#find(uri, other, visited)
      if (match) return match
    }
    return undefined
  }

  #entriesOf(file: string): readonly Entry[] {
    const existing = this.#read.get(file)
    if (existing) return existing
    if (this.#read.size >= MAX_CATALOGS) {
      throw new InvalidSchema(file, `more than ${MAX_CATALOGS} catalogs name each other`)
    }
    const { text, root } = readCatalog(file)
    if (!isNamed(root, CATALOG_NAMESPACE, 'catalog')) {
      const sentence = `<${root.local}> is no XML catalog: <catalog xmlns="${CATALOG_NAMESPACE}"> is expected`
      throw new InvalidSchema(file, sentence)
    }
    const lineOf = ({ start }: XmlElement) => positionOf(text, start).line
    const entries = entriesIn(root, pathToFileURL(file).href, (node) => ({
      file,
      line: lineOf(node),
    }))
    this.#read.set(file, entries)
    return entries
  }
}

/** @throws InvalidSchema if it cannot be read, or is no XML */
function readCatalog(file: string): { readonly text: string; readonly root: XmlElement } {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new InvalidSchema(file, `the catalog cannot be read (${systemReason(error)})`)
  }
  try {
    const text = decodeText(bytes)
    // It is the operator's own, as the contract is.
    return { text, root: readDocument(text, NO_XML_LIMITS, 'ignored') }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const sentence = messageOf(error).replace(/^\d+:\d+: /, '')
    throw InvalidSchema.of(file, [{ sentence, file, ...error.position }])
  }
}

/** §6.5.2: entries may stand in groups, each with a base of its own; what another namespace has is no entry. */
function entriesIn(
  node: XmlElement,
  around: string,
  locationOf: (node: XmlElement) => Pick<Entry, 'file' | 'line'>,
): readonly Entry[] {
  const base = based(attributeIn(node, 'base', XML_NAMESPACE) ?? '', around)
  return childElements(node).flatMap((child) => {
    if (child.namespace !== CATALOG_NAMESPACE) return []
    if (child.local === 'group') return entriesIn(child, base, locationOf)
    const form = ENTRIES.get(child.local)
    const to = form && attributeIn(child, form[2])
    if (!form || to === undefined) return []
    const [kind, attribute] = form
    const pattern = attributeIn(child, attribute) ?? ''
    const own = based(attributeIn(child, 'base', XML_NAMESPACE) ?? '', base)
    return [{ kind, pattern, to: based(to, own), ...locationOf(child) }]
  })
}

function attributeIn(node: XmlElement, name: string, namespace = ''): string | undefined {
  const value = attributeOf(node, namespace, name)
  return value === undefined ? undefined : trimXml(value)
}

/** A reference that is no URI leads nowhere. */
function based(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : base
}

function localOf(uri: string): string | undefined {
  if (!/^file:/i.test(uri)) return undefined
  const { pathname } = new URL(uri)
  return /%(?:2f|00)/i.test(pathname) ? undefined : fileURLToPath(`file://${pathname}`)
}

function longest(entries: readonly Entry[]): Entry | undefined {
  const [first] = entries.toSorted((one, other) => other.pattern.length - one.pattern.length)
  return first
}
