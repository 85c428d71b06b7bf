/** Finds the parts of a message that policies name: Body, Timestamp, blocks and entries by their names. */
import { ADDRESSING_NAMESPACE } from '../soap/addressing/addressing.js'
import type { Envelope } from '../soap/envelope.js'
import { clarkName, type XmlElement } from '../xml/tree.js'
import type { Verdict } from './verdict.js'

/** The part of a message that is beside its envelope. */
export const ATTACHMENTS = 'Attachments'

/**
 * @param part  as in the configuration
 * @returns undefined if the message must have it and has not; empty for blocks that are not there
 */
export function elementsOf(
  part: string,
  { body, blocks, entries }: Envelope,
  { timestamp, users }: Pick<Verdict, 'timestamp' | 'users'>,
): readonly XmlElement[] | undefined {
  switch (part) {
    case 'Body':
      return [body]
    case 'Timestamp':
      return timestamp && [timestamp.element]
    case 'UsernameToken':
      return users.length > 0 ? users.map(({ element }) => element) : undefined
    case 'Addressing':
      return blocks.filter(({ namespace }) => namespace === ADDRESSING_NAMESPACE)
    case 'Signature':
    case ATTACHMENTS:
      return []
    default:
      return [...blocks, ...entries].filter((element) => clarkName(element) === part)
  }
}
