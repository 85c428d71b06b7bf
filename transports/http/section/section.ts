/** The part of the configuration about HTTP: where the node listens, its bounds and its deadlines. */
import {
  count,
  duration,
  file,
  host,
  port,
  type SectionOf,
  size,
  text,
  tlsKeys,
  tlsPair,
  z,
} from '#transport'
import { senders } from './section-senders.js'

const stapled = {
  ...tlsPair,
  ocspResponse: file()
    .optional()
    .describe('File with the response of its authority that it is not revoked (OCSP), in DER.'),
}

const tls = z.strictObject({
  ...stapled,
  names: z
    .array(z.strictObject(stapled))
    .default([])
    .describe(
      'More certificates, each for the host names in it, with keys of the same type. For all others: the one above.',
    ),
  ...tlsKeys,
})

export const http = z.strictObject({
  host: host()
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 or :: opens the node to other hosts.'),
  port: port().default(8080).describe('Port to listen on; 0 takes a free one.'),
  basePath: z
    .string()
    .regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+$/, 'expected a path such as /soap')
    .default('/soap')
    .describe('Path of the node; each plugin is at a path of its own below it.'),
  publicUrl: z
    .string()
    .regex(
      /^https?:\/\/[A-Za-z0-9.:[\]-]+(\/[A-Za-z0-9._~-]+)*$/,
      'expected a URL such as https://soap.example.com/soap',
    )
    .optional()
    .describe(
      'URL of the node as its clients reach it, with its path, for what it publishes about itself. Default: the host that a request asks for, if that is in names or its own address.',
    ),
  names: z
    .array(text())
    .default([])
    .describe(
      'Host names of this node, as host or host:port: on a loopback address, no other Host is answered; also for request targets in absolute form, and for what it publishes about itself.',
    ),
  ...senders,
  public: z
    .boolean()
    .default(true)
    .describe('Whether anybody may call operations that their plugin marks as public.'),
  tls: tls.optional().describe('Makes it HTTPS. Default: HTTP without TLS.'),
  senderFaultStatus: z
    .literal([400, 500])
    .default(400)
    .describe(
      'Status of SOAP 1.2 faults with the code env:Sender: 400 by SOAP 1.2; 500 for clients such as Apache CXF, which read no fault that comes with 400.',
    ),
  maxBody: size({ most: 1024 ** 3 })
    .prefault('10MiB')
    .describe('Size of a request body, after content codings are undone.'),
  maxReceiving: size({ most: 1024 ** 4 })
    .prefault('256MiB')
    .describe('Size of all request bodies in memory, maxBody twice at least; 503 beyond.'),
  maxReceivingPerAddress: size({ most: 1024 ** 4 })
    .prefault('64MiB')
    .describe('The same for the requests of one address.'),
  maxConnections: count(1_000_000).default(1000).describe('Connections at once; more are closed.'),
  maxConnectionsPerAddress: count(1_000_000)
    .default(256)
    .describe('Connections at once from one address.'),
  maxRequestsPerConnection: count(1_000_000_000)
    .default(10_000)
    .describe('Requests on one connection; the last answer closes it.'),
  requestTimeout: duration().prefault('30s').describe('Time until the whole request is in.'),
  keepAliveTimeout: duration()
    .prefault('5s')
    .describe('Time that a connection may idle between requests.'),
})

export type HttpSection = SectionOf<typeof http>

/** Scheme of the URLs that it listens on. */
export function schemeOf(tls: object | undefined): 'http' | 'https' {
  return tls ? 'https' : 'http'
}
