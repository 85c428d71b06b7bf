/** The rights of a caller, as the console gets them. */
import type { Right, Rights } from '../rights.js'

interface May {
  readonly may: Right
  /** True if that is so for messages of some operations and destinations only. */
  readonly limited?: true
}

export function mayOf({ right, limited }: Rights): May {
  return { may: right, ...(limited && { limited }) }
}
