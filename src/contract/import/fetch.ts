/** Fetches a WSDL document, and what it imports from the same origin. */
import { messageOf } from '../../base/errno.js'
import { printable } from '../../base/printable.js'
import { signalAfter } from '../../base/time.js'
import { WaybillError } from '../../errors.js'
import { namespaceAt } from '../../schema/catalogue/standard-schemas.js'
import type { XmlCatalog } from '../../schema/catalogue/xml-catalog.js'
import { InvalidSchema } from '../../schema/invalid-schema.js'
import { foundIn } from '../../schema/read/catalogued.js'
import type { Library } from '../../schema/read/library.js'
import { parse, refusalOf } from '../../schema/read/location.js'
import { decodeText } from '../../xml/charset.js'
import type { XmlElement } from '../../xml/tree.js'
import { positionOf, Unreadable } from '../../xml/unreadable.js'
import { type Downloaded, download } from './download.js'
import { firstService, isDefinitions, type Location, locationsIn } from './links.js'
import { fileName } from './names.js'
import { credentialsOf, plain, staysOn } from './origin.js'
import type { ImportSource } from './source.js'

const MAX_DOCUMENTS = 200
const MAX_BYTES = 32 * 1024 * 1024
/** Milliseconds. */
const TIME = 60_000

/** What was fetched, by its URLs: nothing else is found in it, and nothing of it stands in a file. */
export interface Fetched extends ImportSource {
  /** What was named and is of another origin, so that it was not fetched. */
  readonly elsewhere: readonly string[]
}

export interface FetchOptions {
  /** Milliseconds for all of them. */
  readonly time?: number | undefined
  /** What it leads to is not fetched. */
  readonly catalog?: XmlCatalog | undefined
}

/**
 * @param asked  of `http` or `https`
 * @throws WaybillError WAYBILL_CONTRACT_UNREACHABLE
 */
export async function fetchContract(url: URL, options: FetchOptions = {}): Promise<Fetched> {
  const fetching = new Fetching(url, options)
  const first = await fetching.document(plain(url))
  const all = [first]
  // What is found is looked through, too, in its turn.
  for (const document of all) {
    for (const location of document.locations) {
      const found = await fetching.named(location, document)
      if (found && !all.includes(found)) all.push(found)
    }
  }
  const byUrl = new Map(all.map((remote) => [remote.url.href, remote]))
  return {
    main: first.url.href,
    name: fileName(firstService(first.root) ?? lastOf(first.url)),
    elsewhere: fetching.elsewhere,
    locate: fetching.locate,
    text: (url) => byUrl.get(url)?.text,
    named: () => undefined,
    bytes: (url) => remoteIn(byUrl, url).bytes,
    wanted: (url) => wantedName(remoteIn(byUrl, url)),
  }
}

interface Remote extends Downloaded {
  readonly text: string
  readonly root: XmlElement
  readonly locations: readonly Location[]
}

function remoteIn(byUrl: ReadonlyMap<string, Remote>, url: string): Remote {
  const remote = byUrl.get(url)
  if (!remote) throw new TypeError(`${url} was not fetched`)
  return remote
}

class Fetching {
  readonly #requested: URL
  readonly #catalog: XmlCatalog | undefined
  readonly #time: number
  readonly #signal: AbortSignal
  /** By the URL that was asked for, and by that at which it was found. */
  readonly #fetched = new Map<string, Remote>()
  readonly #elsewhere = new Set<string>()
  #bytes = 0

  constructor(url: URL, { time = TIME, catalog }: FetchOptions) {
    this.#requested = url
    this.#catalog = catalog
    this.#time = time
    this.#signal = signalAfter(time)
  }

  get elsewhere(): readonly string[] {
    return [...this.#elsewhere]
  }

  readonly locate: Library['locate'] = (from, text) => {
    const url = resolved(text, from)
    return url && this.#fetched.get(url.href)?.url.href
  }

  /** What a document names; undefined for what is of another origin. */
  async named({ text, start }: Location, from: Remote): Promise<Remote | undefined> {
    const refused = refusalOf(text)
    if (refused !== undefined)
      throw invalid(`${from.url.href}:${positionOf(from.text, start).line}`, refused)
    if (this.#catalog && foundIn(this.#catalog, from.url.href, text)) return undefined
    const url = resolved(text, from.url.href)
    // What is built in is missed by nobody.
    if (url && namespaceAt(url.href) !== undefined && !staysOn(this.#requested, url))
      return undefined
    if (!url || !staysOn(this.#requested, url)) {
      this.#elsewhere.add(url?.href ?? 'what is no URL')
      return undefined
    }
    return this.#fetched.get(url.href) ?? this.document(url)
  }

  async document(url: URL): Promise<Remote> {
    if (this.#fetched.size >= MAX_DOCUMENTS) {
      throw unreachable(url, `more than ${MAX_DOCUMENTS} documents are imported`)
    }
    const downloaded = await this.#download(url)
    const remote = this.#fetched.get(downloaded.url.href)
    if (remote) this.#fetched.set(url.href, remote)
    if (remote) return remote
    this.#bytes += downloaded.bytes.length
    const read = parsed(downloaded.url, downloaded.bytes)
    const document = { ...downloaded, ...read, locations: locationsIn(read.root) }
    this.#fetched.set(url.href, document)
    this.#fetched.set(downloaded.url.href, document)
    return document
  }

  async #download(url: URL): Promise<Downloaded> {
    const credentials = credentialsOf(this.#requested)
    const options = { most: MAX_BYTES - this.#bytes, credentials, signal: this.#signal }
    try {
      return await download(url, options)
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error
      throw unreachable(
        url,
        this.#signal.aborted ? `not within ${this.#time / 1000} s` : messageOf(cause),
      )
    }
  }
}

function parsed({ href }: URL, bytes: Uint8Array): Pick<Remote, 'text' | 'root'> {
  try {
    const text = decodeText(bytes)
    return { text, root: parse(href, text) }
  } catch (error) {
    if (error instanceof Unreadable) throw invalid(href, error.message, error)
    if (!(error instanceof InvalidSchema)) throw error
    throw invalid(error.location, error.message, error)
  }
}

function invalid(location: string, sentence: string, cause?: unknown): WaybillError {
  return new WaybillError('WAYBILL_CONTRACT_INVALID', printable(`${location}: ${sentence}`), {
    cause,
  })
}

/** `?xsd=2` is a document like any other; a fragment is not. */
function resolved(text: string, from: string): URL | undefined {
  return URL.canParse(text, from) ? plain(new URL(text, from)) : undefined
}

function unreachable({ href }: URL, why: string): WaybillError {
  const sentence = printable(`${href} cannot be fetched: ${why}`)
  return new WaybillError('WAYBILL_CONTRACT_UNREACHABLE', sentence)
}

/** What asks for it names it: `orders-xsd-2.xsd`. */
function wantedName({ url, root }: Remote): string {
  return `${fileName(lastOf(url))}${isDefinitions(root) ? '.wsdl' : '.xsd'}`
}

function lastOf({ pathname, search }: URL): string {
  const last =
    pathname
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? ''
  return `${last.replace(/\.(?:wsdl|xsd|asmx|svc|php)$/i, '')} ${search.replace(/^\?(?:wsdl|xsd)?$/i, '')}`
}
