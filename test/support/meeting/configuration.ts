/** Makes the configurations of the nodes that a meeting needs: a policy, a plugin or a route for each case. */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Case } from './factors.js'
import { goesOn, isSigned, operationOf, PASSWORD, partsOf } from './letter.js'

/** Token of the operator who reads the numbers of a node. */
export const TOKEN = 'a-token-of-the-meeting-as-long-as-it-need-be'
export const DOMAIN = 'bus.example'
const PLUGIN = fileURLToPath(new URL('./plugin.js', import.meta.url))

export type Numbered = readonly [number: number, one: Case]

export interface Around {
  /** Path of a file with keys. */
  readonly file: (name: string) => string
  readonly stateDir: string
  /** URL of the relay that takes mail. */
  readonly relay: string
  /** URL of the next node; undefined for the last one. */
  readonly next: string | undefined
  /** Whether it speaks HTTPS, and not HTTP. */
  readonly secure: boolean
  readonly name: string
}

const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

export function configurationFor(
  cases: readonly Numbered[],
  { file, stateDir, relay, next, secure, name }: Around,
): object {
  const own = cases.filter(([, one]) => next === undefined || !goesOn(one))
  const onward = cases.filter(([, one]) => next !== undefined && goesOn(one))
  const ordered = next === undefined ? [] : cases.filter(([, one]) => one.policy !== 'none')
  const tls = {
    certificate: file('server.pem'),
    key: file('server.key'),
    clientAuthentication: 'request',
    clientAuthority: file('authority.pem'),
  }
  const proven = (who: string, certificate: string) => ({
    signs: { certificates: [file(`${certificate}.pem`)] },
    certificates: [`CN=${certificate},O=Example,C=NL`],
    user: who,
    password: hash(PASSWORD),
    digestPassword: PASSWORD,
  })
  return {
    node: { uri: `urn:example:${name}` },
    transports: ['http', 'smtp'],
    stateDir,
    admin: { port: 0, operators: { meeting: { token: hash(TOKEN), may: 'change' } } },
    log: { level: 'debug' },
    http: { port: 0, ...(secure && { tls }) },
    smtp: {
      port: 0,
      enabled: next !== undefined && !secure,
      domains: [DOMAIN],
      senders: [{}],
      addresses: { bus: {} },
      tls,
      relay: { url: relay, from: `bus@${DOMAIN}` },
    },
    replies: { schemes: ['http'], hosts: ['127.0.0.1:*'], addresses: ['127.0.0.0/8'] },
    queue: { retry: { attempts: 2, delay: '1ms', maxDelay: '1ms' } },
    security: {
      certificate: file('node.pem'),
      key: file('node.key'),
      peers: {
        alice: proven('alice', 'alice'),
        // Nothing comes from there.
        abroad: { ...proven('abroad', 'bob'), hosts: ['192.0.2.0/24'] },
      },
      policies: ordered.map(policyOf),
    },
    ...(next !== undefined && { destinations: { far: { url: next } } }),
    routes: onward.map(routeOf),
    plugins: [
      { use: PLUGIN, as: 'blocks' },
      ...own.map(([number, { way, result }]) => ({
        use: PLUGIN,
        as: `c${number}`,
        options: { number, result, way: next === undefined ? 'answer' : way },
      })),
    ],
  }
}

/** True if it is sent to the path of its own, and not to the node as a whole. */
export const hasPath = (one: Case, number: number) =>
  one.policy === 'path' ? goesOn(one) || number % 2 === 0 : one.policy === 'mailbox'

function policyOf([number, one]: Numbered): object {
  const condition = {
    none: {},
    path: { path: `c${number}` },
    mailbox: { mailbox: `c${number}@${DOMAIN}` },
    operation: { operation: operationOf(number) },
    route: { route: `r${number}` },
  }[one.policy]
  return {
    name: `p${number}`,
    ...condition,
    require: levelOf(one),
    ...(one.proof !== 'none' && { peers: ['alice', 'abroad'] }),
    ...(isSigned(one) && { signed: partsOf(one) }),
    replays: one.replays,
    ...(one.proof === 'encrypted' && { encrypted: ['Body'] }),
  }
}

function levelOf(one: Case): string {
  if (isSigned(one)) return one.evidence === 'on' ? 'non-repudiation' : 'signature'
  switch (one.proof) {
    case 'password':
    case 'digest':
      return 'password'
    case 'client-certificate':
      return 'client-certificate'
    default:
      return 'anonymous'
  }
}

function routeOf([number, one]: Numbered): object {
  const path = hasPath(one, number) ? { path: `c${number}` } : {}
  return {
    name: `r${number}`,
    ...path,
    operation: operationOf(number),
    to: 'far',
    mode: one.way,
  }
}
