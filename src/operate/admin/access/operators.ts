/** The operators of the configuration: proves by token, password or certificate which of them somebody is. */
import type { Reloading } from '../../../base/reloading.js'
import type { AdminConfig } from '../../../config/admin.js'
import type { Config } from '../../../config/schema.js'
import { NotChecked } from '../../../message/credentials.js'
import type { Peer } from '../../../message/origin.js'
import type { GuessBounds } from '../../../security/credentials/bounds.js'
import {
  ConfiguredCredentials,
  type CredentialsConfig,
} from '../../../security/credentials/credentials.js'
import type { KeySetLog } from '../../../security/credentials/key-set.js'
import type { StateToken } from '../../../security/credentials/state-token.js'
import { hashOf, isPassword } from '../../../security/password.js'
import { Refused } from '../refused.js'
import type { Caller } from '../resource.js'
import { CHANGES, LOOKS, type Rights, rightsOf } from '../rights.js'

/** Nobody else can have this name: names of operators have no dot. */
const LOCAL = 'stateDir/admin.token'

export type Identity = Pick<Caller, 'who' | 'by' | 'rights'>

/** The part of a node's configuration that says who operates it. */
export type OperatorsConfig = Pick<Config, 'admin' | 'destinations'>

/** What is kept of a secret, by which somebody has logged in. */
type Kept = string

export class Operators {
  readonly #credentials: ConfiguredCredentials
  readonly #local: Pick<StateToken, 'current'>
  #config: OperatorsConfig

  /** @throws WaybillError WAYBILL_FILE_UNUSABLE */
  constructor(
    config: OperatorsConfig,
    bounds: GuessBounds,
    local: Pick<StateToken, 'current'>,
    log: KeySetLog,
  ) {
    this.#config = config
    this.#local = local
    this.#credentials = new ConfiguredCredentials(credentialsConfig(config.admin), bounds, log)
  }

  /** How somebody can log in. */
  get logins(): readonly ('token' | 'password')[] {
    const all = Object.values(this.#config.admin.operators)
    return all.some(({ password }) => password !== undefined) ? ['password', 'token'] : ['token']
  }

  /** Gets ready to know others; failures that were counted count on. */
  reload(config: OperatorsConfig): Reloading {
    const { changed, apply } = this.#credentials.reload(credentialsConfig(config.admin))
    return {
      changed,
      apply: () => {
        apply()
        this.#config = config
      },
    }
  }

  /** Who shows the token of the state folder, or a link that was made of it. */
  get local(): Identity {
    return { who: LOCAL, by: 'token', rights: CHANGES }
  }

  /** The token of the state folder, as its file has it now. */
  get localToken(): string | undefined {
    return this.#local.current()
  }

  /** @throws Refused 401 or 429 */
  async token(token: string, address: string | undefined): Promise<Identity> {
    const { localToken } = this
    // It cannot be guessed, so it is not kept out by those who try.
    if (localToken !== undefined && (await isPassword(hashOf(localToken), token))) return this.local
    const counted = [{ address, name: 'token' }, all(address)]
    return this.#prove('token', () => this.#credentials.apiKey(token, address, counted))
  }

  /**
   * @param browser  id of the one in which this user has logged in before, if it is one: strangers who guess at the name
   *   do not keep it out
   * @throws Refused 401 or 429
   */
  password(
    user: string,
    password: string,
    address: string | undefined,
    browser?: string,
  ): Promise<Identity> {
    const counted =
      browser === undefined
        ? [{ address, name: `user ${user}` }, all(address)]
        : [{ name: `browser ${browser}` }]
    return this.#prove('password', () =>
      this.#credentials.password(user, password, address, counted),
    )
  }

  certificate(peer: Peer): Identity | undefined {
    const who = this.#credentials.peerOf(peer)
    return who === undefined ? undefined : { who, by: 'certificate', rights: this.rightsOf(who) }
  }

  /** What is kept of the secret that proves somebody; undefined if nothing does any more. */
  keptOf({ who, by }: Pick<Identity, 'who' | 'by'>): Kept | undefined {
    const { operators } = this.#config.admin
    if (who === LOCAL) return this.localToken
    const operator = Object.hasOwn(operators, who) ? operators[who] : undefined
    return by === 'password' ? operator?.password : operator?.token
  }

  rightsOf(who: string): Rights {
    const { admin, destinations } = this.#config
    if (who === LOCAL) return CHANGES
    const operator = Object.hasOwn(admin.operators, who) ? admin.operators[who] : undefined
    return operator ? rightsOf(operator, destinations) : LOOKS
  }

  close(): Promise<void> {
    return this.#credentials.close()
  }

  async #prove(
    by: 'token' | 'password',
    check: () => Promise<string | undefined>,
  ): Promise<Identity> {
    try {
      const who = await check()
      if (who !== undefined) return { who, by, rights: this.rightsOf(who) }
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error
      throw new Refused(429, error.message, { headers: { 'retry-after': `${error.retryAfter}` } })
    }
    throw unproven(by === 'token' ? 'the token is not known' : 'the name or the password is wrong')
  }
}

/** Whatever the name: so nobody tries one password with every name. */
const all = (address: string | undefined) => ({ address, times: 10 })

function credentialsConfig({ operators }: AdminConfig): CredentialsConfig {
  const own = Object.entries(operators).map(([name, { token: apiKey, password, certificates }]) => {
    const lists = certificates && { certificates }
    return [name, { apiKey, password, ...lists, allow: [] }] as const
  })
  return { peers: Object.fromEntries(own), tokens: {}, clockSkew: 1 }
}

export function unproven(sentence: string): Refused {
  return new Refused(401, sentence, {
    hint: 'Log in, or send a token as Authorization: Bearer.',
    headers: { 'www-authenticate': 'Bearer realm="waybill"' },
  })
}
