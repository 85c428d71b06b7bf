/** How a program calls over HTTPS: the options of `waybill call` and `createSender` about certificates. */
import { type Access, type Flag, fileOf } from '#transport'

/** PEM texts, and pins. */
export type HttpOptions = Pick<Access, 'certificate' | 'key' | 'ca' | 'pin'>

/** What commander makes of the flags below. */
export type HttpFlags = {
  readonly clientCertificate?: string
  readonly clientKey?: string
  readonly ca?: string
  readonly pin?: string
}

const PIN = /^([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i

export const HTTP_FLAGS: readonly Flag[] = [
  {
    flags: '--client-certificate <file>',
    description: 'certificate to show in TLS, and its chain, in PEM',
  },
  { flags: '--client-key <file>', description: 'key of the certificate, in PEM' },
  {
    flags: '--ca <file>',
    description: "authorities of the other side's certificates, in PEM",
  },
  {
    flags: '--pin <sha256>',
    description: "SHA-256 of the node's certificate or of its public key; no other is taken",
  },
]

/** @throws TypeError for files that cannot be read, and options that are wrong together */
export function httpOptions(flags: HttpFlags): HttpOptions {
  const { clientCertificate, clientKey, ca, pin } = flags
  if ((clientCertificate === undefined) !== (clientKey === undefined)) {
    throw new TypeError('--client-certificate and --client-key go together')
  }
  return {
    certificate: clientCertificate === undefined ? undefined : fileOf(clientCertificate),
    key: clientKey === undefined ? undefined : fileOf(clientKey),
    ca: ca === undefined ? undefined : fileOf(ca),
    pin: pin === undefined ? undefined : [pin],
  }
}

/**
 * The same object for all messages: connections are shared by it.
 *
 * @throws TypeError
 */
export function checked(options: HttpOptions | undefined): HttpOptions | undefined {
  const { certificate, key, pin = [] } = options ?? {}
  if ((certificate === undefined) !== (key === undefined)) {
    throw new TypeError('expected certificate and key, or neither')
  }
  const wrong = pin.find((one) => !PIN.test(one))
  if (wrong !== undefined) {
    throw new TypeError(`${wrong}: expected 32 bytes in hexadecimal digits as a pin`)
  }
  return options
}
