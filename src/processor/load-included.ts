/** Loads what stands for text into memory, where all of it is needed at once. */
import { ready, type Steps } from '../base/steps.js'
import { SoapFault } from '../soap/fault.js'
import { SpoolUnavailable } from '../spool/index.js'
import type { Opened } from './correlate.js'

/**
 * @param most  bytes of one message
 * @throws SoapFault Client for more of them, Server if other messages have too many now
 */
export function* loadIncluded({ included = [], message }: Opened, most: number): Steps<void> {
  const waiting = included.filter(({ loaded }) => loaded === undefined)
  if (waiting.length === 0) return
  const all = waiting.reduce((sum, { size }) => sum + size, 0)
  if (all > most) {
    const reason = `The binary content has more than ${most} bytes.`
    throw new SoapFault({ code: 'Client', reason, hint: 'attachments.maxInMemory' })
  }
  const { spool } = message
  const load = async () => {
    for (const one of waiting) {
      await one.load((content) => spool?.load(content) ?? content.bytes())
    }
  }
  yield* ready(load().catch(refuse))
}

function refuse(cause: unknown): never {
  if (!(cause instanceof SpoolUnavailable)) throw cause
  const reason = 'The node has too much binary content in memory now.'
  throw new SoapFault({ code: 'Server', reason }, { cause })
}
