/** A plugin as text whose operations and header handler hold the event loop, each in its own way. */

/** The lines of what holds, by the name of its function. */
export const HOLDING_LINES = { spin: 4, spinHeader: 8, match: 13, wait: 17 } as const

/** Milliseconds that each of them holds it, but for the pattern: that takes seconds and depends on the machine. */
export const HOLDS = 1_500

export const HOLDING_PLUGIN = `
import { execFileSync } from 'node:child_process'
function spin(until = Date.now() + ${HOLDS}) {
  while (Date.now() < until);
  return { done: 'yes' }
}
function spinHeader(until = Date.now() + ${HOLDS}) {
  while (Date.now() < until);
}
/** Each further letter takes twice as long: as many as take long enough. */
function match(text = 'aaaaaaaaaaaaaaaaaaaa', from = Date.now()) {
  while (Date.now() < from + ${HOLDS}) {
    /^(a+)+$/.test(text + 'b'); text += 'a'
  }
  return { done: text.length > 20 ? 'yes' : 'no' }
}
const wait = () => { execFileSync('sleep', ['${HOLDS / 1000}']); return { done: 'yes' } }
const of = (name, invoke) => ({ name: '{urn:example:holding}' + name, invoke: () => invoke() })
export default () => ({
  operations: [of('Spin', spin), of('Match', match), of('Wait', wait), of('Quick', () => ({ done: 'yes' }))],
  headers: [{ name: '{urn:example:holding}Spin', process: () => spinHeader() }],
})
`
