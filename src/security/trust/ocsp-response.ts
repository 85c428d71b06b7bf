/** Reads an OCSP response (RFC 6960 §4.2): of which certificate it is, what it says of it, and until when it counts. */
import { type DerValue, integerOf, NotDer, readDer, timeOf } from '../der/read.js'
import { TAG } from '../der/tags.js'

export interface OcspResponse {
  /** Of the certificate. */
  readonly serial: bigint
  readonly status: 'good' | 'revoked' | 'unknown'
  /** In milliseconds since 1970. */
  readonly from: number
  /** When the next one is there; undefined: it does not say. */
  readonly next: number | undefined
}

/** @throws NotDer for what says nothing of a certificate */
export function readOcspResponse(bytes: Buffer): OcspResponse {
  const [, tagged] = readDer(bytes).as(TAG.sequence).members()
  const [envelope] = tagged?.members() ?? []
  const [, content] = envelope?.as(TAG.sequence).members() ?? []
  if (!content) throw new NotDer('expected an OCSP response')
  const [data] = readDer(content.as(TAG.octetString).content).as(TAG.sequence).members()
  // Version, name of the responder and time stand before; extensions behind.
  const responses = [...(data?.as(TAG.sequence).members() ?? [])].find(
    ({ tag }) => tag === TAG.sequence,
  )
  const [single] = responses?.members() ?? []
  if (!single) throw new NotDer('expected what it says of a certificate')
  return readSingle(single)
}

function readSingle(single: DerValue): OcspResponse {
  const [id, status, from, next] = single.as(TAG.sequence).members()
  const serial = [...(id?.as(TAG.sequence).members() ?? [])].at(-1)
  if (!serial || !status || !from) throw new NotDer('expected the fields of an OCSP response')
  const [until] = next?.tag === NEXT_UPDATE ? next.members() : []
  return {
    serial: integerOf(serial),
    status: statusOf(status),
    from: timeOf(from),
    next: until && timeOf(until),
  }
}

/** [0], beside extensions, which are [1]. */
const NEXT_UPDATE = 0xa0

function statusOf({ tag }: DerValue): OcspResponse['status'] {
  switch (tag) {
    case 0x80:
      return 'good'
    case 0xa1:
      return 'revoked'
    case 0x82:
      return 'unknown'
    default:
      throw new NotDer('expected the status of a certificate')
  }
}
