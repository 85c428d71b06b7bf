/** The operators of the configuration: proves by token, password or certificate which of them somebody is. */
import { type AdminConfig, asksWho } from '../../config/admin.js'
import { NotChecked } from '../../message/credentials.js'
import type { Peer } from '../../message/origin.js'
import { KnownCredentials } from '../../security/credentials/credentials.js'
import type { KeySetLog } from '../../security/credentials/key-set.js'
import { Refused } from '../refused.js'
import type { Caller, Right } from '../resource.js'

/** Nobody else can have this name: names of operators have no dot. */
const OWNER = 'admin.token'

export type Known = Pick<Caller, 'who' | 'by' | 'may'>

export class Operators {
  readonly #credentials: KnownCredentials
  readonly #rights: ReadonlyMap<string, Right>
  /** True if everybody has to prove who they are. */
  readonly asks: boolean
  /** How somebody can log in. */
  readonly logins: readonly ('token' | 'password')[]

  constructor(config: AdminConfig, log: KeySetLog) {
    const { token, operators, maxFailuresPerMinute } = config
    const all = Object.entries(operators)
    const own = all.map(([name, { token: apiKey, password, certificates }]) => {
      const lists = certificates && { certificates }
      return [name, { apiKey, password, ...lists, allow: [] }] as const
    })
    const owner = token === undefined ? [] : [[OWNER, { apiKey: token, allow: [] }] as const]
    this.asks = asksWho(config)
    this.#rights = new Map([
      ...all.map(([name, { may }]) => [name, may] as const),
      [OWNER, 'change'],
    ])
    this.logins = [
      ...(all.some(([, { password }]) => password !== undefined) ? (['password'] as const) : []),
      ...(token !== undefined || all.some(([, one]) => one.token !== undefined)
        ? (['token'] as const)
        : []),
    ]
    const peers = Object.fromEntries([...own, ...owner])
    const known = { peers, tokens: {}, clockSkew: 1, maxFailuresPerMinute }
    this.#credentials = new KnownCredentials(known, log)
  }

  /** @throws Refused 401 or 429 */
  token(token: string, address: string | undefined): Promise<Known> {
    return this.#prove('token', () => this.#credentials.apiKey(token, address))
  }

  /** @throws Refused 401 or 429 */
  password(user: string, password: string, address: string | undefined): Promise<Known> {
    return this.#prove('password', () => this.#credentials.password(user, password, address))
  }

  certificate(peer: Peer): Known | undefined {
    const who = this.#credentials.peerOf(peer)
    return who === undefined ? undefined : { who, by: 'certificate', may: this.#rightOf(who) }
  }

  close(): Promise<void> {
    return this.#credentials.close()
  }

  async #prove(by: 'token' | 'password', check: () => Promise<string | undefined>): Promise<Known> {
    try {
      const who = await check()
      if (who !== undefined) return { who, by, may: this.#rightOf(who) }
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error
      throw new Refused(429, error.message, { headers: { 'retry-after': `${error.retryAfter}` } })
    }
    throw unproven(by === 'token' ? 'the token is not known' : 'the name or the password is wrong')
  }

  #rightOf(who: string): Right {
    return this.#rights.get(who) ?? 'read'
  }
}

export function unproven(sentence: string): Refused {
  return new Refused(401, sentence, {
    hint: 'Log in, or send a token as Authorization: Bearer.',
    headers: { 'www-authenticate': 'Bearer realm="waybill"' },
  })
}
