/** Checks what routes and destinations say together, and that none of them leads back to this node. */
import type { z } from 'zod'
import { webAddress } from '../../transports/http/address.js'
import { isOwn, type Places } from '../../transports/http/own-address.js'
import { readMailto } from '../../transports/smtp/mailto.js'
import type { Config } from '../config/schema.js'
import { SOAP_11, SOAP_12 } from '../soap/version.js'
import { modeOf, urlOf } from './routes.js'

export type Routing = Places & Pick<Config, 'routes' | 'destinations' | 'node'>
type Destination = Config['destinations'][string]
type Complain = (path: readonly PropertyKey[], sentence: string) => void

/** A check of the whole configuration; secrets and URLs that may hold some are not repeated. */
export function checkRouting({ value, issues }: z.core.ParsePayload<Routing>): void {
  const complain: Complain = (path, message) =>
    issues.push({ code: 'custom', path: [...path], message, input: undefined, continue: true })
  for (const [name, destination] of Object.entries(value.destinations)) {
    const at: Complain = (path, sentence) => complain(['destinations', name, ...path], sentence)
    const url = checkUrl(destination.url, value, (sentence) => at(['url'], sentence))
    if (url) checkAccess(destination, url, at)
  }
  const names = new Set<string>()
  for (const [index, route] of value.routes.entries()) {
    const at: Complain = (path, sentence) => complain(['routes', index, ...path], sentence)
    if (route.name !== undefined && names.has(route.name)) {
      at(['name'], `expected another name than a route before has, got ${quoted(route.name)}`)
    }
    if (route.name !== undefined) names.add(route.name)
    checkActor(route.actor, value.node.actors, at)
    checkWay(route, value, at)
  }
}

/** @returns undefined for one that was complained about */
function checkUrl(
  text: string,
  routing: Routing,
  complain: (sentence: string) => void,
): URL | undefined {
  const url = readUrl(text)
  if (typeof url === 'string') complain(url)
  else if (isOwn(url, routing)) {
    complain(`expected another node, got ${url.href}, which leads back to this one`)
  } else if (
    url.protocol === 'mailto:' &&
    !routing.smtp.relay &&
    routing.node.role !== 'listener'
  ) {
    complain('expected smtp.relay beside it, over which mail is sent')
  } else return url
  return undefined
}

/** @returns the sentence for what is none that a route may lead to */
function readUrl(text: string): URL | string {
  const known = URL.canParse(text) ? new URL(text) : undefined
  if (known?.protocol === 'mailto:') {
    try {
      readMailto(known)
      return known
    } catch (error) {
      return (error as Error).message
    }
  }
  if (known && (known.username !== '' || known.password !== '')) {
    return 'expected a URL without user and password: they are keys of a destination'
  }
  if (known?.hash) return 'expected a URL without a fragment, which is never sent'
  return webAddress(text)?.url ?? 'expected an http:, https: or mailto: URL with a host'
}

const LOOPBACK = ['localhost', '[::1]']

function checkAccess(destination: Destination, { protocol, hostname }: URL, at: Complain): void {
  const { user, password, token, certificate, key } = destination
  if ((user === undefined) !== (password === undefined)) {
    at([], 'expected user and password, or neither')
  }
  if (user?.includes(':')) at(['user'], 'expected a name without a colon')
  if (user !== undefined && token !== undefined) at([], 'expected user and password, or token')
  if (token !== undefined && !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    at(['token'], 'expected letters, digits and -._~+/, as tokens have')
  }
  if ((certificate === undefined) !== (key === undefined)) {
    at([], 'expected certificate and key, or neither')
  }
  const only = (keys: readonly (keyof Destination)[], sentence: string) => {
    const found = keys.find((name) => destination[name] !== undefined)
    if (found) at([found], sentence)
  }
  if (protocol === 'mailto:') {
    const web = ['user', 'token', 'certificate', 'ca', 'maxBody', 'connections'] as const
    only(web, 'expected it with an http: or https: URL only; mail goes over smtp.relay')
  } else if (protocol === 'http:') {
    only(['certificate', 'ca'], 'expected an https: URL with it')
    const near = LOOPBACK.includes(hostname) || hostname.startsWith('127.')
    if (!near) only(['user', 'token'], 'expected an https: URL with it: others could read it')
  }
}

/** Actors of which no header block is ever for another node. */
const NEVER_OTHERS = [SOAP_11, SOAP_12].flatMap(({ next, none, ultimateReceiver }) => [
  next,
  none,
  ...ultimateReceiver,
])

function checkActor(actor: string | undefined, own: readonly string[], at: Complain): void {
  if (actor === undefined) return
  if (own.includes(actor)) {
    at(['actor'], `expected an actor that this node does not play itself, got ${quoted(actor)}`)
  } else if (NEVER_OTHERS.includes(actor)) {
    at(['actor'], `expected an actor of another node, got ${quoted(actor)}`)
  }
}

function checkWay(route: Routing['routes'][number], routing: Routing, at: Complain): void {
  const { to, answerTime } = route
  const text = urlOf(to, routing.destinations)
  if (text === undefined) {
    const names = Object.keys(routing.destinations)
    const known = names.length === 0 ? '; there are no destinations' : `: ${names.join(', ')}`
    at(['to'], `expected a URL or the name of a destination, got ${quoted(to)}${known}`)
    return
  }
  const named = Object.hasOwn(routing.destinations, to)
  // What is wrong with a destination is said there.
  const url = named
    ? checkUrl(text, routing, () => undefined)
    : checkUrl(text, routing, (sentence) => at(['to'], sentence))
  if (!url) return
  const mode = modeOf(route, url)
  if (mode === 'relay' && url.protocol === 'mailto:') {
    at(['mode'], 'expected store or bridge, as no mail is answered on its connection, got "relay"')
  } else if (mode === 'relay' && answerTime !== undefined) {
    at(['answerTime'], 'expected it in mode store or bridge only: relay waits on the connection')
  } else if (mode === 'relay' && route.ordered) {
    at(['ordered'], 'expected it in mode store or bridge only: only the queue keeps an order')
  }
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
