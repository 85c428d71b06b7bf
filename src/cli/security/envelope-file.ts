/** Reads an envelope from a file, or from standard input. */
import { readFileSync } from 'node:fs'
import { systemReason } from '../../base/errno.js'
import { type Envelope, parseEnvelope } from '../../soap/envelope.js'
import { SoapFault } from '../../soap/fault.js'
import { SoapVersions } from '../../soap/version.js'
import { decodeText } from '../../xml/charset.js'
import { Unreadable } from '../../xml/unreadable.js'
import { WrongUsage } from '../command/wrong-usage.js'

/**
 * @param file  `-` for standard input
 * @throws WrongUsage
 */
export function envelopeIn(file: string, versions = new SoapVersions()): Envelope {
  try {
    return parseEnvelope(decodeText(readFileSync(file === '-' ? 0 : file)), versions)
  } catch (error) {
    const expected = error instanceof Unreadable || error instanceof SoapFault
    const reason = expected ? error.message : systemReason(error)
    throw new WrongUsage(`${file}: expected a file with a SOAP envelope (${reason})`)
  }
}
