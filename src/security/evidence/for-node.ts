/** Opens the evidence that the configuration of a node asks for. */
import { join } from 'node:path'
import { WaybillError } from '../../errors.js'
import type { MessageSecurity } from '../message-security.js'
import type { EvidenceLog } from './chain.js'
import type { Evidence } from './evidence.js'
import type { HeadStore } from './head.js'
import { openEvidence } from './open.js'

export type { Evidence } from './evidence.js'

/** The parts of the configuration that say where it is kept. */
export interface EvidenceSettings {
  readonly stateDir: string
  readonly node: { readonly uri: string }
  readonly queue: { readonly acknowledge: number }
  readonly security: {
    readonly evidence: { readonly folder?: string | undefined; readonly fileSize: number }
  }
}

/** One folder with a folder for each chain. */
export function evidenceFolder({ stateDir, security }: EvidenceSettings): string {
  return security.evidence.folder ?? join(stateDir, 'evidence')
}

/**
 * @param heads  the queue
 * @returns undefined if no policy has non-repudiation
 * @throws WaybillError
 */
export async function evidenceFor(
  settings: EvidenceSettings,
  log: EvidenceLog,
  { security }: { readonly security: Pick<MessageSecurity, 'policies' | 'signing'> | undefined },
  heads: HeadStore,
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
  return openEvidence({
    folder: evidenceFolder(settings),
    heads,
    node: settings.node.uri,
    fileSize: settings.security.evidence.fileSize,
    key: () => key,
    acknowledge: settings.queue.acknowledge,
    log,
  })
}
