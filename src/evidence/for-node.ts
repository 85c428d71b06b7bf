/** Opens the evidence that the configuration of a node asks for. */
import { join } from 'node:path'
import { isFull, messageOf } from '../base/errno.js'
import { WaybillError } from '../errors.js'
import {
  type Evidence,
  type EvidenceEntry,
  EvidenceUnavailable,
  type HeadStore,
} from '../security/evidence.js'
import type { MessageSecurity } from '../security/message-security.js'
import type { EvidenceBounds } from './bounds.js'
import type { EvidenceLog } from './chain.js'
import { openEvidence } from './open.js'

/** The parts of the configuration that say where it is kept. */
export interface EvidenceSettings {
  readonly stateDir: string
  readonly node: { readonly uri: string }
  readonly security: { readonly evidence: { readonly folder?: string | undefined } }
}

/** What of a node it is kept with. */
interface Keeping {
  readonly security: Pick<MessageSecurity, 'policies' | 'signing'> | undefined
  /** The queue. */
  readonly heads: HeadStore
}

/** One folder with a folder for each chain. */
export function evidenceFolder({ stateDir, security }: EvidenceSettings): string {
  return security.evidence.folder ?? join(stateDir, 'evidence')
}

/**
 * @returns undefined if no policy has non-repudiation
 * @throws WaybillError
 */
export async function evidenceFor(
  settings: EvidenceSettings,
  bounds: EvidenceBounds,
  { security, heads }: Keeping,
  log: EvidenceLog,
): Promise<Evidence | undefined> {
  if (!security?.policies.all.some(({ require }) => require.includes('non-repudiation'))) {
    return undefined
  }
  const { signing: key } = security
  if (!key) {
    const sentence =
      'security.policies: non-repudiation needs security.certificate and security.key, which sign the evidence'
    throw new WaybillError('WAYBILL_CONFIG_INVALID', sentence)
  }
  const options = {
    folder: evidenceFolder(settings),
    heads,
    node: settings.node.uri,
    ...bounds,
    key: () => key,
    log,
  }
  try {
    return await openEvidence(options)
  } catch (error) {
    if (!isAway(error)) throw error
    log.error({ evidence: options.folder, problem: messageOf(error) }, 'no evidence can be kept')
    return new AwaitedEvidence(() => openEvidence(options))
  }
}

/** True for what comes back by itself: the store, or room on the disk. */
function isAway(error: unknown): boolean {
  if (error instanceof EvidenceUnavailable) return true
  const { cause } = error instanceof Error ? error : {}
  return [error, cause].some(isFull)
}

/** Evidence whose store or disk is away at the start: it is opened once somebody needs it and both are there. */
class AwaitedEvidence implements Evidence {
  readonly #open: () => Promise<Evidence>
  #opening: Promise<Evidence> | undefined
  #closed = false

  constructor(open: () => Promise<Evidence>) {
    this.#open = open
  }

  async append(entry: EvidenceEntry): Promise<void> {
    await (await this.#opened()).append(entry)
  }

  async probe(): Promise<void> {
    await (await this.#opened()).probe()
  }

  async close(): Promise<void> {
    this.#closed = true
    const opened = await this.#opening?.catch(() => undefined)
    await opened?.close()
  }

  /** @throws EvidenceUnavailable */
  async #opened(): Promise<Evidence> {
    if (this.#closed) throw new EvidenceUnavailable('it is closed')
    this.#opening ??= this.#open()
    try {
      return await this.#opening
    } catch (error) {
      this.#opening = undefined
      if (error instanceof EvidenceUnavailable) throw error
      throw new EvidenceUnavailable(`it is not opened yet: ${messageOf(error)}`, { cause: error })
    }
  }
}
