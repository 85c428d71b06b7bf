/** The HTTP transport: a listener, and a sender that shares its connections. */
import {
  type AttachmentBounds,
  type Credentials,
  type Receive,
  type ReloadInput,
  type Reloading,
  readTls,
  type TlsFiles,
  type Transport,
  type TransportLog,
} from '#transport'
import { HttpReceiver } from './receiver/receiver.js'
import { HTTP_BOUNDS, type HttpBounds } from './section/bounds.js'
import type { HttpSection } from './section/section.js'
import { HttpSender } from './sender/sender.js'

/** What it is made from beside its section and a log. */
export interface HttpSurroundings {
  /** Default: nobody is known. */
  readonly credentials?: Credentials | undefined
  /** How much may come beside a message. Default: the usual bounds. */
  readonly attachments?: AttachmentBounds | undefined
  /** Default: those that a node has. */
  readonly bounds?: HttpBounds | undefined
}

export class HttpTransport implements Transport {
  readonly name = 'http'
  readonly schemes = ['http', 'https'] as const
  readonly carriesAttachments = true
  readonly send: Transport['send']
  readonly #receiver: HttpReceiver
  readonly #sender: HttpSender

  /** @throws WaybillError for files of `tls` that cannot be used */
  constructor(
    options: HttpSection,
    log: TransportLog,
    { credentials, attachments, bounds = HTTP_BOUNDS }: HttpSurroundings = {},
  ) {
    const sender = new HttpSender({ ...options, bounds: attachments })
    const around = { credentials, attachments, bounds }
    this.#receiver = new HttpReceiver(options, log, { tls: filesOf(options), ...around })
    this.#sender = sender
    this.send = (message, to, signal, ...[guard, access, spool]) =>
      sender.send(message, to, signal, { guard, access, spool })
  }

  get listening(): readonly string[] {
    return this.#receiver.listening
  }

  listen(receive: Receive): Promise<void> {
    return this.#receiver.listen(receive)
  }

  reload({ section }: ReloadInput<HttpSection>): Reloading {
    return this.#receiver.reload(section, filesOf(section))
  }

  async close(deadline: AbortSignal): Promise<void> {
    await this.#receiver.close(deadline)
    await this.#sender.close()
  }
}

function filesOf({ tls }: HttpSection): TlsFiles | undefined {
  return tls && readTls(tls, 'http.tls')
}
