/** Puts together what several transactions have to tell. */
import type { Told } from './requests.js'

export function merged(all: readonly Told[]): Told {
  return {
    answers: all.flatMap(({ answers = [] }) => answers),
    taken: all.flatMap(({ taken = [] }) => taken),
    ended: all.flatMap(({ ended = [] }) => ended),
  }
}
