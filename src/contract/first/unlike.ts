/** Refuses handlers that are not those of the contract, and operations that no message distinguish. */
import { areDistinguishable } from '../../message/accepted-actions.js'
import type { Contract, ContractOperation } from '../contract.js'
import type { UntypedContractPlugin } from './untyped.js'

/** @throws TypeError with a sentence that names the operations */
export function refuseUnlike(
  { name: service, operations }: Contract,
  { handlers, options = {} }: Pick<UntypedContractPlugin, 'handlers' | 'options'>,
): void {
  const names = operations.map(({ name }) => name)
  const missing = names.filter((name) => !isHandled(handlers, name))
  if (missing.length > 0) {
    throw new TypeError(`has no handler for ${missing.join(', ')} of the service ${service}`)
  }
  const unknown = [...Object.keys(handlers), ...Object.keys(options)].find(
    (name) => !names.includes(name),
  )
  if (unknown !== undefined) {
    const all = names.join(', ') || 'none'
    throw new TypeError(
      `has a handler or options for ${unknown}, and the service ${service} has no such operation; its operations are ${all}`,
    )
  }
  for (const [index, one] of operations.entries()) {
    const same = operations.slice(0, index).find((other) => !differ(one, other))
    if (same) throw new TypeError(`cannot be called: ${unclear(same, one)}`)
  }
}

/**
 * WS-I BP 1.1 R2710: operations of a binding "MUST result in operation signatures that are different from one
 * another"; those that do not are distinguished by what their contract says of the action, in its bindings or its port
 * types. A default action alone is not enough: only who writes addressing blocks could call them.
 */
function differ(one: ContractOperation, other: ContractOperation): boolean {
  if (one.request.entry !== other.request.entry) return true
  return areDistinguishable(one.actions?.explicit, other.actions?.explicit)
}

function unclear(one: ContractOperation, other: ContractOperation): string {
  const { entry } = one.request
  const how = entry === undefined ? 'an empty Body' : `the body entry ${entry}`
  return `its operations ${one.name} and ${other.name} both have ${how}, and no soapAction or wsam:Action tells them apart`
}

/** Handlers may be methods of a class; but every object has functions such as toString. */
function isHandled(handlers: UntypedContractPlugin['handlers'], name: string): boolean {
  const inherited = Object.hasOwn(Object.prototype, name) && !Object.hasOwn(handlers, name)
  return typeof handlers[name] === 'function' && !inherited
}
