/** The header blocks that every node handles itself, before any plugin: WS-Addressing, Hops, Trace, security. */

import { HOPS, HOPS_PLUGIN, HOPS_SCHEMA } from '../../message/way/hops.js'
import { TRACE, TRACE_PLUGIN, TRACE_SCHEMA } from '../../message/way/visits.js'
import { NEXT } from '../../plugin.js'
import { SOAP_SEC, WSSE, WSSE11 } from '../../security/names.js'
import { ADDRESSING_BLOCKS, ADDRESSING_PLUGIN } from '../../soap/addressing/addressing.js'
import { blockName } from '../../soap/addressing/faults.js'
import type { ClarkName } from '../../xml/tree.js'

/** A header block that the node handles itself. */
export interface OwnBlock {
  readonly name: ClarkName
  /** The actor that the handler is for, as in a header handler. Default: every actor that this node plays. */
  readonly actor?: string | undefined
  readonly schema?: URL | undefined
  /** Names the node as its handler, and the key that turns it off. */
  readonly owner: string
  readonly part: 'addressing' | 'hops' | 'trace' | 'security'
  /** True if it stays in the message; the node adds to it when it sends the message on. */
  readonly kept: boolean
}

export interface OwnBlockSettings {
  /** Whether the node handles WS-Addressing; otherwise a mandatory block of it is not understood. */
  readonly addressing: boolean
  /** Whether the node handles Hops blocks. */
  readonly hops: boolean
  /** Whether the node handles Trace blocks. */
  readonly trace: boolean
  /** Whether the node opens security blocks; otherwise a mandatory one is not understood. */
  readonly security: boolean
}

export function ownBlocks({
  addressing,
  hops,
  trace,
  security,
}: OwnBlockSettings): readonly OwnBlock[] {
  return [
    ...(addressing ? ADDRESSING : []),
    ...(hops ? [HOPS_BLOCK] : []),
    ...(trace ? [TRACE_BLOCK] : []),
    ...(security ? SECURITY : []),
  ]
}

const ADDRESSING = ADDRESSING_BLOCKS.map(
  (block): OwnBlock => ({
    name: blockName(block),
    owner: ADDRESSING_PLUGIN,
    part: 'addressing',
    kept: false,
  }),
)

const HOPS_BLOCK: OwnBlock = {
  name: HOPS,
  actor: NEXT,
  schema: HOPS_SCHEMA,
  owner: HOPS_PLUGIN,
  part: 'hops',
  kept: true,
}

const TRACE_BLOCK: OwnBlock = {
  name: TRACE,
  actor: NEXT,
  schema: TRACE_SCHEMA,
  owner: TRACE_PLUGIN,
  part: 'trace',
  kept: true,
}

/** Names the node as the handler of these blocks, and the key that turns it on. */
const SECURITY_OWNER = 'WS-Security and SOAP-DSIG (security)'

const SECURITY = [
  `{${WSSE}}Security`,
  `{${SOAP_SEC}}Signature`,
  // WSS 1.1 §9.4.5: to understand it is to know how to decrypt it; what it holds is understood afterwards.
  `{${WSSE11}}EncryptedHeader`,
].map((name): OwnBlock => ({ name, owner: SECURITY_OWNER, part: 'security', kept: false }))
