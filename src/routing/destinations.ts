/** The destinations of the configuration, each with what it asks of this node; their files are read here. */
import { readFileSync } from 'node:fs'
import type { Config } from '../config/schema.js'
import { WaybillError } from '../errors.js'
import type { Access } from '../transport.js'
import type { BreakerOptions } from './breaker.js'

type Section = Config['destinations'][string]

export interface Destination {
  readonly name: string
  readonly url: URL
  /** The same object for every message: connections are shared by it. */
  readonly access: Access
  /** Milliseconds that one attempt may take; undefined if it has as long as the message. */
  readonly timeout: number | undefined
  readonly breaker: BreakerOptions
}

export class Destinations {
  readonly all: readonly Destination[]

  constructor(all: readonly Destination[]) {
    this.all = all
  }

  /**
   * The destination of a name, if that is still where the message goes: one that has waited in the
   * queue since before the configuration was changed shows nobody else the credentials.
   */
  find(name: string | undefined, to: URL): Destination | undefined {
    return this.all.find((one) => one.name === name && placeOf(one.url) === placeOf(to))
  }
}

/** Where connections go to; the whole of a URL that has no host. */
function placeOf({ host, protocol, href }: URL): string {
  return host === '' ? href : `${protocol}//${host}`
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID for a file that cannot be read */
export function readDestinations(sections: Config['destinations']): Destinations {
  const all = Object.entries(sections).map(([name, section]): Destination => {
    const { url, timeout, breaker } = section
    return { name, url: new URL(url), access: readAccess(name, section), timeout, breaker }
  })
  return new Destinations(all)
}

function readAccess(name: string, section: Section): Access {
  const { user, password, token, maxBody, connections } = section
  const read = (key: 'certificate' | 'key' | 'ca') =>
    section[key] === undefined ? undefined : readText(section[key], `destinations.${name}.${key}`)
  return {
    user,
    password,
    token,
    certificate: read('certificate'),
    key: read('key'),
    ca: read('ca'),
    maxBody,
    connections,
  }
}

function readText(file: string, key: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException
    throw new WaybillError('WAYBILL_CONFIG_INVALID', `${key}: ${file} cannot be read (${code})`, {
      cause,
    })
  }
}
