/** Finds the fault that a contract declares in one that came. */
import { withoutSoap } from '../../contract/arrange.js'
import type { ContractFault } from '../../contract/contract.js'
import type { TypedSchema } from '../../contract/typed-schema.js'
import type { Value } from '../../schema/values/value.js'
import type { Envelope } from '../../soap/envelope.js'
import type { ReceivedFault } from '../../soap/read-fault.js'
import { clarkName } from '../../xml/tree.js'
import { atOnce } from '../../xml/walk.js'

/** @returns undefined for a fault that is not declared, or whose detail is not as it is declared */
export function declaredFault(
  { detail = [] }: ReceivedFault,
  faults: readonly ContractFault[],
  schema: TypedSchema,
  { version }: Envelope,
): { readonly name: string; readonly detail: Value } | undefined {
  for (const entry of detail) {
    const name = clarkName(entry)
    const fault = faults.find(({ element }) => element === name)
    const typed = fault && schema.element(name)
    if (!typed) continue
    const arranged = atOnce(
      typed.arranging(withoutSoap(entry, version.namespace), version.namespace),
    )
    const { findings, value } = atOnce(typed.validating(arranged))
    if (findings.length === 0) return { name: fault.name, detail: value }
  }
  return undefined
}
