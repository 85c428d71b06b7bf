/** How the library is told to connect to a mailbox, and what it may take into memory. */
import { isLoopback } from '#transport'
import type { AccessToken } from '../access-token.js'
import { clientTls } from '../relay.js'
import type { MailboxOptions } from './options.js'

/** Bytes of a mail that are asked for at once: so many are in memory. */
export const PIECE = 1024 ** 2

/** The mailbox could not be asked, or did not do what it was asked for. */
export class MailboxFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'MailboxFailure'
  }
}

export function connectionOf(options: MailboxOptions) {
  const { protocol, hostname, port } = new URL(options.url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'imaps:'
  const { checkInterval } = options
  return {
    host,
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    ...(!secure && { doSTARTTLS: options.startTls ?? !isLoopback(host) }),
    tls: clientTls(options),
    logger: false as const,
    disableAutoIdle: true,
    disableCompression: true,
    maxIdleTime: checkInterval,
    maxLiteralSize: 2 * PIECE,
    maxLineLength: 16 * 1024 ** 2,
    connectionTimeout: options.connectTimeout,
    greetingTimeout: options.connectTimeout,
    socketTimeout: options.silenceTimeout,
  }
}

export async function authOf({ login }: MailboxOptions, token: AccessToken | undefined) {
  const { user, password = '' } = login
  try {
    return token ? { user, accessToken: await token.get() } : { user, pass: password }
  } catch (error) {
    throw new MailboxFailure((error as Error).message, { cause: error })
  }
}
