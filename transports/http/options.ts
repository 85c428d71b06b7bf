/** What the HTTP transport is told; `http` in the configuration. */

export interface HttpOptions {
  readonly host: string
  readonly port: number
  readonly basePath: string
  readonly names: readonly string[]
  readonly requireContentLength: boolean
  /** Bytes. */
  readonly maxBody: number
  /** Bytes of request line and headers. */
  readonly maxHeader: number
  /** Header lines. */
  readonly maxHeaders: number
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  readonly maxRequestsPerConnection: number
  /** All times in milliseconds. */
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly writeTimeout: number
}
