/** The operators of the configuration: proves by token, password or certificate which of them somebody is. */
import type { Reloading } from '../../base/reloading.js'
import { type AdminConfig, asksWho } from '../../config/admin.js'
import { NotChecked } from '../../message/credentials.js'
import type { Peer } from '../../message/origin.js'
import { type KnownConfig, KnownCredentials } from '../../security/credentials/credentials.js'
import type { KeySetLog } from '../../security/credentials/key-set.js'
import { Refused } from '../refused.js'
import type { Caller, Right } from '../resource.js'

/** Nobody else can have this name: names of operators have no dot. */
const OWNER = 'admin.token'

export type Known = Pick<Caller, 'who' | 'by' | 'may'>

/** What is kept of a secret, by which somebody has logged in. */
type Kept = string

export class Operators {
  readonly #credentials: KnownCredentials
  #config: AdminConfig

  /** @throws WaybillError WAYBILL_FILE_UNUSABLE */
  constructor(config: AdminConfig, log: KeySetLog) {
    this.#config = config
    this.#credentials = new KnownCredentials(knownOf(config), log)
  }

  /** True if everybody has to prove who they are. */
  get asks(): boolean {
    return asksWho(this.#config)
  }

  /** How somebody can log in. */
  get logins(): readonly ('token' | 'password')[] {
    const { token, operators } = this.#config
    const all = Object.values(operators)
    const byToken = token !== undefined || all.some((one) => one.token !== undefined)
    const byPassword = all.some(({ password }) => password !== undefined)
    return [
      ...(byPassword ? (['password'] as const) : []),
      ...(byToken ? (['token'] as const) : []),
    ]
  }

  /** Gets ready to know others; failures that were counted count on. */
  reload(config: AdminConfig): Reloading {
    const { changed, apply } = this.#credentials.reload(knownOf(config))
    return {
      changed,
      apply: () => {
        apply()
        this.#config = config
      },
    }
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
    return who === undefined ? undefined : { who, by: 'certificate', may: this.mayOf(who) }
  }

  /** What is kept of the secret that proves somebody; undefined if nothing does any more. */
  keptOf({ who, by }: Pick<Known, 'who' | 'by'>): Kept | undefined {
    const { token, operators } = this.#config
    if (who === OWNER) return token
    const operator = Object.hasOwn(operators, who) ? operators[who] : undefined
    return by === 'password' ? operator?.password : operator?.token
  }

  mayOf(who: string): Right {
    const { operators } = this.#config
    if (who === OWNER) return 'change'
    return (Object.hasOwn(operators, who) ? operators[who]?.may : undefined) ?? 'read'
  }

  close(): Promise<void> {
    return this.#credentials.close()
  }

  async #prove(by: 'token' | 'password', check: () => Promise<string | undefined>): Promise<Known> {
    try {
      const who = await check()
      if (who !== undefined) return { who, by, may: this.mayOf(who) }
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error
      throw new Refused(429, error.message, { headers: { 'retry-after': `${error.retryAfter}` } })
    }
    throw unproven(by === 'token' ? 'the token is not known' : 'the name or the password is wrong')
  }
}

function knownOf({ token, operators, maxFailuresPerMinute }: AdminConfig): KnownConfig {
  const own = Object.entries(operators).map(([name, { token: apiKey, password, certificates }]) => {
    const lists = certificates && { certificates }
    return [name, { apiKey, password, ...lists, allow: [] }] as const
  })
  const owner = token === undefined ? [] : [[OWNER, { apiKey: token, allow: [] }] as const]
  const peers = Object.fromEntries([...own, ...owner])
  return { peers, tokens: {}, clockSkew: 1, maxFailuresPerMinute }
}

export function unproven(sentence: string): Refused {
  return new Refused(401, sentence, {
    hint: 'Log in, or send a token as Authorization: Bearer.',
    headers: { 'www-authenticate': 'Bearer realm="waybill"' },
  })
}
