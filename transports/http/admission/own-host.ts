/** Refuses a request that reached a loopback address by a name of another site, as the page of any site can have it (DNS rebinding). */
import { hostNameOf, isLoopback, isOwnName } from '#transport'
import type { FieldsRead } from '../protocol/header-fields.js'
import { HttpRefusal } from '../protocol/status.js'
import type { HttpSection } from '../section/section.js'

/** What stands for every address of the machine: who listens there wants to be reached by any name. */
const ALL: readonly string[] = ['0.0.0.0', '::']

type Names = Pick<HttpSection, 'host' | 'names' | 'publicUrl' | 'tls'>

export class OwnHost {
  /** Over TLS, a page of another name has no certificate for it. */
  readonly #isAny: boolean
  readonly #names: readonly string[]
  /** The last Host that was a name of this node: clients repeat theirs. */
  #last: string | undefined

  constructor(section: Names) {
    this.#isAny = section.tls !== undefined || ALL.includes(section.host)
    this.#names = namesIn(section)
  }

  /**
   * HTTP/1.0 has no Host.
   *
   * @throws HttpRefusal 421
   */
  check({ fields, socket, url = '' }: FieldsRead): void {
    const { host } = fields
    if (this.#isAny || host === undefined || host === this.#last) return
    // RFC 9112 §3.2.2: with a target in absolute form, "the origin server MUST ignore the received Host header field
    // (if any) and instead use the host information of the request-target": where that is read, it is checked.
    if (!isLoopback(socket.localAddress ?? '') || !url.startsWith('/')) return
    const name = hostNameOf(host)
    if (name === undefined || !isOwnName(name, this.#names)) {
      const reason = `neither http.names nor http.publicUrl has Host ${host}`
      throw new HttpRefusal(421, reason, {}, 'Host has no name of this node.')
    }
    this.#last = host
  }
}

function namesIn({ names, publicUrl }: Names): readonly string[] {
  const hosts = publicUrl === undefined ? [] : [new URL(publicUrl).host]
  return [...names, ...hosts].flatMap((one) => hostNameOf(one) ?? [])
}
