/** Finds configured certificates by how messages refer to them. */
import { createHash, type X509Certificate } from 'node:crypto'
import { keyIdentifier } from '../key-identifier.js'
import type { KeyReference } from '../keys.js'
import type { Details } from './details.js'
import { matching } from './names.js'
import { parseName } from './parse-name.js'

export class Directory {
  /** One key leads to several certificates only if nobody can tell which is meant. */
  readonly #entries = new Map<string, Set<Details>>()

  constructor(all: readonly Details[]) {
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
    const found = new Set(wanted(reference).flatMap((key) => [...(this.#entries.get(key) ?? [])]))
    const [only, ...more] = found
    return more.length === 0 ? only?.certificate : undefined
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

function wanted(reference: KeyReference): readonly string[] {
  switch (reference.by) {
    case 'issuer-serial': {
      const name = parseName(reference.issuer)
      // Some programs write the first part first, others last.
      const forms = name ? [matching(name), matching(name.toReversed())] : []
      return [...new Set(forms)].map((form) => `issuer ${form} ${reference.serial}`)
    }
    case 'key-identifier':
      return [`id ${reference.id.toString('hex')}`]
    case 'thumbprint':
      return [`sha1 ${reference.sha1.toString('hex')}`]
  }
}
