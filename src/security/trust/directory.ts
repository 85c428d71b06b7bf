/** Finds configured certificates by how messages refer to them. */
import { createHash, type X509Certificate } from 'node:crypto'
import { keyIdentifier } from '../key-identifier.js'
import type { KeyReference } from '../keys.js'
import type { Details } from './details.js'
import { matching } from './names.js'
import { parseName } from './parse-name.js'
import { Remembered } from './remembered.js'

/** Issuers whose names are kept as messages write them: to read one takes longer than to look for it. */
const MAX_NAMES = 1000

const NOBODYS: ReadonlySet<Details> = new Set()

export class Directory {
  /** One key leads to several certificates only if nobody can tell which is meant. */
  readonly #entries = new Map<string, Set<Details>>()
  /** What issuer names that led to a certificate are looked for as. */
  readonly #issuers = new Remembered<string, readonly string[]>(MAX_NAMES)

  /** The issuers that certificates here have. */
  readonly #names: ReadonlySet<string>

  constructor(all: readonly Details[]) {
    this.#names = new Set(all.map(({ issuerKey }) => `issuer ${issuerKey}`))
    const distinct = new Map(all.map((details) => [details.fingerprint, details]))
    for (const details of distinct.values()) {
      for (const key of keysOf(details)) {
        const there = this.#entries.get(key)
        if (there) there.add(details)
        else this.#entries.set(key, new Set([details]))
      }
    }
  }

  find(reference: KeyReference): X509Certificate | undefined {
    let found: Details | undefined
    for (const key of this.#wanted(reference)) {
      for (const details of this.#entries.get(key) ?? NOBODYS) {
        if (found && found !== details) return undefined
        found = details
      }
    }
    return found?.certificate
  }

  #wanted(reference: KeyReference): readonly string[] {
    switch (reference.by) {
      case 'issuer-serial':
        return this.#formsOf(reference.issuer).map((form) => `${form} ${reference.serial}`)
      case 'key-identifier':
        return [`id ${reference.id.toString('hex')}`]
      case 'thumbprint':
        return [`sha1 ${reference.sha1.toString('hex')}`]
    }
  }

  #formsOf(issuer: string): readonly string[] {
    const before = this.#issuers.get(issuer)
    if (before) return before
    const name = parseName(issuer)
    // Some programs write the first part first, others last.
    const forms = name ? [matching(name), matching(name.toReversed())] : []
    const keys = [...new Set(forms)].map((form) => `issuer ${form}`)
    // Names that are no issuer's would only fill the memory.
    if (keys.some((key) => this.#names.has(key))) this.#issuers.set(issuer, keys)
    return keys
  }
}

function keysOf({ certificate, issuerKey, serial, keyIdentifier: named }: Details): Set<string> {
  const { raw, publicKey } = certificate
  // A certificate without the extension is named by what it would hold.
  const id = named ?? keyIdentifier(publicKey.export({ type: 'spki', format: 'der' }))
  return new Set([
    `issuer ${issuerKey} ${serial}`,
    `id ${id.toString('hex')}`,
    `sha1 ${createHash('sha1').update(raw).digest('hex')}`,
  ])
}
