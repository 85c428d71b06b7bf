/** What a request is refused for before it changes anything. */
import type { Capacity } from './capacity.js'
import { Refused } from './failures.js'

/** @throws Refused if nothing can be made durable, or nobody waits for it any more */
export function refuseUnwritable({ problem }: Capacity, deadline: number): void {
  if (problem) throw new Refused('unavailable', problem)
  refuseLate(deadline)
}

/** @throws Refused for what nobody waits for any more: it is not written */
export function refuseLate(deadline: number): void {
  if (Date.now() > deadline) throw new Refused('unavailable', 'it came too late to be written')
}
