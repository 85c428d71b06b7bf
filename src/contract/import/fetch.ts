/** Fetches a WSDL document, and what it imports from the same host, into files beside each other. */
import { messageOf } from '../../base/errno.js'
import { printable } from '../../base/printable.js'
import { WaybillError } from '../../errors.js'
import { InvalidSchema } from '../../schema/invalid-schema.js'
import { parse } from '../../schema/read/location.js'
import { decodeText } from '../../xml/charset.js'
import type { XmlElement } from '../../xml/tree.js'
import { type Downloaded, type DownloadOptions, download } from './download.js'
import { free } from './from-files.js'
import { type Copy, copiesOf, type Linked } from './linked.js'
import { firstService, isDefinitions, locationsIn } from './links.js'

const MOST_DOCUMENTS = 200
const MOST_BYTES = 32 * 1024 * 1024
/** Milliseconds. */
const TIME = 60_000

export interface Fetched {
  /** The first of them is that of the URL. */
  readonly copies: readonly [Copy, ...Copy[]]
  /** Where each copy came from, by its path. */
  readonly urls: ReadonlyMap<string, string>
  /** What was named and is on another host, so that it was not fetched. */
  readonly elsewhere: readonly string[]
}

/**
 * @param url   of `http` or `https`
 * @param time  milliseconds for all of them
 * @throws WaybillError WAYBILL_CONTRACT_UNREACHABLE
 */
export async function fetchContract(url: URL, time = TIME): Promise<Fetched> {
  const fetching = new Fetching(headersFor(url), time)
  const first = await fetching.document(plain(url))
  const all = [first]
  // What is found is looked through, too, in its turn.
  for (const document of all) {
    for (const { said } of document.locations) {
      const found = await fetching.named(said, document.url, first.url.host)
      if (found && !all.includes(found)) all.push(found)
    }
  }
  const linked = all.map((document) => fetching.linked(document))
  const names = namesOf(all)
  const [copy, ...more] = copiesOf(linked, names)
  if (!copy) throw new TypeError('the first document has no copy')
  const urls = new Map([...names].map(([href, path]) => [path, href]))
  return { copies: [copy, ...more], urls, elsewhere: fetching.elsewhere }
}

interface Remote extends Downloaded {
  readonly text: string
  readonly root: XmlElement
  readonly locations: ReturnType<typeof locationsIn>
}

class Fetching {
  readonly #headers: DownloadOptions['headers']
  readonly #time: number
  readonly #signal: AbortSignal
  /** By the URL that was asked for. */
  readonly #known = new Map<string, Remote>()
  readonly #elsewhere = new Set<string>()
  #bytes = 0

  constructor(headers: DownloadOptions['headers'], time: number) {
    this.#headers = headers
    this.#time = time
    this.#signal = AbortSignal.timeout(time)
  }

  get elsewhere(): readonly string[] {
    return [...this.#elsewhere]
  }

  /** What a document names; undefined for what is on another host. */
  async named(said: string, from: URL, host: string): Promise<Remote | undefined> {
    const url = resolved(said, from)
    if (!url || url.host !== host || !isWeb(url)) {
      this.#elsewhere.add(said)
      return undefined
    }
    return this.#known.get(url.href) ?? this.document(url)
  }

  async document(url: URL): Promise<Remote> {
    if (this.#known.size >= MOST_DOCUMENTS) {
      throw unreachable(url, `more than ${MOST_DOCUMENTS} documents are imported`)
    }
    const downloaded = await this.#download(url)
    const known = this.#known.get(downloaded.url.href)
    if (known) this.#known.set(url.href, known)
    if (known) return known
    this.#bytes += downloaded.bytes.length
    const text = decodeText(downloaded.bytes)
    const root = parsed(downloaded.url, text)
    const document = { ...downloaded, text, root, locations: locationsIn(root) }
    this.#known.set(url.href, document)
    this.#known.set(downloaded.url.href, document)
    return document
  }

  async #download(url: URL): Promise<Downloaded> {
    const options = { most: MOST_BYTES - this.#bytes, headers: this.#headers, signal: this.#signal }
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

  linked({ url, bytes, text, locations }: Remote): Linked {
    const links = locations.flatMap(({ start, attribute, said }) => {
      const to = resolved(said, url)
      const found = to && this.#known.get(to.href)
      return found ? [{ start, attribute, to: found.url.href }] : []
    })
    return { key: url.href, text, bytes, links }
  }
}

function parsed({ href }: URL, text: string): XmlElement {
  try {
    return parse(href, text)
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    const sentence = printable(`${error.place}: ${error.message}`)
    throw new WaybillError('WAYBILL_CONTRACT_INVALID', sentence, { cause: error })
  }
}

/** `?xsd=2` is a document like any other; a fragment is not. */
function resolved(said: string, from: URL): URL | undefined {
  if (!URL.canParse(said, from.href)) return undefined
  const url = new URL(said, from)
  url.hash = ''
  return url
}

/** A user and a password in the URL go where they belong. */
function headersFor({ username, password }: URL): DownloadOptions['headers'] {
  const accept = { accept: 'text/xml, application/xml, application/wsdl+xml, */*' }
  if (username === '') return accept
  const both = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { ...accept, authorization: `Basic ${Buffer.from(both).toString('base64')}` }
}

function plain(url: URL): URL {
  const without = new URL(url)
  without.username = ''
  without.password = ''
  without.hash = ''
  return without
}

export function isWeb({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol)
}

function unreachable(url: URL, why: string): WaybillError {
  return new WaybillError('WAYBILL_CONTRACT_UNREACHABLE', `${url.href} cannot be fetched: ${why}`)
}

/** The first one is named after its service, others after what asks for them: `orders-xsd-2.xsd`. */
function namesOf(all: readonly Remote[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const { url, root } of all) {
    const end = isDefinitions(root) ? '.wsdl' : '.xsd'
    const wanted = (names.size === 0 ? firstService(root) : undefined) ?? lastOf(url)
    names.set(url.href, free(`${fileName(wanted)}${end}`, taken))
  }
  return names
}

function lastOf({ pathname, search }: URL): string {
  const last =
    pathname
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? ''
  return `${last.replace(/\.(?:wsdl|xsd|asmx|svc|php)$/i, '')} ${search.replace(/^\?(?:wsdl|xsd)?$/i, '')}`
}

/** `OrdersService` is `orders-service`. */
export function fileName(wanted: string): string {
  const words = wanted.replace(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/)
  const name = words.filter((word) => word !== '').join('-')
  return name.slice(0, 100).toLowerCase() || 'contract'
}
