/** A plugin as text, with operations that are run from the queue and have an answer. */

/** Turn answers with the text turned round; Hold does once the file `release` stands beside it. */
export const QUEUED_PLUGIN = `
import { existsSync } from 'node:fs'
const released = new URL('./release', import.meta.url)
const turned = (text) => [...text].reverse().join('')
export default ({ log }) => ({
  operations: [
    {
      name: '{urn:test:queued}Turn',
      dispatch: 'queue',
      invoke: ({ text }) => ({ text: turned(text) }),
    },
    {
      name: '{urn:test:queued}Hold',
      dispatch: 'queue',
      invoke: ({ text }, { signal }) => new Promise((resolve) => {
        log.info({ text }, 'holding')
        const look = setInterval(() => {
          if (!existsSync(released) && !signal.aborted) return
          clearInterval(look)
          resolve({ text: turned(text) })
        }, 5)
      }),
    },
  ],
})
`
