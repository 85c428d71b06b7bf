/** A node that keeps packed messages of alice as evidence, and the export of what it has kept. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { exportEvidence } from '../../../src/evidence/export.js'
import type { KeptEntry } from '../../../src/evidence/read-entry.js'
import { folderOf } from '../folder.js'
import { memoryHeads, opening } from './evidence.js'
import { ALL, certified, type LastNode, lastNode } from './packed-way.js'

export interface ExportedMessage {
  readonly folder: string
  readonly entry: KeptEntry
  readonly text: string
}

export interface KeepingNode extends LastNode {
  /** What was kept of the only exchange, received first. */
  exported(): Promise<readonly ExportedMessage[]>
}

export async function keepingNode(t: ExecutionContext, policy: object = {}): Promise<KeepingNode> {
  const folder = folderOf(t, {})
  const own = { key: ALL.node.key, certificate: ALL.node.certificate, chain: [] }
  const kept = await opening(join(folder, 'evidence'), memoryHeads(), { key: () => own })
  const exchanges: string[] = []
  const evidence: typeof kept = {
    append: (entry) => {
      exchanges.push(entry.exchange)
      return kept.append(entry)
    },
    probe: () => kept.probe(),
    close: () => kept.close(),
  }
  const policies = [
    { require: 'non-repudiation', peers: ['alice'], sends: { sign: ['Body'] }, ...policy },
  ]
  const node = await lastNode(t, policies, { evidence })
  certified(node)
  return {
    ...node,
    async exported() {
      await kept.close()
      const to = join(folder, 'export')
      const all = await exportEvidence({
        folder: join(folder, 'evidence'),
        exchange: exchanges.at(-1) ?? '',
        to,
        key: own,
      })
      return all.map(({ name, found }) => ({
        folder: join(to, name),
        entry: found.entry,
        text: readFileSync(join(to, name, 'message.xml'), 'utf8'),
      }))
    },
  }
}
