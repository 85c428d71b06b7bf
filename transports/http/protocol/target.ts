/** Reads the target of a request: the path below the node's own, and the query (RFC 9112 §3.2). */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RetrievalMessage } from '#transport'
import { type HttpSection, schemeOf } from '../section/section.js'
import { HttpRefusal } from './status.js'

export function target(
  request: IncomingMessage,
  options: HttpSection,
): { path: string; query: string } {
  const raw = request.url ?? ''
  const origin = raw.startsWith('/') ? raw : absolute(raw, request, options)
  const mark = origin.indexOf('?')
  return mark === -1
    ? { path: origin, query: '' }
    : { path: origin.slice(0, mark), query: origin.slice(mark + 1) }
}

/** RFC 9112 §3.2.2: absolute form is accepted, for this node's own names only. */
function absolute(raw: string, { socket }: IncomingMessage, options: HttpSection): string {
  const { tls } = options
  const parts = /^(https?):\/\/([^/?#]+)((?:[/?][^#]*)?)$/i.exec(raw)
  if (!parts?.[2] || parts[1]?.toLowerCase() !== schemeOf(tls))
    throw new HttpRefusal(400, 'not a request target')
  const authority = parts[2].toLowerCase()
  if (!isOurs(authority, socket, options)) {
    throw new HttpRefusal(400, 'a request target for another host')
  }
  const rest = parts[3] ?? ''
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** True for a host, with its port, that leads to this node: it is listened on, or is one of its names. */
export function isOurs(
  authority: string,
  { localAddress = '', localPort }: Pick<Socket, 'localAddress' | 'localPort'>,
  { host, names, tls }: HttpSection,
): boolean {
  const hosts = [localAddress, `[${localAddress}]`, 'localhost', host]
  const ours = [
    ...hosts.flatMap((name) => [
      `${name}:${localPort}`,
      ...(localPort === (tls ? 443 : 80) ? [name] : []),
    ]),
    ...names,
  ]
  return ours.some((name) => name.toLowerCase() === authority.toLowerCase())
}

/** The segments of the path below the base path; a slash at the end makes no difference. */
export function segments(path: string, basePath: string): readonly string[] {
  if (path !== basePath && !path.startsWith(`${basePath}/`))
    throw new HttpRefusal(404, 'no such path')
  const rest = path.slice(basePath.length + 1).replace(/\/$/, '')
  if (rest === '') return []
  const found = rest.split('/')
  if (!found.every((segment) => /^[A-Za-z0-9._~-]+$/.test(segment))) {
    throw new HttpRefusal(404, 'no such path')
  }
  return found
}

export function parameters(query: string): RetrievalMessage['parameters'] {
  try {
    return query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const equals = pair.indexOf('=')
        const name = equals === -1 ? pair : pair.slice(0, equals)
        return [
          decodeComponent(name),
          decodeComponent(equals === -1 ? '' : pair.slice(equals + 1)),
        ] as const
      })
  } catch {
    throw new HttpRefusal(400, 'the query is not percent-encoded UTF-8')
  }
}

function decodeComponent(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
