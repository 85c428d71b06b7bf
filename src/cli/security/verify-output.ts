/** What `waybill verify` prints: the steps, what is covered, and the verdict. */
import { WSSE, WSU } from '../../security/names.js'
import type { OpeningStep } from '../../security/open.js'
import type { AcceptedSignature, Tied } from '../../security/verdict.js'
import { SOAP_11, SOAP_12 } from '../../soap/version.js'
import { clarkName, type XmlElement } from '../../xml/tree.js'
import { moment, printFields, printJson } from '../command/print.js'
import type { PolicyVerdict } from './verify-policies.js'

export interface Result {
  readonly valid: boolean
  /** Undefined for a valid one. */
  readonly why: string | undefined
  readonly steps: readonly OpeningStep[]
  /** Undefined if it could not be opened. */
  readonly verdict: Tied | undefined
  readonly policies: readonly PolicyVerdict[]
}

export function showResult(result: Result, json: boolean): void {
  const { valid, why, steps, verdict, policies } = result
  const { signatures = [], apart = [] } = verdict ?? {}
  const timestamp = verdict?.timestamp
  if (json) {
    printJson({
      valid,
      why,
      form: verdict?.form,
      steps,
      signatures: signatures.map(named),
      apart: apart.map(named),
      users: verdict?.users.map(({ peer }) => peer) ?? [],
      created: timestamp?.created === undefined ? undefined : moment(timestamp.created),
      expires: timestamp?.expires === undefined ? undefined : moment(timestamp.expires),
      decrypted: verdict?.decrypted.map(clarkName) ?? [],
      confirmed: verdict?.confirmed ?? [],
      ignored: verdict?.ignored ?? [],
      policies: policies.map(({ signs: _, ...policy }) => policy),
    })
    return
  }
  printFields([
    ...steps.map(({ sentence, ok }) => [ok ? 'ok' : 'no', sentence] as const),
    ...signatures.map((signature) => ['signed', describe(signature)] as const),
    ...apart.map((signature) => ['apart', describe(signature)] as const),
    ...(verdict?.decrypted ?? []).map((one) => ['decrypted', clarkName(one)] as const),
    ...policies.map((policy) => ['policy', sentenceOf(policy)] as const),
    ['verdict', valid ? 'valid' : `not valid: ${why}`],
  ])
}

function named({ element: _, prefixes: __, covers, ...signature }: AcceptedSignature): object {
  return { ...signature, covers: covers.map(clarkName) }
}

function sentenceOf({ name, applies, met, why }: PolicyVerdict): string {
  if (!applies) return `${name} does not apply: ${why}`
  return met ? `${name} holds` : `${name} does not hold: ${why}`
}

/** Parts of SOAP and WS-Security go without their namespaces. */
function shortName(element: XmlElement): string {
  return SHORT.has(element.namespace) ? element.local : clarkName(element)
}

const SHORT: ReadonlySet<string> = new Set([SOAP_11.namespace, SOAP_12.namespace, WSU, WSSE])

function describe({ kind, peer, covers, certificate }: AcceptedSignature): string {
  const parts = covers.map(shortName).join(', ')
  const by = certificate ? `${peer} (${certificate.subject})` : peer
  return `${kind === 'mac' ? 'MAC' : 'signature'} by ${by} over ${parts || 'nothing that counts'}`
}
