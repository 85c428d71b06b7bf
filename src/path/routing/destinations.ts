/** The destinations of the configuration, each with what it asks of this node; their files are read here. */
import { certificates, keyPair } from '../../config/pem.js'
import { addressesOf } from '../../config/routes.js'
import type { Config } from '../../config/schema.js'
import { readContracts } from '../../contract/wsdl/read/index.js'
import type { Access } from '../../transport.js'
import type { ClarkName } from '../../xml/tree.js'
import type { DeclaredOperation, Declares } from '../parts/parts.js'
import type { BreakerOptions } from './breaker.js'
import { TurnLine } from './turn-line.js'

type Section = Config['destinations'][string]

export interface Destination {
  readonly name: string
  /** The first of its addresses. */
  readonly url: URL
  /** All of them, in the order in which they are tried; undefined for one. */
  readonly urls?: readonly URL[] | undefined
  /** Messages that this node sends in a second at most; undefined for no bound. */
  readonly perSecond?: number | undefined
  /** Who waits for a turn; undefined without a bound. */
  readonly line?: TurnLine | undefined
  /** The same object for every message: connections are shared by it. */
  readonly access: Access
  /** Milliseconds that one attempt may take; undefined if it has as long as the message. */
  readonly timeout: number | undefined
  readonly breaker: BreakerOptions
  /** What its contract declares; undefined if none is known. */
  readonly declared?: Declared | undefined
}

export class Destinations {
  readonly all: readonly Destination[]

  constructor(all: readonly Destination[]) {
    this.all = all
  }

  /**
   * The destination of a name, if that is still where the message goes: one that has waited in the
   * queue since before the configuration was changed shows nobody else the credentials. One that was stored for any of
   * its addresses goes to all of them.
   */
  find(name: string | undefined, to: URL): Destination | undefined {
    const origin = originOf(to)
    return this.all.find(
      (one) => one.name === name && urlsOf(one).some((url) => originOf(url) === origin),
    )
  }

  readonly declares: Declares = (destination, entry) =>
    this.all.find(({ name }) => name === destination)?.declared?.get(entry)
}

/** The addresses of a destination, in the order in which they are tried. */
export function urlsOf({ url, urls = [url] }: Pick<Destination, 'url' | 'urls'>): readonly URL[] {
  return urls
}

/** Where connections go to; the whole of a URL that has no host. */
function originOf({ host, protocol, href }: URL): string {
  return host === '' ? href : `${protocol}//${host}`
}

/** @throws WaybillError WAYBILL_FILE_UNUSABLE, WAYBILL_CONTRACT_INVALID */
export function readDestinations(sections: Config['destinations']): Destinations {
  const all = Object.entries(sections).map(([name, section]): Destination => {
    const { timeout, breaker, contract, catalog, perSecond } = section
    const urls = addressesOf(section).map((one) => new URL(one))
    const [url] = urls
    if (!url) throw new TypeError(`the destination ${name} has no address`)
    const declared = contract === undefined ? undefined : readDeclared(contract, catalog)
    return {
      name,
      url,
      urls: urls.length > 1 ? urls : undefined,
      perSecond,
      line: perSecond === undefined ? undefined : new TurnLine(perSecond),
      access: readAccess(name, section),
      timeout,
      breaker,
      declared,
    }
  })
  return new Destinations(all)
}

function readAccess(name: string, section: Section): Access {
  const { user, password, token, connections, certificate, key, ca, pin } = section
  const named = (file: string, what: string) => ({ file, key: `destinations.${name}.${what}` })
  const pair =
    certificate === undefined || key === undefined
      ? undefined
      : keyPair(named(certificate, 'certificate'), named(key, 'key'))
  return {
    user,
    password,
    token,
    ...pair,
    ca: ca === undefined ? undefined : certificates(named(ca, 'ca')),
    pin,
    connections,
  }
}

/** By the name of the body entry; undefined is an empty Body. */
type Declared = ReadonlyMap<ClarkName | undefined, DeclaredOperation>

/**
 * Operations of one entry, as those that only their actions distinguish, are taken together.
 *
 * @param file     a WSDL 1.1 document
 * @param catalog  an XML catalog, for what it imports from elsewhere
 * @throws WaybillError WAYBILL_CONTRACT_INVALID
 */
function readDeclared(file: string, catalog?: string | undefined): Declared {
  const declared = new Map<ClarkName | undefined, DeclaredOperation>()
  for (const { request, faults, exchange } of readContracts(file, catalog).flatMap(operationsOf)) {
    const other = declared.get(request.entry)
    const elements = faults.map(({ element }) => element)
    declared.set(request.entry, {
      faults: new Set([...(other?.faults ?? []), ...elements]),
      oneWay: exchange === 'one-way' && other?.oneWay !== false,
    })
  }
  return declared
}

const operationsOf = ({ operations }: ReturnType<typeof readContracts>[number]) => operations
