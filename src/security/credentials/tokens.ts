/** Verifies bearer tokens (JWT, RFC 7519) and finds the peers that they are of. */
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import { wallTime } from '../../base/time.js'
import type { Security, TokensConfig } from '../../config/security.js'
import type { KeySet } from './key-set.js'

/** Characters of a token that is looked at. */
const MAX_TOKEN_LENGTH = 8192

export interface ProvenToken {
  readonly peer: string
  /** When it ends, in milliseconds since 1970. */
  readonly until: number
}

interface Issuer {
  readonly name: string
  readonly config: TokensConfig
  readonly keys: KeySet
}

interface Holder {
  readonly peer: string
  readonly issuer: string
  readonly claims: Readonly<Record<string, string>>
}

type Claims = Readonly<Record<string, unknown>>

export class Tokens {
  readonly #issuers: readonly Issuer[]
  readonly #holders: readonly Holder[]
  readonly #clockSkew: number
  readonly #now: () => number

  /** @param now  milliseconds since 1970 */
  constructor(
    { tokens, peers, clockSkew }: Pick<Security, 'tokens' | 'peers' | 'clockSkew'>,
    keys: (name: string, config: TokensConfig) => KeySet,
    now: () => number = wallTime,
  ) {
    this.#issuers = Object.entries(tokens).map(([name, config]) => {
      return { name, config, keys: keys(name, config) }
    })
    this.#holders = Object.entries(peers).flatMap(([peer, { token }]) =>
      token ? [{ peer, ...token }] : [],
    )
    this.#clockSkew = clockSkew
    this.#now = now
  }

  get any(): boolean {
    return this.#holders.length > 0
  }

  /**
   * @throws NotChecked if the issuer's keys is not available now
   * @throws Error for a token that proves nobody: why, for the log
   */
  async check(token: string): Promise<ProvenToken> {
    if (token.length > MAX_TOKEN_LENGTH) throw new Error('the token is too long')
    const claims = decodeJwt(token)
    // What it says of its issuer only chooses the keys: nothing in it counts before they have verified it.
    const issuers = this.#issuers.filter(({ config }) => config.issuer === claims.iss)
    let failure = new Error('no issuer of tokens has that name')
    for (const issuer of issuers) {
      try {
        return await this.#verified(token, issuer)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        failure = error
      }
    }
    throw failure
  }

  async #verified(token: string, { name, config, keys }: Issuer): Promise<ProvenToken> {
    // RFC 8725 §3.1 and §3.10: algorithms are chosen here, and no header of the token leads to a key.
    await jwtVerify(token, keys.find, {
      algorithms: [...config.algorithms],
      issuer: config.issuer,
      audience: config.audience,
      requiredClaims: ['exp'],
      clockTolerance: this.#clockSkew / 1000,
      currentDate: new Date(this.#now()),
    })
    const claims = decodeJwt(token)
    const holder = this.#holders.find((one) => one.issuer === name && isOf(one, claims))
    if (!holder) throw new Error('no peer has the claims of the token')
    return { peer: holder.peer, until: (claims.exp ?? 0) * 1000 + this.#clockSkew }
  }
}

function isOf(holder: Holder, claims: JWTPayload): boolean {
  return Object.entries(holder.claims).every(([name, text]) => has(claims, name, text))
}

/** A list has the text among others, as a list of groups; numbers are compared as they are written. */
function has(claims: Claims, name: string, text: string): boolean {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  if (Array.isArray(value)) return value.includes(text)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value) === text
  return value === text
}
