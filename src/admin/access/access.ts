/** Tells who asks, and turns away what a browser was made to ask by somebody else. */
import { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../base/loopback.js'
import type { Reloading } from '../../base/reloading.js'
import type { AdminConfig } from '../../config/admin.js'
import type { KeySetLog } from '../../security/credentials/key-set.js'
import { securedPeer } from '../../tls/peer.js'
import { Refused } from '../refused.js'
import type { Caller } from '../resource.js'
import { readCookie, writeCookie } from './cookie.js'
import { checkOrigin, checkSite } from './cross-site.js'
import { checkHost } from './host.js'
import { type Known, Operators, unproven } from './operators.js'
import { Sessions } from './sessions.js'

export class Access {
  #config: AdminConfig
  readonly operators: Operators
  readonly #sessions = new Sessions()

  constructor(config: AdminConfig, log: KeySetLog) {
    this.#config = config
    this.operators = new Operators(config, log)
  }

  /** True if the listener speaks TLS. */
  get secure(): boolean {
    return this.#config.tls !== undefined
  }

  /**
   * Gets ready to know other operators. The sessions of those who are gone, or have another secret, end.
   *
   * @throws WaybillError WAYBILL_FILE_UNUSABLE
   */
  reload(config: AdminConfig): Reloading {
    const { changed, apply } = this.operators.reload(config)
    return {
      changed,
      apply: () => {
        apply()
        this.#config = config
        this.#sessions.keep(
          (one) => one.kept !== undefined && one.kept === this.operators.keptOf(one),
        )
      },
    }
  }

  /** Begins a session. @returns the cookie that the browser is to show */
  begin(known: Known): string {
    const { sessionTime } = this.#config
    const kept = this.operators.keptOf(known)
    const shown = this.#sessions.open({ ...known, kept }, sessionTime)
    return writeCookie(shown, sessionTime, this.secure)
  }

  /** Ends the session of a cookie. @returns whose it was, if it was one, and the cookie that takes it away */
  end(field: string | undefined) {
    const shown = readCookie(field, this.secure)
    const session = shown === undefined ? undefined : this.#sessions.find(shown)
    if (shown !== undefined) this.#sessions.end(shown)
    return { session, cookie: writeCookie('', 0, this.secure) }
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
    if (headers.authorization === undefined || !this.operators.asks)
      checkHost(headers.host, this.#config)
    // A link in a mail may lead to the console; what its page then asks for, it asks for itself.
    const isLink = headers['sec-fetch-mode'] === 'navigate' && method === 'GET'
    if (!isLink || url.startsWith('/api/')) checkSite(headers)
  }

  /** @throws Refused 401, 403 or 429 */
  readonly identify = async (request: FastifyRequest): Promise<Caller> => {
    const address = request.socket.remoteAddress
    return { ...(await this.#known(request, address)), address }
  }

  /** Whether metrics are shown to who asks. @throws Refused */
  readonly admitMetrics = async (request: FastifyRequest): Promise<void> => {
    const { openMetrics, host } = this.#config
    if (!openMetrics && !isLoopback(host)) await this.identify(request)
  }

  async #known(request: FastifyRequest, address: string | undefined): Promise<Known> {
    const { headers, method, socket } = request
    if (!this.operators.asks)
      return { who: address ?? 'this machine', by: 'address', may: 'change' }
    const { authorization, cookie } = headers
    if (authorization !== undefined) {
      const [, token] = /^Bearer +([!-~]{1,1000})$/i.exec(authorization) ?? []
      if (token === undefined) throw unproven('expected Authorization: Bearer with a token')
      return this.operators.token(token, address)
    }
    const shown = readCookie(cookie, this.secure)
    const session = shown === undefined ? undefined : this.#sessions.find(shown)
    if (session) {
      checkOrigin(method, headers)
      const { who, by } = session
      return { who, by, may: this.operators.mayOf(who) }
    }
    const peer = socket instanceof TLSSocket ? { address, ...securedPeer(socket) } : undefined
    const certified = peer && this.operators.certificate(peer)
    if (certified) return certified
    throw unproven(shown === undefined ? 'log in first' : 'the session has ended: log in again')
  }
}
