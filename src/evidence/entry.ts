/** What a line of evidence says of a message: who sent it, how, and which signatures of it were accepted. */
import type { EvidenceEntry } from '../security/evidence.js'
import type { AcceptedSignature } from '../security/verdict.js'
import type { XmlElement } from '../xml/tree.js'
import { clarkName } from '../xml/tree.js'

export function fieldsOf(entry: EvidenceEntry): object {
  const { direction, exchange, policy, contentType, packed, origin, signatures } = entry
  return {
    direction,
    exchange,
    policy,
    contentType,
    packed,
    transport: origin?.transport,
    messageId: origin?.messageId,
    // With TlsConnection: the protocol, and what the certificate of the peer says.
    peer: origin?.peer,
    verdict: direction === 'received' ? 'accepted' : undefined,
    signatures: signatures.map(signatureFields),
  }
}

function signatureFields(signature: AcceptedSignature): object {
  const { kind, form, peer, algorithm, value, covers, certificate, chain } = signature
  return { kind, form, peer, algorithm, value, covers: covers.map(named), certificate, chain }
}

/** As `{namespace}Name`. */
function named(element: XmlElement): string {
  return clarkName(element)
}
