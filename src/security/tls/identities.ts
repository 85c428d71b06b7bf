/** What a TLS listener shows and asks for: its certificates by name, its versions, ciphers and authorities. */
import { constants, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls'
import type { TlsFiles, TlsPair } from './files.js'

/** RFC 9325 §4.2: forward secrecy and authenticated encryption, in the order in which they are chosen. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

/** No SHA-1, in handshakes nor in the certificates of clients. */
const SIGNATURES = [
  'ecdsa_secp256r1_sha256',
  'ecdsa_secp384r1_sha384',
  'ecdsa_secp521r1_sha512',
  'ed25519',
  'ed448',
  'rsa_pss_rsae_sha256',
  'rsa_pss_rsae_sha384',
  'rsa_pss_rsae_sha512',
  'rsa_pss_pss_sha256',
  'rsa_pss_pss_sha384',
  'rsa_pss_pss_sha512',
  'rsa_pkcs1_sha256',
  'rsa_pkcs1_sha384',
  'rsa_pkcs1_sha512',
].join(':')

/** RFC 6066 §3: a DNS host name, without a dot at its end. */
const HOST_NAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/i
const MAX_NAME_LENGTH = 253

/** One certificate with its chain, ready for handshakes. */
export interface Identity {
  readonly secure: SecureContext
  readonly ocspResponse: Buffer | undefined
}

interface Named extends Identity {
  readonly certificate: X509Certificate
}

export class Identities {
  /** Of the listener as a whole, with the certificate for clients that ask for no known name. */
  readonly options: SecureContextOptions
  readonly #main: Named
  readonly #others: readonly Named[]

  /** @throws Error of `node:tls` for what cannot be used */
  constructor(files: TlsFiles) {
    this.options = optionsOf(files, files)
    this.#main = named(files, files)
    this.#others = files.names.map((pair) => named(pair, files))
  }

  /** The certificate that is for a name, as the client has asked for it; undefined: for none. */
  of(name: string | undefined): Identity {
    if (name === undefined || name.length > MAX_NAME_LENGTH || !HOST_NAME.test(name))
      return this.#main
    const all = [this.#main, ...this.#others]
    return all.find(({ certificate }) => certificate.checkHost(name) !== undefined) ?? this.#main
  }
}

function named(pair: TlsPair, files: TlsFiles): Named {
  return {
    secure: createSecureContext(optionsOf(pair, files)),
    ocspResponse: pair.ocspResponse,
    certificate: new X509Certificate(pair.certificate),
  }
}

function optionsOf({ certificate, key }: TlsPair, files: TlsFiles): SecureContextOptions {
  const { minVersion, clientAuthentication, clientAuthority, revoked } = files
  // A session that is resumed is not verified again: what is revoked meanwhile would still count.
  const always = clientAuthentication === 'none' ? 0 : constants.SSL_OP_NO_TICKET
  return {
    cert: certificate,
    key,
    ...(clientAuthority !== undefined && { ca: clientAuthority }),
    ...(revoked.length > 0 && { crl: [...revoked] }),
    minVersion,
    ciphers: CIPHERS,
    honorCipherOrder: true,
    sigalgs: SIGNATURES,
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION | always,
  }
}
