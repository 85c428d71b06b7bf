/** What node:http is told about requests: bounds and deadlines, and what is checked elsewhere. */
import type { ServerOptions } from 'node:http'
import type { HttpSection } from './section.js'

/** Milliseconds between checks for connections that have timed out. */
const CHECK_INTERVAL = 500

export function serverOptions(options: HttpSection): ServerOptions {
  return {
    maxHeaderSize: options.maxHeader,
    headersTimeout: options.headersTimeout,
    requestTimeout: Math.max(options.requestTimeout, options.headersTimeout),
    keepAliveTimeout: options.keepAliveTimeout,
    connectionsCheckingInterval: CHECK_INTERVAL,
    // decode.ts checks both, and refuses like everywhere else.
    requireHostHeader: false,
    insecureHTTPParser: false,
    noDelay: true,
  }
}
