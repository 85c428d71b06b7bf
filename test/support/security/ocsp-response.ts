/** OCSP responses (RFC 6960 §4.2.1) for tests, which nobody has signed: what is stapled is checked by clients. */
import * as der from '../../../src/security/der/write.js'
import type { Issued } from './issue.js'

interface Wanted {
  /** Default: good. */
  readonly status?: 'good' | 'revoked'
  /** Default: one that counts now, with no end. */
  readonly from?: Date
  readonly until?: Date
}

const BASIC = '1.3.6.1.5.5.7.48.1.1'
const SHA_1 = '1.3.14.3.2.26'
const HASH = Buffer.alloc(20)

/** @param of  the certificate that it is of */
export function ocspResponse(
  of: Issued,
  { status = 'good', from = new Date('2020-01-01'), until = new Date('2049-01-01') }: Wanted,
): Buffer {
  const id = der.sequence(
    der.sequence(der.identifier(SHA_1), der.nothing()),
    der.octets(HASH),
    der.octets(HASH),
    der.integer(BigInt(`0x${of.certificate.serialNumber}`)),
  )
  const says =
    status === 'good'
      ? der.implicit(0, Buffer.alloc(0))
      : der.explicit(1, generalized(new Date('2021-01-01')))
  const single = der.sequence(id, says, generalized(from), der.explicit(0, generalized(until)))
  const responder = der.explicit(2, der.octets(HASH))
  const data = der.sequence(responder, generalized(from), der.sequence(single))
  const algorithm = der.sequence(der.identifier('1.2.840.10045.4.3.2'))
  const basic = der.sequence(data, algorithm, der.bitString(Buffer.alloc(64)))
  const bytes = der.sequence(der.identifier(BASIC), der.octets(basic))
  return der.sequence(der.value(0x0a, Buffer.from([0])), der.explicit(0, bytes))
}

/** RFC 6960 §4.2.2.1: times are GeneralizedTime. */
function generalized(date: Date): Buffer {
  return der.value(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')))
}
