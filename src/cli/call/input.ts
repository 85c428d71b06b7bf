/** What `waybill call` sends: parameters from the command line, header blocks and bodies from files. */
import { readFileSync } from 'node:fs'
import { systemReason } from '../../base/errno.js'
import { readParameters } from '../../contract/parameters.js'
import type { Values } from '../../plugin.js'
import { wsa } from '../../soap/addressing/faults.js'
import { isAbsoluteIri } from '../../soap/addressing/iri.js'
import { SOAP_11, SOAP_12, type VersionName } from '../../soap/version.js'
import { decodeText } from '../../xml/charset.js'
import { readDocument } from '../../xml/read.js'
import { isNamed, parseClarkName, type XmlElement } from '../../xml/tree.js'
import { Unreadable } from '../../xml/unreadable.js'
import { WrongUsage } from '../command/wrong-usage.js'

/** Reads `name=value`, as `readParameters` takes them. */
export function parametersOf(pairs: readonly string[]): Values {
  const parameters = pairs.map((pair) => {
    const equals = pair.indexOf('=')
    if (equals < 1) throw new WrongUsage(`${pair}: expected name=value`)
    return [pair.slice(0, equals), pair.slice(equals + 1)] as const
  })
  try {
    return readParameters(parameters)
  } catch (error) {
    throw error instanceof TypeError ? new WrongUsage(error.message) : error
  }
}

export function headerBlock(file: string): XmlElement {
  return readElement(file).element
}

/** A body from a file: its entry, or the text of a whole envelope with its SOAP version. */
export type Body =
  | { readonly entry: XmlElement }
  | { readonly envelope: string; readonly soap: VersionName }

export function bodyOf(file: string): Body {
  const { element, text } = readElement(file)
  const version = [SOAP_11, SOAP_12].find(({ namespace }) =>
    isNamed(element, namespace, 'Envelope'),
  )
  // It is sent in UTF-8, whatever its declaration says of the file.
  if (version) return { envelope: text.slice(element.start, element.end), soap: version.name }
  return { entry: element }
}

function readElement(file: string): { readonly element: XmlElement; readonly text: string } {
  try {
    const text = decodeText(readFileSync(file === '-' ? process.stdin.fd : file))
    return { element: readDocument(text), text }
  } catch (error) {
    const reason = error instanceof Unreadable ? error.message : systemReason(error)
    throw new WrongUsage(`${file}: expected a file with one XML element (${reason})`)
  }
}

/** WS-Addressing's blocks for a message with an id: Action is required beside it. */
export function addressingBlocks(
  messageId: string,
  action: string | undefined,
  operation: string,
): readonly XmlElement[] {
  const { namespace, local } = parseClarkName(operation)
  const iri = action ?? `${namespace.replace(/\/$/, '')}/${local}`
  for (const [flag, text] of [
    ['--message-id', messageId],
    ['--action', iri],
  ] as const) {
    if (!isAbsoluteIri(text)) {
      throw new WrongUsage(`${flag}: expected an absolute IRI such as urn:uuid:…, got ${text}`)
    }
  }
  return [wsa('Action', [iri]), wsa('MessageID', [messageId])]
}
