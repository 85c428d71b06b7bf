/** What a request is refused for before it changes anything. */
import { wallTime } from '../../../base/time.js'
import type { Capacity } from './capacity.js'
import { Refused } from './failures.js'

/** @throws Refused if nothing can be made durable, or nobody waits for it any more */
export function refuseUnwritable({ problem }: Capacity, deadline: number): void {
  if (problem) throw new Refused('unavailable', problem)
  refuseLate(deadline)
}

/**
 * @param beyond  true for what may pass the bounds on what there is to do
 * @throws Refused if the disk has no room for so many bytes, or nobody waits for them any more
 */
export function refuseRoom(
  capacity: Capacity,
  size: number,
  beyond: boolean,
  deadline: number,
): void {
  const problem = capacity.problem ?? capacity.crampedBy(size)
  if (problem) throw new Refused('unavailable', problem)
  if (capacity.full && !beyond) throw new Refused('full', capacity.full)
  refuseLate(deadline)
}

/** @throws Refused for what nobody waits for any more: it is not written */
export function refuseLate(deadline: number): void {
  if (wallTime() > deadline) throw new Refused('unavailable', 'it came too late to be written')
}
