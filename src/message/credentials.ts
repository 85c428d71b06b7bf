/** PUBLIC: checks what peers show to prove who they are; transports ask it, and keep nothing of what was shown. */

/** Each gives the name of a peer in `security.peers`, or undefined if it proves nobody. */
export interface Credentials {
  /** It takes as long for names that nobody has. */
  password(user: string, password: string): Promise<string | undefined>
  apiKey(key: string): string | undefined
  /** A bearer token (JWT, RFC 7519); its keys may have to be fetched, within a deadline. */
  token(token: string): Promise<string | undefined>
  /** What peers can be known by at all: a transport asks for nothing else. */
  readonly kinds: readonly ('password' | 'apiKey' | 'token')[]
}

/** Knows nobody. */
export const NO_CREDENTIALS: Credentials = {
  password: async () => undefined,
  apiKey: () => undefined,
  token: async () => undefined,
  kinds: [],
}
