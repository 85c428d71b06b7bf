/** Makes the HTTP server below the admin listener, with a deadline for all that a connection may wait for. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AdminTls } from './secure.js'

/** Bytes of a header; a query is in it. */
const MAX_HEADER = 16 * 1024
/** Milliseconds in which a header, and the whole of a request, is to come in. */
const HEADER_TIME = 5_000
const REQUEST_TIME = 10_000
/** Milliseconds between two requests. */
const IDLE_TIME = 15_000
/** Milliseconds without a byte, such as of an answer that nobody reads. */
const SILENCE = 30_000

const BOUNDS: ServerOptions = {
  maxHeaderSize: MAX_HEADER,
  headersTimeout: HEADER_TIME,
  requestTimeout: REQUEST_TIME,
  keepAliveTimeout: IDLE_TIME,
  connectionsCheckingInterval: 1_000,
}

/** @param secure  how it speaks TLS, if it does */
export function makeServer(take: RequestListener, secure: AdminTls | undefined): Server {
  const server = secure?.createServer(BOUNDS, take) ?? createServer(BOUNDS, take)
  server.setTimeout(SILENCE)
  return server
}
