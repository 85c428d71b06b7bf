/** Routes of tests: every message goes on to one place. */
import type { FindRoute, ForwardMode, Onward } from '../../../src/path/parts/onward.js'

/** @param answerTime  milliseconds that an answer which comes alone is waited for; 0 for none */
export function onwardTo(url: string, mode: ForwardMode = 'relay', answerTime = 0): FindRoute {
  const onward: Onward = {
    to: new URL(url),
    mode,
    ordered: false,
    answerTime,
    name: 'test',
    reason: 'every message goes there',
  }
  return () => onward
}
