/** What the files have in them that the configuration names: each certificate, key and revocation list. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { systemReason } from '../../base/errno.js'
import type { NamedFile } from '../../config/pem.js'
import type { CertificateFacts } from '../../message/origin.js'
import { NotDer } from '../../security/der/read.js'
import { factsOf } from '../../security/trust/certificate-facts.js'
import { type Details, detailsOf } from '../../security/trust/details.js'
import { writeName } from '../../security/trust/names.js'
import { type RevocationList, readRevocationList } from '../../security/trust/revocation-list.js'

interface Place extends NamedFile {
  /** Which of its kind in the file, from 0. */
  readonly index: number
}

export interface CertificateItem extends Place {
  readonly kind: 'certificate'
  readonly details: Details
  readonly facts: CertificateFacts
}

export interface ListItem extends Place {
  readonly kind: 'revocation list'
  readonly list: RevocationList
  /** Name of who has made it. */
  readonly issuer: string
}

export type Item =
  | CertificateItem
  | ListItem
  | (Place & { readonly kind: 'key'; readonly own: KeyObject })
  /** `wrong`: what is wrong with it, as the rest of a sentence; undefined for what is not looked into. */
  | (Place & { readonly kind: 'other'; readonly what: string; readonly wrong: string | undefined })

/** Every file gives one item at least. */
export function itemsIn(named: NamedFile): readonly Item[] {
  let bytes: Buffer
  try {
    bytes = readFileSync(named.file)
  } catch (error) {
    return [unreadable(named, error)]
  }
  return [...itemsOf(named, bytes)]
}

/** The same for many files, without holding the event loop. */
export async function readItems(files: readonly NamedFile[]): Promise<readonly Item[]> {
  const items: Item[] = []
  for (const named of files) {
    const found = await readFile(named.file).then(
      (bytes) => itemsOf(named, bytes),
      (error: unknown) => [unreadable(named, error)],
    )
    for (const item of found) {
      items.push(item)
      await setImmediate()
    }
  }
  return items
}

function* itemsOf(named: NamedFile, bytes: Buffer): Generator<Item> {
  const text = bytes.toString('latin1')
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----.*?-----END \1-----/gs)]
  if (blocks.length === 0) yield withoutPem(named, bytes)
  const counts = new Map<string, number>()
  for (const [block, label = ''] of blocks) {
    const kind = kindOf(label)
    const index = counts.get(kind) ?? 0
    counts.set(kind, index + 1)
    yield read({ ...named, index }, kind, block)
  }
}

function unreadable(named: NamedFile, error: unknown): Item {
  return other(named, 0, 'nothing', `cannot be read (${systemReason(error)})`)
}

function kindOf(label: string): 'certificate' | 'key' | 'revocation list' | 'other' {
  if (label === 'CERTIFICATE') return 'certificate'
  if (label === 'X509 CRL') return 'revocation list'
  return label.endsWith('PRIVATE KEY') ? 'key' : 'other'
}

function read(place: Place, kind: ReturnType<typeof kindOf>, block: string): Item {
  try {
    switch (kind) {
      case 'certificate': {
        const certificate = new X509Certificate(block)
        return { ...place, kind, details: detailsOf(certificate), facts: factsOf(certificate) }
      }
      case 'revocation list':
        return listItem(place, Buffer.from(block.replace(/-----[^-]+-----/g, ''), 'base64'))
      case 'key':
        return { ...place, kind, own: createPrivateKey(block) }
      case 'other':
        return other(place, place.index, 'other', undefined)
    }
  } catch (error) {
    const why = error instanceof NotDer ? error.message : 'it is damaged, or needs a passphrase'
    return other(place, place.index, kind, `holds a ${kind} that cannot be used: ${why}`)
  }
}

/** In DER there are revocation lists, and responses that no list is of. */
function withoutPem(named: NamedFile, bytes: Buffer): Item {
  if (named.key.endsWith('.ocspResponse')) return other(named, 0, 'OCSP response', undefined)
  if (bytes[0] !== 0x30) return other(named, 0, 'nothing', 'holds nothing in PEM')
  try {
    return listItem({ ...named, index: 0 }, bytes)
  } catch (error) {
    if (!(error instanceof NotDer)) throw error
    return other(
      named,
      0,
      'nothing',
      `holds nothing in PEM, and no revocation list: ${error.message}`,
    )
  }
}

function listItem(place: Place, bytes: Buffer): ListItem {
  const list = readRevocationList(bytes)
  return { ...place, kind: 'revocation list', list, issuer: writeName(list.issuer) }
}

function other(named: NamedFile, index: number, what: string, wrong: string | undefined): Item {
  return { file: named.file, key: named.key, index, kind: 'other', what, wrong }
}
