/** A way to wrap or forge a signed message, by its name. */
import type { Kit } from '../forge/letter.js'

export interface Variant {
  readonly name: string
  /** Text of the message that the attacker sends. */
  readonly build: (kit: Kit) => string
  /** Default: both. */
  readonly forms?: readonly Kit['form'][]
  readonly soaps?: readonly Kit['soap'][]
}

export const WSS = { forms: ['wss'] } as const satisfies Partial<Variant>
