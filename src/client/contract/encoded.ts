/** Encoded messages of a contract: requests, results and details of faults by the codec of the SOAP encodings. */
import type { ContractFault } from '../../contract/contract.js'
import type { Codec } from '../../contract/encoding/codec.js'
import type { Value, Values } from '../../schema/values/value.js'
import type { Envelope } from '../../soap/envelope.js'
import { SoapFault } from '../../soap/fault.js'
import type { ReceivedFault } from '../../soap/read-fault.js'
import { SOAP_11, SOAP_12, type VersionName } from '../../soap/version.js'
import { type ClarkName, parseClarkName, type XmlElement } from '../../xml/tree.js'
import { atOnce } from '../../xml/walk.js'
import { UnexpectedAnswer } from '../unexpected-answer.js'

/** @returns the entry, and what stands behind it in Body */
export function encodedEntries(
  name: ClarkName,
  parameters: Values,
  codec: Codec,
  soap: VersionName,
): readonly XmlElement[] {
  const version = soap === '1.1' ? SOAP_11 : SOAP_12
  return atOnce(codec.writing(name, parameters, { encoding: soap, version }))
}

/** @throws UnexpectedAnswer for what cannot be decoded by the types of the contract */
export function decodedResults(entry: XmlElement, codec: Codec, envelope: Envelope): Values {
  try {
    return decoded(entry, codec, envelope) ?? {}
  } catch (cause) {
    if (!(cause instanceof SoapFault)) throw cause
    const content = [cause.message, ...cause.detail.flatMap(({ children }) => children)]
    const sentence = content.filter((one) => typeof one === 'string').join(' ')
    throw new UnexpectedAnswer(sentence, envelope.source, { cause })
  }
}

/** The names of accessors are those of the fault's parts, in whatever namespace a peer writes them. */
export function encodedFault(
  { detail = [] }: ReceivedFault,
  faults: readonly ContractFault[],
  codec: Codec,
  envelope: Envelope,
): { readonly name: string; readonly detail: Value } | undefined {
  for (const entry of detail) {
    const fault = faults.find(
      ({ name, element }) => parseClarkName(element).local === entry.local || name === entry.local,
    )
    if (!fault) continue
    try {
      const named = { ...entry, ...parseClarkName(fault.element) }
      return { name: fault.name, detail: decoded(named, codec, envelope) }
    } catch (error) {
      // The fault itself says more than that its detail is another one.
      if (!(error instanceof SoapFault)) throw error
    }
  }
  return undefined
}

function decoded(entry: XmlElement, codec: Codec, envelope: Envelope): Values | undefined {
  const [, ...independent] = envelope.entries
  return atOnce(codec.reading({ ...envelope, entries: [entry, ...independent] }))?.values
}
