/** Reads what the configuration of a TLS listener names; what cannot be used ends the start. */
import { type KeyObject, X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { certificates, keyPair, ocspResponse, revocationLists } from '../../config/pem.js'
import type { TlsSection } from '../../config/tls.js'
import { WaybillError } from '../../errors.js'

/** In PEM; never to be logged. */
export interface TlsPair {
  readonly certificate: string
  readonly key: string
  /** In DER, stapled to the handshake (RFC 6066 §8). */
  readonly ocspResponse?: Buffer | undefined
}

/** Contents of files, not their names. */
export interface TlsFiles extends TlsPair, Pick<TlsSection, 'minVersion' | 'clientAuthentication'> {
  /** More certificates, each for the names that are in it. */
  readonly names: readonly TlsPair[]
  readonly clientAuthority: string | undefined
  /** One revocation list each. */
  readonly revoked: readonly string[]
}

interface NamedPair {
  readonly certificate: string
  readonly key: string
  readonly ocspResponse?: string | undefined
}

/**
 * @param key  of the configuration, such as `http.tls`
 * @throws WaybillError WAYBILL_FILE_UNUSABLE, WAYBILL_CONFIG_INVALID
 */
export function readTls(
  section: Omit<TlsSection, 'names'> & NamedPair & { readonly names: readonly NamedPair[] },
  key: string,
): TlsFiles {
  const { minVersion, clientAuthentication, clientAuthority, revoked, names } = section
  const asks = clientAuthentication !== 'none'
  if (asks && clientAuthority === undefined) {
    throw invalid(`${key}.clientAuthentication: expected ${key}.clientAuthority with it`)
  }
  const useless = clientAuthority === undefined ? 'revoked' : 'clientAuthority'
  if (!asks && (clientAuthority !== undefined || revoked.length > 0)) {
    throw invalid(`${key}.${useless}: expected ${key}.clientAuthentication with it`)
  }
  const pair = readPair(section, key)
  // OpenSSL has a place for each type of key, and would choose the wrong certificate from another place.
  const { asymmetricKeyType: type } = new X509Certificate(pair.certificate).publicKey
  return {
    ...pair,
    names: names.map((more, index) => readPair(more, `${key}.names.${index}`, type)),
    minVersion,
    clientAuthentication,
    clientAuthority:
      clientAuthority === undefined
        ? undefined
        : certificates({ file: clientAuthority, key: `${key}.clientAuthority` }),
    revoked: revoked.flatMap((file, index) =>
      revocationLists({ file, key: `${key}.revoked.${index}` }),
    ),
  }
}

function readPair(
  { certificate, key, ocspResponse: stapled }: NamedPair,
  section: string,
  type?: KeyObject['asymmetricKeyType'],
): TlsPair {
  const pair = keyPair(
    { file: certificate, key: `${section}.certificate` },
    { file: key, key: `${section}.key` },
    type,
  )
  if (stapled === undefined) return pair
  return { ...pair, ocspResponse: ocspResponse({ file: stapled, key: `${section}.ocspResponse` }) }
}

const COMPARED = [
  'certificate',
  'key',
  'ocspResponse',
  'names',
  'clientAuthority',
  'revoked',
] as const

/** Keys whose files hold something else. */
export function renewedIn(now: TlsFiles, before: TlsFiles): readonly string[] {
  return COMPARED.filter((key) => !isDeepStrictEqual(now[key], before[key]))
}

function invalid(sentence: string): WaybillError {
  return new WaybillError('WAYBILL_CONFIG_INVALID', sentence)
}
