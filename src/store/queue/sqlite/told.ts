/** Puts together what several transactions have to tell. */
import type { Told } from './requests.js'

export function merged(all: readonly Told[]): Told {
  return {
    replies: all.flatMap(({ replies = [] }) => replies),
    taken: all.flatMap(({ taken = [] }) => taken),
    ended: all.flatMap(({ ended = [] }) => ended),
  }
}
