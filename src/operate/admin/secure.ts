/** How the admin listener speaks TLS, with certificates that can be replaced while it listens. */
import type { RequestListener } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { Reloading } from '../../base/reloading.js'
import type { AdminConfig } from '../../config/admin.js'
import { readTls, renewedIn, type TlsFiles } from '../../security/tls/files.js'
import { Identities } from '../../security/tls/identities.js'

/** Milliseconds that a handshake may take. */
const HANDSHAKE = 5_000

type Section = NonNullable<AdminConfig['tls']>

export class AdminTls {
  #files: TlsFiles
  #server: Server | undefined

  /** @throws WaybillError WAYBILL_FILE_UNUSABLE, WAYBILL_CONFIG_INVALID */
  constructor(section: Section) {
    this.#files = filesOf(section)
  }

  /** @throws Error of `node:tls` for what cannot be used */
  createServer(bounds: ServerOptions, take: RequestListener): Server {
    const { clientAuthentication } = this.#files
    const options: ServerOptions = {
      ...bounds,
      ...new Identities(this.#files).options,
      requestCert: clientAuthentication !== 'none',
      rejectUnauthorized: clientAuthentication === 'require',
      handshakeTimeout: HANDSHAKE,
      // HTTP/2 is not spoken.
      ALPNProtocols: ['http/1.1'],
    }
    this.#server = createServer(options, take)
    return this.#server
  }

  /**
   * Gets ready to show and ask for what files hold now.
   *
   * @throws WaybillError, Error of `node:tls`
   */
  reload(section: Section): Reloading {
    const files = filesOf(section)
    const { options } = new Identities(files)
    return {
      changed: renewedIn(files, this.#files).map((key) => `tls.${key}`),
      apply: () => {
        this.#files = files
        this.#server?.setSecureContext(options)
      },
    }
  }
}

function filesOf(section: Section): TlsFiles {
  return readTls({ ...section, names: [] }, 'admin.tls')
}
