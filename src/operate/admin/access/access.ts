/** Tells who asks, and turns away what a browser was made to ask by somebody else. */
import type { IncomingHttpHeaders } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { Reloading } from '../../../base/reloading.js'
import type { AdminConfig } from '../../../config/admin.js'
import type { KeySetLog } from '../../../security/credentials/key-set.js'
import type { StateToken } from '../../../security/credentials/state-token.js'
import { beyondProxies, isProxy } from '../../../security/proxies.js'
import { securedPeer } from '../../../security/tls/peer.js'
import { Refused } from '../refused.js'
import type { Caller } from '../resource.js'
import { LOOKS } from '../rights.js'
import type { AccessBounds } from './bounds.js'
import { browserOf, introduce, REMEMBERED } from './browsers.js'
import { type CookieName, readCookie, writeCookie } from './cookie.js'
import { checkOrigin, checkSite } from './cross-site.js'
import { checkHost } from './host.js'
import { isTicket, Links } from './link.js'
import { type Identity, Operators, type OperatorsConfig, unproven } from './operators.js'
import { type Session, Sessions } from './sessions.js'

export class Access {
  #config: AdminConfig
  readonly #bounds: AccessBounds
  readonly operators: Operators
  readonly #sessions = new Sessions()
  readonly #links = new Links()

  constructor(
    config: OperatorsConfig,
    bounds: AccessBounds,
    local: Pick<StateToken, 'current'>,
    log: KeySetLog,
  ) {
    this.#config = config.admin
    this.#bounds = bounds
    this.operators = new Operators(config, bounds, local, log)
  }

  /** True if the listener speaks TLS. */
  get secure(): boolean {
    return this.#config.tls !== undefined
  }

  /**
   * Gets ready to know other operators.
   *
   * @throws WaybillError WAYBILL_FILE_UNUSABLE
   */
  reload(config: OperatorsConfig): Reloading {
    const { changed, apply } = this.operators.reload(config)
    return {
      changed,
      apply: () => {
        apply()
        this.#config = config.admin
      },
    }
  }

  /** Where a request comes from, as the proxies of the configuration tell it. */
  readonly addressOf = ({ headers, socket }: FastifyRequest): string | undefined => {
    const { proxies, proxyHeader: header } = this.#config
    const connected = { node: socket.remoteAddress, secure: false }
    return beyondProxies(headers, connected, { proxies, header }).node
  }

  /** Begins a session. @returns the cookies that the browser is to show */
  begin(identity: Identity, headers: IncomingHttpHeaders): readonly string[] {
    const { sessionTime } = this.#bounds
    const { localToken } = this.operators
    const kept = this.operators.keptOf(identity)
    const shown = this.#sessions.open({ ...identity, kept }, sessionTime)
    const session = writeCookie(this.#cookie(headers, 'session'), shown, sessionTime)
    if (identity.by !== 'password' || localToken === undefined) return [session]
    const browser = introduce(identity.who, localToken)
    return [session, writeCookie(this.#cookie(headers, 'browser'), browser, REMEMBERED)]
  }

  /** Id of a browser in which this user has logged in before; undefined for another. */
  browserOf(headers: IncomingHttpHeaders, user: string): string | undefined {
    const { localToken } = this.operators
    const shown = readCookie(this.#cookie(headers, 'browser'))
    if (shown === undefined || localToken === undefined) return undefined
    return browserOf(shown, user, localToken)
  }

  /** Who follows a link that logs in; undefined for one that does not count, or no more. */
  follow(code: string): Identity | undefined {
    const { local, localToken } = this.operators
    if (localToken === undefined || !this.#links.follow(code, localToken)) return undefined
    return local
  }

  /** Ends the session of a cookie. @returns whose it was, if it was one, and the cookie that takes it away */
  end(headers: IncomingHttpHeaders) {
    const shown = readCookie(this.#cookie(headers, 'session'))
    const session = this.#sessionOf(shown)
    if (shown !== undefined) this.#sessions.end(shown)
    return { session, cookie: writeCookie(this.#cookie(headers, 'session'), '', 0) }
  }

  /**
   * Looks at where a request comes from, before it is read. Who shows a token is no browser that somebody has
   * lured: then the name does not matter.
   *
   * @throws Refused
   */
  readonly check = ({ method, url, headers, raw }: FastifyRequest): void => {
    // RFC 9112 §3.2.2: the host of a whole URL would count in place of Host; only proxies are sent one.
    if (raw.url?.startsWith('/') !== true) throw new Refused(400, 'expected a path')
    if (headers.authorization === undefined) checkHost(headers.host, this.#config)
    // A link in a mail may lead to the console; what its page then asks for, it asks for itself.
    const isLink = headers['sec-fetch-mode'] === 'navigate' && method === 'GET'
    if (!isLink || url.startsWith('/api/')) checkSite(headers)
  }

  /** @throws Refused 401, 403 or 429 */
  readonly identify = async (request: FastifyRequest): Promise<Caller> => {
    const address = this.addressOf(request)
    return { ...(await this.#identify(request, address)), address }
  }

  /** Whether metrics are shown to who asks. @throws Refused */
  readonly admitMetrics = async (request: FastifyRequest): Promise<void> => {
    if (!this.#config.openMetrics) await this.identify(request)
  }

  async #identify(request: FastifyRequest, address: string | undefined): Promise<Identity> {
    const { headers, method, socket, url } = request
    const { authorization } = headers
    if (authorization !== undefined) {
      const [, token] = /^Bearer +([!-~]{1,1000})$/i.exec(authorization) ?? []
      if (token === undefined) throw unproven('expected Authorization: Bearer with a token')
      const { local, localToken } = this.operators
      if (localToken !== undefined && isTicket(token, localToken, `${method} ${url}`)) {
        return method === 'GET' ? { ...local, rights: LOOKS } : local
      }
      return this.operators.token(token, address)
    }
    const shown = readCookie(this.#cookie(headers, 'session'))
    const session = this.#sessionOf(shown)
    if (session) {
      checkOrigin(method, headers)
      const { who, by } = session
      return { who, by, rights: this.operators.rightsOf(who) }
    }
    // The certificate of a proxy proves nobody behind it.
    const isOwn = !isProxy(this.#config, socket.remoteAddress)
    const peer =
      socket instanceof TLSSocket && isOwn ? { address, ...securedPeer(socket) } : undefined
    const certified = peer && this.operators.certificate(peer)
    if (certified) return certified
    throw unproven(shown === undefined ? 'log in first' : 'the session has ended: log in again')
  }

  #cookie(headers: IncomingHttpHeaders, kind: CookieName['kind']): CookieName {
    return { headers, secure: this.secure, kind }
  }

  /** It ends with the secret that it began with. */
  #sessionOf(shown: string | undefined): Session | undefined {
    const session = shown === undefined ? undefined : this.#sessions.find(shown)
    if (session?.kept === undefined || session.kept !== this.operators.keptOf(session))
      return undefined
    return session
  }
}
