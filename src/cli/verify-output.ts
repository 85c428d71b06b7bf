/** What `waybill verify` prints: the steps, what is covered, and the verdict. */
import { WSSE, WSU } from '../security/names.js'
import type { OpeningStep } from '../security/open.js'
import type { AcceptedSignature, Verdict } from '../security/verdict.js'
import { SOAP_11, SOAP_12 } from '../soap/version.js'
import { clarkName, type XmlElement } from '../xml/tree.js'
import { moment, printFields, printJson } from './print.js'

export interface Result {
  readonly valid: boolean
  /** Undefined for a valid one. */
  readonly why: string | undefined
  readonly steps: readonly OpeningStep[]
  /** Undefined if it could not be opened. */
  readonly verdict: Verdict | undefined
}

export function showResult({ valid, why, steps, verdict }: Result, json: boolean): void {
  const signatures = verdict?.signatures ?? []
  const timestamp = verdict?.timestamp
  if (json) {
    printJson({
      valid,
      why,
      form: verdict?.form,
      steps,
      signatures: signatures.map((one) => ({ ...one, covers: one.covers.map(clarkName) })),
      users: verdict?.users.map(({ peer }) => peer) ?? [],
      created: timestamp?.created === undefined ? undefined : moment(timestamp.created),
      expires: timestamp?.expires === undefined ? undefined : moment(timestamp.expires),
      decrypted: verdict?.decrypted.map(clarkName) ?? [],
      confirmed: verdict?.confirmed ?? [],
      ignored: verdict?.ignored ?? [],
    })
    return
  }
  printFields([
    ...steps.map(({ sentence, ok }) => [ok ? 'ok' : 'no', sentence] as const),
    ...signatures.map((signature) => ['signed', describe(signature)] as const),
    ...(verdict?.decrypted ?? []).map((one) => ['decrypted', clarkName(one)] as const),
    ['verdict', valid ? 'valid' : `not valid: ${why}`],
  ])
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
