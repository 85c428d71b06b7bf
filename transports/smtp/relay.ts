/** What is known of the relay (smart host) that takes this node's mail, and how it is connected to. */
import type { SMTPPoolOptions } from 'nodemailer'
import { isLoopback } from '#transport'
import type { AccessToken, OAuth2Options } from './access-token.js'
import { domainOf } from './address.js'
import type { Sending } from './encode.js'
import type { AddressOptions } from './options.js'

/** Who this node is to the other side. */
export interface Login {
  readonly user: string
  readonly password?: string | undefined
  /** In place of a password. */
  readonly oauth2?: OAuth2Options | undefined
}

/** What is asked and shown in TLS, in PEM. */
export interface ClientTls {
  /** Authorities whose certificates are trusted. Default: those of Node.js. */
  readonly ca?: string | undefined
  /** Certificate of this node with its chain, and its key. Default: none is shown. */
  readonly certificate?: string | undefined
  readonly key?: string | undefined
}

/** RFC 9325 §3.1.1: nothing older than TLS 1.2. */
export function clientTls({ ca, certificate, key }: ClientTls) {
  return {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && key !== undefined && { cert: certificate, key }),
  } as const
}

export interface RelayOptions extends Omit<Sending, 'isOwn'>, ClientTls {
  /** The addresses of this node; answers come from the one that was asked. Default: all are from `from`. */
  readonly own?: AddressOptions | undefined
  /** `smtp://host:port`, or `smtps:` for TLS from the first byte. Default ports: 587 and 465. */
  readonly url: string
  /** Whether STARTTLS must succeed before anything is said. Default: yes, unless on loopback. */
  readonly startTls?: boolean | undefined
  readonly login?: Login | undefined
  readonly dkim?: DkimKey | undefined
  /** Where a large mail is kept until it is signed, as its signature stands before it. Default: in memory. */
  readonly folder?: string | undefined
  /** Connections at once. */
  readonly connections: number
  /** Mails on one connection; then it is closed. */
  readonly mailsPerConnection: number
  /** Milliseconds until the relay has greeted. */
  readonly connectTimeout: number
  /** Milliseconds that the relay may be silent. */
  readonly silenceTimeout: number
}

/** Signs what is sent (RFC 6376), so that a receiver knows the domain to stand for it. */
export interface DkimKey {
  readonly domain: string
  readonly selector: string
  /** Private key as PEM text. */
  readonly key: string
}

/** Bytes of a mail that is kept on disk until it is signed. */
const LARGE = 1024 ** 2

type PoolOptions = SMTPPoolOptions & { readonly pool: true }

/** Every field of our mails, so that none is exchanged on the way; a second From breaks the signature. */
const SIGNED =
  'from:to:reply-to:subject:date:message-id:in-reply-to:references:auto-submitted:mime-version:content-type:content-transfer-encoding:soapaction'

/**
 * @param token  where access tokens come from, for a login by OAuth2
 * @throws TypeError for a password that would travel unencrypted
 */
export function poolOptions(relay: RelayOptions, token: AccessToken | undefined): PoolOptions {
  const { url, startTls, login, dkim, folder } = relay
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const requireTLS = !secure && (startTls ?? !isLoopback(host))
  if (login && !secure && !requireTLS && !isLoopback(host)) {
    throw new TypeError(`the relay ${host} would be given a password without TLS`)
  }
  return {
    pool: true,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS,
    ignoreTLS: !requireTLS,
    tls: clientTls(relay),
    name: domainOf(relay.from),
    allowInternalNetworkInterfaces: true,
    maxConnections: relay.connections,
    maxMessages: relay.mailsPerConnection,
    // For a kept connection that the relay has closed meanwhile; not a byte of the mail was sent then.
    maxRequeues: 1,
    connectionTimeout: relay.connectTimeout,
    greetingTimeout: relay.connectTimeout,
    dnsTimeout: relay.connectTimeout,
    socketTimeout: relay.silenceTimeout,
    socketCloseTimeout: 1000,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(login && { auth: authOf(login, token), forceAuth: true }),
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.key,
        headerFieldNames: SIGNED,
        ...(folder !== undefined && { cacheDir: folder, cacheTreshold: LARGE }),
      },
    }),
  }
}

function authOf(
  { user, password = '' }: Login,
  token: AccessToken | undefined,
): SMTPPoolOptions['auth'] {
  if (!token) return { user, pass: password }
  return {
    type: 'OAuth2',
    user,
    provisionCallback: (_user, renew, done) => {
      if (renew) token.forget()
      token.get().then(
        (text) => done(null, text),
        (error: Error) => done(error),
      )
    },
  }
}
