/** Which actions an operation takes: how it is chosen, what SOAPAction may say and what wsa:Action may say follow from it. */
import { isSameAction } from './action.js'

/** `''` among them stands for a message that says none; undefined: any will do. */
export type AcceptedActions = readonly string[] | undefined

/** @param action  undefined or `''` for a message that says none */
export function accepts(accepted: AcceptedActions, action: string | undefined): boolean {
  return accepted === undefined || accepted.some((one) => isSameAction(one, action ?? ''))
}

/** True if the operation names both: a contract may have one action for SOAPAction, and another for WS-Addressing. */
export function namesBoth(accepted: AcceptedActions, one: string, other: string): boolean {
  return accepted !== undefined && accepts(accepted, one) && accepts(accepted, other)
}

/** True if each takes an action that the other does not. */
export function areDistinguishable(one: AcceptedActions, other: AcceptedActions): boolean {
  if (one === undefined || other === undefined) return false
  return (
    one.some((action) => !accepts(other, action)) && other.some((action) => !accepts(one, action))
  )
}
