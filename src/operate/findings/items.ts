/** What the files have in them that the configuration names: each certificate, key, revocation list and OCSP response. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { systemReason } from '../../base/errno.js'
import type { NamedFile } from '../../config/pem.js'
import type { CertificateFacts } from '../../message/origin.js'
import { NotDer } from '../../security/der/read.js'
import { factsOf } from '../../security/trust/certificate-facts.js'
import { type Details, detailsOf } from '../../security/trust/details.js'
import { writeName } from '../../security/trust/names.js'
import { type OcspResponse, readOcspResponse } from '../../security/trust/ocsp-response.js'
import { type RevocationList, readRevocationList } from '../../security/trust/revocation-list.js'

/** A file, as it was read. */
interface Opened extends NamedFile {
  /** True if every user of this machine may read it. */
  readonly open: boolean
}

interface Location extends Opened {
  /** Which of its kind in the file, from 0. */
  readonly index: number
}

export interface CertificateItem extends Location {
  readonly kind: 'certificate'
  readonly details: Details
  readonly facts: CertificateFacts
}

export interface ListItem extends Location {
  readonly kind: 'revocation list'
  readonly list: RevocationList
  /** Name of who has made it. */
  readonly issuer: string
}

export interface ResponseItem extends Location {
  readonly kind: 'OCSP response'
  readonly response: OcspResponse
}

export type Item =
  | CertificateItem
  | ListItem
  | ResponseItem
  | (Location & { readonly kind: 'key'; readonly own: KeyObject })
  /** `wrong`: what is wrong with it, as the rest of a sentence; undefined for what is not looked into. */
  | (Location & {
      readonly kind: 'other'
      readonly what: string
      readonly wrong: string | undefined
    })

/** Every file gives one item at least. Nobody waits for long: the event loop goes on between two of them. */
export async function readItems(files: readonly NamedFile[]): Promise<readonly Item[]> {
  const items: Item[] = []
  for (const named of files) {
    for (const item of await itemsIn(named)) {
      items.push(item)
      await setImmediate()
    }
  }
  return items
}

async function itemsIn(named: NamedFile): Promise<Iterable<Item>> {
  try {
    const [bytes, { mode }] = await Promise.all([readFile(named.file), stat(named.file)])
    // Windows has no such bits.
    const open = process.platform !== 'win32' && (mode & 0o007) !== 0
    return itemsOf({ ...named, open }, bytes)
  } catch (error) {
    return [unreadable({ ...named, open: false }, error)]
  }
}

function* itemsOf(named: Opened, bytes: Buffer): Generator<Item> {
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

function unreadable(named: Opened, error: unknown): Item {
  return other(named, 0, 'nothing', `cannot be read (${systemReason(error)})`)
}

function kindOf(label: string): 'certificate' | 'key' | 'revocation list' | 'other' {
  if (label === 'CERTIFICATE') return 'certificate'
  if (label === 'X509 CRL') return 'revocation list'
  return label.endsWith('PRIVATE KEY') ? 'key' : 'other'
}

function read(location: Location, kind: ReturnType<typeof kindOf>, block: string): Item {
  try {
    switch (kind) {
      case 'certificate': {
        const certificate = new X509Certificate(block)
        return { ...location, kind, details: detailsOf(certificate), facts: factsOf(certificate) }
      }
      case 'revocation list':
        return listItem(location, Buffer.from(block.replace(/-----[^-]+-----/g, ''), 'base64'))
      case 'key':
        return { ...location, kind, own: createPrivateKey(block) }
      case 'other':
        return other(location, location.index, 'other', undefined)
    }
  } catch (error) {
    const why = error instanceof NotDer ? error.message : 'it is damaged, or needs a passphrase'
    return other(location, location.index, kind, `holds a ${kind} that cannot be used: ${why}`)
  }
}

/** In DER there are revocation lists, and OCSP responses. */
function withoutPem(named: Opened, bytes: Buffer): Item {
  const only = { ...named, index: 0 }
  const isResponse = named.key.endsWith('.ocspResponse')
  if (!isResponse && bytes[0] !== 0x30) return other(named, 0, 'nothing', 'holds nothing in PEM')
  try {
    return isResponse
      ? { ...only, kind: 'OCSP response', response: readOcspResponse(bytes) }
      : listItem(only, bytes)
  } catch (error) {
    if (!(error instanceof NotDer)) throw error
    const what = isResponse
      ? 'no OCSP response that can be used'
      : 'nothing in PEM, and no revocation list'
    return other(named, 0, 'nothing', `holds ${what}: ${error.message}`)
  }
}

function listItem(location: Location, bytes: Buffer): ListItem {
  const list = readRevocationList(bytes)
  return { ...location, kind: 'revocation list', list, issuer: writeName(list.issuer) }
}

function other(
  { file, key, open }: Opened,
  index: number,
  what: string,
  wrong: string | undefined,
): Item {
  return { file, key, open, index, kind: 'other', what, wrong }
}
