/** A plugin as text whose operations leave a line for each run: on the disk before the run is over. */

/**
 * Note is one-way, Ask has an answer that tells of which run it is. Hold runs until the file `release`
 * stands beside the plugin. Fail makes a dead letter of its message at once, Later a job that is tried
 * again in an hour.
 */
export const EFFECTS_PLUGIN = `
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
const released = new URL('./release', import.meta.url)
const operation = (name, parts) => ({ name: '{urn:test:effects}' + name, dispatch: 'queue', ...parts })
export default ({ options: { file } }) => {
  const lines = openSync(file, 'a')
  const effect = (id, phase) => {
    const run = randomUUID()
    const at = Number(process.hrtime.bigint()) / 1e6
    writeSync(lines, JSON.stringify({ id, run, phase, pid: process.pid, at }) + '\\n')
    fsyncSync(lines)
    return run
  }
  return {
    operations: [
      operation('Note', {
        exchange: 'one-way',
        invoke: ({ id }) => void effect(id, 'done'),
      }),
      operation('Ask', { invoke: ({ id }) => ({ id, run: effect(id, 'done') }) }),
      operation('Hold', {
        retry: { timeLimit: 300_000 },
        invoke: ({ id }, { signal }) => new Promise((resolve) => {
          effect(id, 'begun')
          const look = setInterval(() => {
            if (!existsSync(released) && !signal.aborted) return
            clearInterval(look)
            resolve({ id, run: effect(id, signal.aborted ? 'aborted' : 'done') })
          }, 5)
        }),
      }),
      operation('Fail', {
        exchange: 'one-way',
        retry: { attempts: 1 },
        invoke: ({ id }) => {
          effect(id, 'done')
          throw new Error('it is to fail')
        },
      }),
      operation('Later', {
        exchange: 'one-way',
        retry: { attempts: 9, delay: 3_600_000, maxDelay: 3_600_000 },
        invoke: ({ id }) => {
          effect(id, 'done')
          throw new Error('it is to be tried again later')
        },
      }),
    ],
    close: () => closeSync(lines),
  }
}
`

/** An envelope's body entry for one of the operations. */
export function entryOf(operation: string, id: string, padding = 0): string {
  const pad = padding > 0 ? `<e:pad>${'p'.repeat(padding)}</e:pad>` : ''
  return `<e:${operation} xmlns:e="urn:test:effects"><e:id>${id}</e:id>${pad}</e:${operation}>`
}
