/** Where what a node asks for differs from what its contract says, by assertions of WS-SecurityPolicy. */
import { nameOf } from '../../../schema/definitions/definitions.js'
import { NO_XML_LIMITS } from '../../../xml/limits.js'
import { readDocument } from '../../../xml/read.js'
import type { Contract, ContractSource } from '../../contract.js'
import { Policies, type PolicyOptions } from '../policy/policy-references.js'
import { policiesOf } from './bindings.js'
import type { ServedPort } from './ports.js'
import { assertionsIn, requiredAssertions } from './security.js'

export interface Difference {
  /** What the contract alone asks for, as paths such as `SignedParts/Body`. */
  readonly contract: readonly string[]
  /** What the node alone asks for. */
  readonly node: readonly string[]
}

/** @returns undefined where there is none, and where the contract asks for nothing */
export function differenceOf(
  contract: Contract,
  { definitions }: ContractSource,
  ports: readonly ServedPort[],
  needs: PolicyOptions['needs'],
): Difference | undefined {
  const stated = requiredAssertions(definitions)
  if (stated.size === 0) return undefined
  const policies = new Policies({ needs, declaring: true })
  for (const { of, port } of ports) {
    policiesOf(of.binding, nameOf(of.binding.source.node), port, { contract, policies })
  }
  const text = `<policies>${policies.lines.join('\n')}</policies>`
  const required = new Set(assertionsIn(readDocument(text, NO_XML_LIMITS)))
  const difference = {
    contract: [...stated].filter((one) => !required.has(one)),
    node: [...required].filter((one) => !stated.has(one)),
  }
  return difference.contract.length + difference.node.length === 0 ? undefined : difference
}
