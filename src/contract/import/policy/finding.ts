/** What is found of an assertion that a sender does not meet by its options alone: by name, with its place. */
import { basename } from 'node:path'
import type { WsdlSource } from '../../../schema/definitions/definitions.js'
import { positionOf } from '../../../xml/unreadable.js'

export interface Finding {
  /** `unmet`: the sender cannot do it. `yours`: whoever calls must see to it. */
  readonly kind: 'unmet' | 'yours'
  /** Such as `AlgorithmSuite/TripleDes`. */
  readonly assertion: string
  /** File and line. */
  readonly location: string
  readonly why: string
}

export function findingOf(
  kind: Finding['kind'],
  { document: { file, text }, node }: WsdlSource,
  why: string,
  assertion = node.local,
): Finding {
  const location = `${basename(new URL(file, 'file:').pathname)}:${positionOf(text, node.start).line}`
  return { kind, assertion, location, why }
}

/** For people to read. */
export function lineOf({ assertion, location, why }: Finding): string {
  return `${assertion} (${location}): ${why}`
}
