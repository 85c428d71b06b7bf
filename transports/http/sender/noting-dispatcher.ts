/** Notes whether a request was begun to be written: before that, the other side has nothing of it. */
import { Dispatcher } from 'undici'

export class NotingDispatcher extends Dispatcher {
  readonly #inner: Dispatcher
  #begun = false

  /** @param inner  sends the request, one for each */
  constructor(inner: Dispatcher) {
    super()
    this.#inner = inner
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
        this.#begun = true
        started(...args)
      }
    } else {
      handler.onConnect = (...args) => {
        this.#begun = true
        connected?.(...args)
      }
    }
    return handler
  }
}
