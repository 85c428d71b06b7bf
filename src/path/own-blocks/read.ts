/** Reads the header blocks that the node handles itself. */
import { allowedEndpoints } from '../../soap/addressing/allowed-endpoints.js'
import { type Reading, readAddressing } from '../../soap/addressing/read-addressing.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import type { HeaderBlock } from '../../soap/header-block.js'
import type { SoapVersion } from '../../soap/version.js'
import type { XmlElement } from '../../xml/tree.js'
import type { OwnBlock } from './own-blocks.js'

export interface OwnBlocks {
  /** What the addressing blocks say, and what is wrong with them; undefined if there are none. */
  readonly addressing: Reading | undefined
  /** The Hops blocks as they came: one at most, or the message is refused. */
  readonly hops: readonly XmlElement[]
  /** The Trace blocks as they came, likewise. */
  readonly trace: readonly XmlElement[]
  /** The blocks of WS-Security and SOAP-DSIG as they came. */
  readonly security: readonly HeaderBlock[]
}

export interface FoundBlock {
  readonly part: OwnBlock['part']
  readonly block: HeaderBlock
}

/**
 * @param found   in document order
 * @param policy  decides where answers may be sent; undefined for a message that was checked before
 */
export function readOwnBlocks(
  found: readonly FoundBlock[],
  version: SoapVersion,
  policy: ReplyPolicy | undefined,
): OwnBlocks {
  const of = (part: OwnBlock['part']) =>
    found.filter((one) => one.part === part).map(({ block }) => block.element)
  const reading = readAddressing(of('addressing'), version)
  return {
    addressing: reading && policy ? allowed(reading, policy) : reading,
    hops: of('hops'),
    trace: of('trace'),
    security: found.filter(({ part }) => part === 'security').map(({ block }) => block),
  }
}

function allowed(reading: Reading, policy: ReplyPolicy): Reading {
  const { addressing, fault } = allowedEndpoints(reading.addressing, policy)
  const relative = reading.relative && { otherwise: reading.relative.otherwise ?? fault }
  return { addressing, fault: reading.fault ?? fault, relative }
}
