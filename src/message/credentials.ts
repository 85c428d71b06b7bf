/** PUBLIC: checks what peers show to prove who they are; transports ask it, and keep nothing of what was shown. */
import type { Peer } from './origin.js'

/**
 * Each gives the name of a peer in `security.peers`, or undefined if it proves nobody who may come from
 * that address.
 *
 * @throws NotChecked where too much that proves nobody has come from the address, too much comes at once, or the keys of
 *   a token is not available now
 */
export interface Credentials {
  /** It takes as long for names that nobody has. */
  password(user: string, password: string, address: string | undefined): Promise<string | undefined>
  apiKey(key: string, address: string | undefined): Promise<string | undefined>
  /** A bearer token (JWT, RFC 7519); its keys may have to be fetched, within a deadline. */
  token(token: string, address: string | undefined): Promise<string | undefined>
  /** What peers can be known by at all: a transport asks for nothing else. */
  readonly kinds: readonly CredentialKind[]
  /** The peer that a sender is, by all that is proven of it; a transport sets `Peer.known` by it. */
  peerOf(peer: Peer): string | undefined
  /** Peers that are known by the domains of their mail. */
  readonly byMail: ReadonlySet<string>
}

/** Checks what stands in messages. */
export interface MessageCredentials extends Pick<Credentials, 'password'> {
  /**
   * A digest is compared at once, and never the same twice.
   *
   * @param prove  gives the peer whose it is; undefined if it is nobody's
   * @throws NotChecked where too much that proves nobody has come from the address
   */
  digest(prove: () => string | undefined, address: string | undefined): string | undefined
}

export type CredentialKind = 'password' | 'apiKey' | 'token'

const SENTENCES = {
  'too-many-failures': 'too many wrong credentials',
  busy: 'too many passwords at once',
  unavailable: 'the keys of the issuer of a token are not available',
} as const

/** Thrown for what was shown and not looked at; the same may be right, and be shown again later. */
export class NotChecked extends Error {
  readonly reason: keyof typeof SENTENCES
  /** In seconds. */
  readonly retryAfter: number

  constructor(reason: NotChecked['reason'], retryAfter: number) {
    super(SENTENCES[reason])
    this.name = 'NotChecked'
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** Authenticates nobody. */
export const NO_CREDENTIALS: Credentials & MessageCredentials = {
  password: async () => undefined,
  apiKey: async () => undefined,
  token: async () => undefined,
  digest: (prove) => prove(),
  kinds: [],
  peerOf: () => undefined,
  byMail: new Set(),
}
