/** Notes whether a request was begun to be written: before that, the other side has nothing of it. */
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'

export class NotingDispatcher extends Dispatcher {
  readonly #inner: Dispatcher
  readonly #signal: AbortSignal
  #begun = false

  /**
   * @param inner   sends the request, one for each
   * @param signal  of the request: after its end nothing is written
   */
  constructor(inner: Dispatcher, signal: AbortSignal) {
    super()
    this.#inner = inner
    this.#signal = signal
  }

  /** False while it waits for a connection, and for one that could not be made. */
  get begun(): boolean {
    return this.#begun
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    return this.#inner.dispatch(options, this.#noting(handler))
  }

  /** It is called once there is a connection, right before the first byte. */
  #noting(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
    const connected = handler.onConnect?.bind(handler)
    const started = handler.onRequestStart?.bind(handler)
    // undici calls the one that a handler has; request() has the first.
    if (started) {
      handler.onRequestStart = (...args) => {
        this.#begun ||= !this.#signal.aborted
        started(...args)
      }
    } else {
      handler.onConnect = (...args) => {
        this.#begun ||= !this.#signal.aborted
        connected?.(...args)
      }
    }
    return handler
  }
}
