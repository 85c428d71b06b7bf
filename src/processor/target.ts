/** Step: finds the header blocks that are for an actor which this node plays. */
import { actorOf, type HeaderBlock, readHeaderBlock } from '../soap/header-block.js'
import type { SoapVersion } from '../soap/version.js'
import type { Routed } from './route.js'

export interface Targeted extends Routed {
  /** The header blocks addressed to this node, in document order. */
  readonly targeted: readonly HeaderBlock[]
}

/** @param actors  URIs of the actors that the configuration gives this node */
export function target({ envelope, route }: Routed, actors: ReadonlySet<string>): Targeted {
  const { blocks, version } = envelope
  const targeted = blocks
    .filter((block) => plays(actorOf(block, version), version, route.role, actors))
    .map((block) => readHeaderBlock(block, version))
  return { envelope, route, targeted }
}

function plays(
  actor: string | undefined,
  version: SoapVersion,
  role: Routed['route']['role'],
  actors: ReadonlySet<string>,
): boolean {
  // SOAP 1.1 §4.2.2: "Omitting the SOAP actor attribute indicates that the recipient is the
  // ultimate destination of the SOAP message."
  if (actor === undefined) return role === 'ultimate-receiver'
  // SOAP 1.2 Part 1 §2.2: "SOAP nodes MUST NOT act in this role" (none).
  if (actor === version.none) return false
  // SOAP 1.2 Part 1 §2.2: every node "MUST act in this role" (next).
  return actor === version.next || actors.has(actor)
}
