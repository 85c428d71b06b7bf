/** What the listener bounds of a request and its connection that no key of the configuration changes. */

export interface HttpBounds {
  /** Bytes of the request line and the header fields together. */
  readonly maxHeader: number
  /** Header fields of one request. */
  readonly maxHeaders: number
  /** Milliseconds until the handshake of TLS is done. */
  readonly handshakeTimeout: number
  /** Milliseconds until the header fields are in; `http.requestTimeout`, if that is shorter. */
  readonly headersTimeout: number
  /** Milliseconds for which a peer may leave an answer unread. */
  readonly writeTimeout: number
}

export const HTTP_BOUNDS: HttpBounds = Object.freeze({
  // As node:http and most proxies have it; a message with `traceparent`, a token and cookies has a quarter of it.
  maxHeader: 16 * 1024,
  // As Apache httpd has it: a browser behind three proxies sends thirty.
  maxHeaders: 100,
  // Two round trips and a signature: a satellite link needs two seconds.
  handshakeTimeout: 10_000,
  // One segment, or a few: who needs longer keeps a connection from others (Slowloris).
  headersTimeout: 10_000,
  // Between two segments that it takes, not for the whole answer: a slow reader goes on, a stalled one does not.
  writeTimeout: 30_000,
})
