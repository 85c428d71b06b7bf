/** Checks what routes and destinations say together, and that none of them leads back to this node. */
import type { z } from 'zod'
import { addressesOf } from '../../config/routes.js'
import type { Config } from '../../config/schema.js'
import { SOAP_11, SOAP_12 } from '../../soap/version.js'
import type { TransportModule } from '../../transport.js'
import { type ConfiguredTransport, Transports } from '../plugins/transports.js'
import { modeOf, urlOf } from './routes.js'

type Destination = Config['destinations'][string]
type Route = Config['routes'][number]
type Complain = (path: readonly PropertyKey[], sentence: string) => void

/** A check of the whole configuration; secrets and URLs that may hold some are not repeated. */
export function checkRouting(
  modules: readonly TransportModule[],
): (parsed: z.core.ParsePayload<Config>) => void {
  return ({ value, issues }) => {
    const transports = new Transports(modules, value)
    const complain: Complain = (path, message) =>
      issues.push({ code: 'custom', path: [...path], message, input: undefined, continue: true })
    for (const [name, destination] of Object.entries(value.destinations)) {
      const at: Complain = (path, sentence) => complain(['destinations', name, ...path], sentence)
      checkDestination(destination, transports, at)
    }
    const names = new Set<string>()
    for (const [index, route] of value.routes.entries()) {
      const at: Complain = (path, sentence) => complain(['routes', index, ...path], sentence)
      if (route.name !== undefined && names.has(route.name)) {
        at(['name'], `expected another name than a route before has, got ${quoted(route.name)}`)
      }
      if (route.name !== undefined) names.add(route.name)
      checkActor(route.actor, value.node.actors, at)
      checkFacts(route, value, modules, at)
      checkWay(route, value, transports, at)
    }
  }
}

function checkDestination(destination: Destination, transports: Transports, at: Complain): void {
  const { urls } = destination
  const addresses = addressesOf(destination)
  const schemes = new Set<string>()
  for (const [index, address] of addresses.entries()) {
    const key = urls === undefined ? ['url'] : ['urls', index]
    const found = findTransport(address, transports)
    if (typeof found === 'string') {
      at(key, found)
      return
    }
    schemes.add(new URL(address).protocol)
    const { module, settings } = found
    // What is wrong with other keys is said once.
    for (const wrong of module.check?.({ ...destination, url: address }, settings) ?? []) {
      if (wrong.key === 'url') at(key, wrong.sentence)
      else if (index === 0) at([wrong.key], wrong.sentence)
    }
  }
  if (schemes.size > 1) {
    at(['urls'], `expected URLs of one scheme, got ${[...schemes].join(' and ')}`)
  }
  checkAccess(destination, at)
}

/** @returns the sentence for what is none that a route may lead to */
function findTransport(text: string, transports: Transports): ConfiguredTransport | string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.username !== '' || url.password !== '')) {
    return 'expected a URL without user and password: they are keys of a destination'
  }
  const found = url && transports.of(url)
  if (!found) return `expected a whole URL that begins with ${transports.schemes}`
  const { module, settings } = found
  const wrong = module.check?.({ url: text }, settings)[0]
  if (wrong) return wrong.sentence
  if (module.isOwn(url, settings)) {
    return `expected another node, got ${url.href}, which leads back to this one`
  }
  return found
}

function checkAccess(destination: Destination, at: Complain): void {
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

/** What is looked at before a route is chosen: the transport, whom that has proven, and business keys. */
function checkFacts(
  { transport, peer, key = {} }: Route,
  { journal, security }: Config,
  modules: readonly TransportModule[],
  at: Complain,
): void {
  const names = modules.map(({ name }) => name)
  if (transport !== undefined && !names.includes(transport)) {
    at(['transport'], `expected one of ${names.join(', ')}, got ${quoted(transport)}`)
  }
  if (peer !== undefined) checkPeer(peer, security.peers, at)
  const keys = new Set(journal.keys.map(({ name }) => name))
  for (const name of Object.keys(key).filter((one) => !keys.has(one))) {
    const existing = keys.size === 0 ? 'there is none' : `there are ${[...keys].join(', ')}`
    at(
      ['key', name],
      `expected the name of a key in journal.keys, got ${quoted(name)}; ${existing}`,
    )
  }
}

function checkPeer(name: string, peers: Config['security']['peers'], at: Complain): void {
  const peer = Object.hasOwn(peers, name) ? peers[name] : undefined
  if (!peer) {
    const all = Object.keys(peers)
    const existing = all.length === 0 ? 'there is none' : `there are ${all.join(', ')}`
    at(['peer'], `expected a name in security.peers, got ${quoted(name)}; ${existing}`)
    return
  }
  const { password, apiKey, token, certificates, domains } = peer
  const isProven = [password, apiKey, token, certificates, domains].some((one) => one !== undefined)
  if (!isProven) {
    at(
      ['peer'],
      `expected a peer with password, apiKey, token, certificates or domains, got ${quoted(name)}: by a signature its messages are known only once their route is chosen`,
    )
  }
}

function checkWay(
  route: Route,
  { destinations }: Config,
  transports: Transports,
  at: Complain,
): void {
  const { to, answerTime } = route
  const text = urlOf(to, destinations)
  if (text === undefined) {
    const names = Object.keys(destinations)
    const existing = names.length === 0 ? '; there are no destinations' : `: ${names.join(', ')}`
    at(['to'], `expected a URL or the name of a destination, got ${quoted(to)}${existing}`)
    return
  }
  const found = findTransport(text, transports)
  if (typeof found === 'string') {
    // What is wrong with a destination is said there.
    if (!Object.hasOwn(destinations, to)) at(['to'], found)
    return
  }
  const later = found.module.answers === 'message'
  const mode = modeOf(route, later)
  checkAnswers(route, mode, at)
  if (mode !== 'relay') return
  if (later) {
    const expected = 'expected store or request-reply, as answers there are messages of their own'
    at(['mode'], `${expected}, got "relay"`)
  } else if (answerTime !== undefined) {
    at(
      ['answerTime'],
      'expected it in mode store or request-reply only: relay waits on the connection',
    )
  } else if (route.ordered) {
    at(
      ['ordered'],
      'expected it in mode store or request-reply only: only the queue keeps an order',
    )
  }
}

/** Where the sender waits for an answer there is one. */
function checkAnswers(
  { answers, answerTime, retryFaults }: Route,
  mode: ReturnType<typeof modeOf>,
  at: Complain,
): void {
  if (mode === 'request-reply' && answers === 'none') {
    at(
      ['answers'],
      'expected mode store or relay with "none", as request-reply waits for the answer',
    )
  } else if (mode === 'relay' && answers === 'expected') {
    at(['answers'], 'expected "expected" in mode store only: relay waits for the answer')
  } else if (answers === 'none' && answerTime !== undefined) {
    at(['answerTime'], 'expected no time for answers, as answers is "none"')
  }
  if (mode === 'relay' && retryFaults !== undefined) {
    at(['retryFaults'], 'expected it in mode store or request-reply only: relay tries once')
  }
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
