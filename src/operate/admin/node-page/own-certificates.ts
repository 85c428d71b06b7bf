/** The certificates that this node shows to others, as their files have them. */
import { Reading } from '../../../base/reading.js'
import { filesIn } from '../../../config/files.js'
import { useOf } from '../../findings/file-purpose.js'
import { type Item, readItems } from '../../findings/items.js'
import type { NodeCertificatesView } from '../api.js'
import type { ConfigNow } from './config-now.js'

/** Not those of peers, nor of who issues certificates. */
const OWN = /^(?!security\.peers\.).*\bcertificate$/

/** Milliseconds in which all are read. */
const DEADLINE = 20_000

export class OwnCertificates {
  readonly #reading: Reading<NodeCertificatesView>

  constructor(now: Pick<ConfigNow, 'config' | 'schema'>) {
    this.#reading = new Reading(() => read(now), { deadline: DEADLINE })
  }

  /** As their files have been in the last few seconds: they may be replaced at any time. */
  async view(): Promise<NodeCertificatesView> {
    await this.#reading.look()
    const { value, failure } = this.#reading
    if (value) return value
    throw failure ?? new Error('the certificates are not known yet')
  }
}

async function read({
  config,
  schema,
}: Pick<ConfigNow, 'config' | 'schema'>): Promise<NodeCertificatesView> {
  const files = filesIn(config, schema).filter(({ key }) => OWN.test(key))
  const items = await readItems(files)
  return { certificates: items.flatMap(certificateOf) }
}

/** Issuers may follow it in its file: they are shown as well. */
function certificateOf(item: Item): NodeCertificatesView['certificates'] {
  if (item.kind !== 'certificate') return []
  const { subject, issuer, fingerprint } = item.facts
  const { from, until } = item.details
  const use = item.index === 0 ? useOf(item.key) : 'issued the one before it'
  const location = `${item.key}: ${item.file}`
  return [{ location, subject, issuer, from, until, fingerprint, use }]
}
