/** Makes the server of node:http or node:https, with the bounds of the section. */
import { createServer, type Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { HttpBounds } from '../section/bounds.js'
import type { HttpSection } from '../section/section.js'
import { CountedRequest } from './body-reader.js'
import type { Handshakes } from './secure.js'

/** Milliseconds between checks for connections that have timed out. */
const CHECK_INTERVAL = 500

export type HttpServer = Server | SecureServer

/** @param handshakes  none: it listens without TLS */
export function makeServer(
  { requestTimeout, keepAliveTimeout, maxConnections }: HttpSection,
  { maxHeader, handshakeTimeout, headersTimeout }: HttpBounds,
  handshakes: Handshakes | undefined,
): HttpServer {
  const settings = {
    maxHeaderSize: maxHeader,
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval: CHECK_INTERVAL,
    // decode.ts checks both, and refuses like everywhere else.
    requireHostHeader: false,
    insecureHTTPParser: false,
    noDelay: true,
    IncomingMessage: CountedRequest,
  }
  const server =
    handshakes?.createServer({ ...settings, handshakeTimeout }) ?? createServer(settings)
  // No silent dropping of header lines: decode.ts counts all of them and refuses.
  server.maxHeadersCount = 0
  server.maxConnections = maxConnections
  return server
}
