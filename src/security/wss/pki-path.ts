/** A path of certificates in one octet string (ITU-T X.509 PkiPath), as X509PKIPathv1 tokens have it. */

const SEQUENCE = 0x30

/** @param certificates  each in DER, that of the signer first: a path has it last */
export function writePkiPath(certificates: readonly Buffer[]): Buffer {
  const content = Buffer.concat(certificates.toReversed())
  return Buffer.concat([Buffer.from([SEQUENCE]), lengthOctets(content.length), content])
}

/**
 * @param most  certificates that it may have
 * @returns each in DER, that of the signer first; undefined if it is no path
 */
export function readPkiPath(octets: Buffer, most: number): readonly Buffer[] | undefined {
  const whole = valueAt(octets, 0)
  if (!whole || whole.end !== octets.length) return undefined
  const found: Buffer[] = []
  for (let at = whole.start; at < whole.end; ) {
    const one = valueAt(octets, at)
    if (!one || found.length === most) return undefined
    found.unshift(octets.subarray(at, one.end))
    at = one.end
  }
  return found.length > 0 ? found : undefined
}

/** Where the value of a sequence starts and ends. */
function valueAt(
  octets: Buffer,
  at: number,
): { readonly start: number; readonly end: number } | undefined {
  const first = octets[at + 1]
  if (octets[at] !== SEQUENCE || first === undefined) return undefined
  // X.690 §8.1.3: below 0x80 it is the length; above, how many octets the length has.
  const more = first < 0x80 ? 0 : first - 0x80
  const start = at + 2 + more
  if (first === 0x80 || more > 4 || start > octets.length) return undefined
  const length = more === 0 ? first : octets.readUIntBE(at + 2, more)
  const end = start + length
  return end > octets.length ? undefined : { start, end }
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const digits = length.toString(16)
  const octets = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return Buffer.concat([Buffer.from([0x80 + octets.length]), octets])
}
