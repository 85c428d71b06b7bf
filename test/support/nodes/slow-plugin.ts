/** A plugin as text, with an operation that waits until a file is there: for drains and deadlines. */

/** The operation answers `{ done: 'yes' }` once the file `release` stands beside the plugin. */
export const SLOW_PLUGIN = `
import { existsSync } from 'node:fs'
const released = new URL('./release', import.meta.url)
export default ({ log }) => ({
  operations: [{
    name: '{urn:example:slow}Wait',
    invoke: (_, { signal }) => new Promise((resolve) => {
      log.info({}, 'waiting')
      signal.addEventListener('abort', () => log.info({ reason: signal.reason.message }, 'told'))
      const look = setInterval(() => {
        if (!existsSync(released)) return
        clearInterval(look)
        resolve({ done: 'yes' })
      }, 5)
    }),
  }],
})
`

export const WAIT = '<s:Wait xmlns:s="urn:example:slow"/>'
