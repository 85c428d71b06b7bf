/** What spans say of requests and answers, by OpenTelemetry's stable conventions for HTTP; never a query, which has values. */
import { type ProtocolFacts, urlIn } from '#transport'
import { EXCHANGES } from './decode-get.js'
import type { FieldsRead } from './header-fields.js'

const MAX_AGENT_LENGTH = 256

/** Of a request that came. */
export function factsOfRequest(
  { method, url = '', fields, httpVersion, socket }: FieldsRead,
  basePath: string,
): ProtocolFacts {
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  const [path = ''] = url.split('?', 1)
  const host = urlIn(`${scheme}://${fields.host}`)
  return {
    'http.request.method': method,
    'http.route': routeOf(path, basePath),
    'url.scheme': scheme,
    'url.path': path,
    'network.protocol.version': httpVersion,
    'network.peer.address': socket.remoteAddress,
    'network.peer.port': socket.remotePort,
    'server.address': host && bare(host),
    'server.port': host ? portOf(host) : undefined,
    'user_agent.original': fields['user-agent']?.slice(0, MAX_AGENT_LENGTH),
  }
}

/** The path with names in place of what peers choose, so that there are few of them. */
function routeOf(path: string, basePath: string): string {
  const [first, second] = path.slice(basePath.length).split('/').filter(Boolean)
  if (first === undefined) return basePath
  if (second === undefined) return `${basePath}/{destination}`
  return first === EXCHANGES
    ? `${basePath}/${EXCHANGES}/{exchange}`
    : `${basePath}/{destination}/{operation}`
}

/** Of a request that is sent. */
export function factsOfCall(to: URL): ProtocolFacts {
  return {
    'http.request.method': 'POST',
    // "url.full MUST NOT contain credentials".
    'url.full': `${to.origin}${to.pathname}`,
    'server.address': bare(to),
    'server.port': portOf(to),
  }
}

/** "For HTTP status codes in the 4xx range span status SHOULD be set to Error in case of SpanKind.CLIENT"; 5xx too. */
export function factsOfAnswer(status: number): ProtocolFacts {
  return {
    'http.response.status_code': status,
    ...(status >= 400 && { 'error.type': String(status) }),
  }
}

/** An IPv6 address stands in brackets in a URL only. */
function bare({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}
