/** Finds what the policies of a contract ask of who calls it: the first alternative that can be met, or the one that lacks least. */
import { type EffectivePolicy, effectivePolicy } from '../../../schema/definitions/alternatives.js'
import {
  type Definitions,
  nameOf,
  partsOf,
  valueIn,
  type WsdlSource,
} from '../../../schema/definitions/definitions.js'
import { addressOf } from '../../../schema/definitions/extensions.js'
import { WSAW_NAMESPACE } from '../../../schema/definitions/vocabulary.js'
import { childElements, elementText, isNamed, trimXml } from '../../../xml/tree.js'
import type { BoundPort, Contract } from '../../contract.js'
import { SPOKEN } from '../../wsdl/policy/assertions.js'
import { draftOf, type Endpoint, type RequiredPolicies } from './assertions.js'
import type { Draft } from './draft.js'
import { type Finding, findingOf } from './finding.js'

export interface SecurityPlan {
  readonly draft: Draft
  readonly findings: readonly Finding[]
}

/** @returns undefined where no policy asks for anything */
export function planOf({ source }: Contract): SecurityPlan | undefined {
  if (!source) return undefined
  const { definitions, service } = source
  const ports = new Map(source.bound.map((one) => [one.binding, one]))
  const plans = [...ports.values()].map((one) => planOfPort(one, service, definitions))
  const [first, ...others] = plans
  if (!first) return undefined
  const notes = others
    .filter(({ draft }) => requirementsText(draft) !== requirementsText(first.draft))
    .map(({ at }) =>
      findingOf('yours', at, 'its policies are others than those here', `port ${nameOf(at.node)}`),
    )
  const findings = [...first.findings, ...notes]
  return findings.length > 0 || asksForSecurity(first.draft)
    ? { draft: first.draft, findings }
    : undefined
}

/** True if options of a sender follow from it. */
export function asksForSecurity(draft: Draft): boolean {
  const { signs, user, encrypt, signed, encryptedAnswers } = draft
  return signs || user !== undefined || encrypt.size + signed.size + encryptedAnswers.size > 0
}

function planOfPort(
  { binding, port }: BoundPort,
  service: WsdlSource | undefined,
  definitions: Definitions,
): SecurityPlan & { readonly at: WsdlSource } {
  const address = port && addressOf(port.node)
  const secure = /^https:/i.test((address && valueIn(address, 'location')) ?? '')
  const spoken = partsOf(binding.source.node, 'documentation').map((one) =>
    trimXml(elementText(one)),
  )
  const existing: Endpoint = { secure, strong: spoken.includes(SPOKEN) }
  const at = port ?? binding.source
  const missing: Finding[] = []
  const policy = (...sources: readonly (WsdlSource | undefined)[]) => {
    const found = effectivePolicy(sources, definitions)
    missing.push(...lacksOf(found, at))
    return found.alternatives
  }
  const best = (
    required: RequiredPolicies,
    more: ReturnType<typeof policy>,
    of: keyof RequiredPolicies,
  ): RequiredPolicies => {
    const all = more.map((one) => ({ ...required, [of]: [...required[of], ...one] }))
    return leastOf(all, existing) ?? required
  }
  const endpoint = policy(service, port, binding.source, binding.portType)
  let required = best({ requests: [], answers: [] }, endpoint, 'requests')
  for (const { source, abstract, input, output, faults } of binding.operations) {
    required = best(required, policy(source, abstract), 'requests')
    if (input)
      required = best(required, policy(input.bound, input.abstract, input.message), 'requests')
    if (output)
      required = best(required, policy(output.bound, output.abstract, output.message), 'answers')
    const bound = partsOf(source.node, 'fault').map((node) => ({ document: source.document, node }))
    const declared = faults.flatMap((fault) => [fault.abstract, fault.message])
    required = best(required, policy(...bound, ...declared), 'answers')
    missing.push(...prohibited(source))
  }
  const draft = draftOf(required, existing)
  return { at, draft, findings: unique([...draft.findings, ...missing]) }
}

function leastOf(
  all: readonly RequiredPolicies[],
  endpoint: Endpoint,
): RequiredPolicies | undefined {
  const lacking = (required: RequiredPolicies) =>
    draftOf(required, endpoint).findings.filter(({ kind }) => kind === 'unmet').length
  let least: { readonly required: RequiredPolicies; readonly lacks: number } | undefined
  for (const required of all) {
    const lacks = lacking(required)
    if (!least || lacks < least.lacks) least = { required, lacks }
    if (lacks === 0) break
  }
  return least?.required
}

function lacksOf(
  { alternatives, missing, more }: EffectivePolicy,
  at: WsdlSource,
): readonly Finding[] {
  const elsewhere = missing.map((source) => {
    const uri = valueIn(source.node, 'URI') ?? source.node.local
    return findingOf('unmet', source, 'it is in none of the documents', `the policy ${uri}`)
  })
  const none = 'it has no alternative, so that nothing meets it'
  return [
    ...elsewhere,
    ...(alternatives.length === 0 ? [findingOf('unmet', at, none, 'a policy')] : []),
    ...(more
      ? [
          findingOf(
            'unmet',
            at,
            'not all of its alternatives and references are looked at',
            'a policy',
          ),
        ]
      : []),
  ]
}

/** WS-Addressing 1.0 WSDL Binding §3.2: answers that must go elsewhere. */
function prohibited({ document, node }: WsdlSource): readonly Finding[] {
  const anonymous = childElements(node).filter((child) =>
    isNamed(child, WSAW_NAMESPACE, 'Anonymous'),
  )
  return anonymous
    .filter((child) => trimXml(elementText(child)) === 'prohibited')
    .map((child) =>
      findingOf('unmet', { document, node: child }, 'answers come back on the connection'),
    )
}

/** Operations may have the same policy. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()]
}

/** What is asked for, as a text to compare. */
function requirementsText(draft: Draft): string {
  const lists = Object.values(draft).map((value) => (value instanceof Set ? [...value] : value))
  return JSON.stringify([lists, draft.binding], (key, value) =>
    key === 'document' || key === 'node' ? undefined : value,
  )
}
