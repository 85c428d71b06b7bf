/** Loads what stands for text into memory, where all of it is needed at once. */
import { type Spool, SpoolUnavailable } from '../../message/spool/index.js'
import type { Inclusions } from '../../message/xop/inclusions.js'
import { SoapFault } from '../../soap/fault.js'
import type { Taken } from '../state/values.js'

/** As `loading`, of a message as it was read. */
export function loadIncluded(
  { document: { inclusions }, message }: Taken<'document' | 'message'>,
  most: number,
): Promise<void> | undefined {
  return inclusions && loading(inclusions, message.spool, most)
}

/**
 * @param most  bytes of one message
 * @returns undefined if all is in memory
 * @throws SoapFault Client for more of them, Server if other messages have too many now
 */
export function loading(
  { waiting, size }: Inclusions,
  spool: Spool | undefined,
  most: number,
): Promise<void> | undefined {
  if (size > most) {
    const reason = `The binary content has more than ${most} bytes.`
    throw new SoapFault({ code: 'Client', reason })
  }
  if (waiting.length === 0) return undefined
  const load = async () => {
    for (const one of waiting) {
      await one.load((content) => spool?.load(content) ?? content.bytes())
    }
  }
  return load().catch(refuse)
}

function refuse(cause: unknown): never {
  if (!(cause instanceof SpoolUnavailable)) throw cause
  const reason = 'The node has too much binary content in memory now.'
  throw new SoapFault({ code: 'Server', reason }, { cause })
}
