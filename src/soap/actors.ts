/** Decides whether a header block is for this node: the only place that does. */
import type { SoapVersion } from './version.js'

/**
 * @param actor     what the block names; undefined for the ultimate receiver
 * @param actors    URIs of the actors that the configuration gives this node
 * @param ultimate  true if this node is the ultimate receiver of the message
 */
export function isForNode(
  actor: string | undefined,
  version: SoapVersion,
  actors: ReadonlySet<string>,
  ultimate: boolean,
): boolean {
  // SOAP 1.1 §4.2.2: "Omitting the SOAP actor attribute indicates that the recipient is the
  // ultimate destination of the SOAP message."
  if (actor === undefined) return ultimate
  // SOAP 1.2 Part 1 §2.2: "SOAP nodes MUST NOT act in this role" (none).
  if (actor === version.none) return false
  // SOAP 1.2 Part 1 §2.2: every node "MUST act in this role" (next).
  return actor === version.next || actors.has(actor)
}
