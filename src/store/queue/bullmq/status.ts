/** Says how a queue on Redis stands, and what it promises, for people to read. */
import type { Capacity } from './capacity.js'
import type { Watch } from './watch.js'

/** @param name  of the Redis */
export function statusOf(
  name: string,
  { problem, full }: Pick<Capacity, 'problem' | 'full'>,
  { sentence }: Pick<Watch, 'sentence'>,
): string {
  if (problem) return `${name} does not answer: ${problem}`
  return full ? `${name} takes no more: ${full}; ${sentence}` : `${name}: ${sentence}`
}
