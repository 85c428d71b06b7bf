/** SOAP over HTTP: the binding of SOAP 1.1 §6 and SOAP 1.2 Part 2 §7. */
import {
  type Complaint,
  defineTransport,
  isLoopback,
  type NamedUrl,
  sizeText,
  warning,
} from '#transport'
import { webAddress } from './address.js'
import { HTTP_BOUNDS } from './section/bounds.js'
import { isOwnAddress } from './section/own-address.js'
import { type HttpSection, http, schemeOf } from './section/section.js'
import {
  checked,
  HTTP_FLAGS,
  type HttpFlags,
  type HttpOptions,
  httpOptions,
} from './sender/client.js'

export default defineTransport({
  name: 'http',
  schemes: ['http', 'https'],
  config: http,
  bounds: HTTP_BOUNDS,
  reloads: [
    'names',
    'publicUrl',
    'senders',
    'public',
    'tls',
    'senderFaultStatus',
    'apiKeyHeader',
    'plainAuth',
    'proxies',
    'proxyHeaders',
    'maxRequestsPerMinute',
  ],
  answers: 'connection',
  // Here and below: a program that only reads the configuration loads no library of the protocol.
  async create({ section, log, ...around }) {
    const { HttpTransport } = await import('./transport.js')
    return new HttpTransport(section, log, around)
  },
  hostOf: ({ hostname }) => hostname,
  protects: ({ protocol }) => protocol === 'https:',
  isOwn: (url, { section }) => isOwnAddress(url, section),
  readAddress: webAddress,
  check: checkDestination,
  findings: ({ section: { host, senders, tls } }) => {
    const open = tls ? [] : ['without TLS']
    const existing = senders || tls?.clientAuthentication === 'require'
    const whose = existing ? [] : ['takes everybody’s messages, as there are no http.senders']
    const what = [...open, ...whose].join(' and ')
    if (isLoopback(host) || what === '') return []
    return [warning('http.host', `${host} opens the node to other hosts, ${what}`)]
  },
  publicAddress: ({ section }, plugin) =>
    plugin === undefined ? publicUrl(section) : `${publicUrl(section)}/${plugin}`,
  port: ({ section }, plugin, base = publicUrl(section)) => ({
    name: 'Soap',
    // WSDL 1.1 §3.3, BP 1.1 R2702
    binding: 'http://schemas.xmlsoap.org/soap/http',
    aliases: ALIASES,
    address: `${base}/${plugin}`,
    secure: base.startsWith('https:'),
  }),
  listens: ({ host, port }) => [{ key: 'http.port', host, port }],
  examine: async (_section, around) => {
    const { examineDestinations } = await import('./examine/examine.js')
    return examineDestinations(around)
  },
  plan: ({ section }) => [['Listeners', [baseOf(section)]]],
  planAccess: ({ user, token, certificate, ca, pin, connections }, section) => [
    ...(user === undefined ? [] : ['with user and password']),
    ...(token === undefined ? [] : ['with a token']),
    ...(certificate === undefined ? [] : ['with a certificate']),
    ...(ca === undefined ? [] : ['trusted by authorities of its own']),
    ...(pin === undefined ? [] : ['known by its certificate or its key']),
    ...(connections === undefined ? [] : [`${connections} connections at once`]),
    `answers of ${sizeText(section.maxBody)}`,
  ],
  example,
  client: {
    option: 'http',
    optional: true,
    flags: HTTP_FLAGS,
    fromFlags: (flags: HttpFlags) => ({ options: httpOptions(flags) }),
    async open(options: HttpOptions | undefined, maxBody) {
      const { HttpSender } = await import('./sender/sender.js')
      const sender = new HttpSender({ maxBody })
      const access = checked(options)
      return {
        send: (message, to, signal, ...[, spool]) =>
          sender.ask(message, to, signal, { access, spool }),
        close: () => sender.close(),
      }
    },
  },
})

/** With a slash behind it, and what JAX-WS writes for SOAP 1.2, by its Part 2 §7. */
const ALIASES = [
  'http://schemas.xmlsoap.org/soap/http/',
  'http://www.w3.org/2003/05/soap/bindings/HTTP',
  'http://www.w3.org/2003/05/soap/bindings/HTTP/',
]

/** Where the node is reached, as far as the configuration says. */
const publicUrl = (section: HttpSection) => section.publicUrl ?? baseOf(section)

function baseOf({ host, port, basePath, tls }: HttpSection): string {
  return `${schemeOf(tls)}://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}`
}

/** Of an envelope in SOAP 1.1. */
function example(url: string, envelope: string): string {
  return `curl ${url.startsWith('https:') ? '-sS' : '-s'} -H 'Content-Type: text/xml; charset=utf-8' --data '${envelope}' ${url}`
}

const LOOPBACK = ['localhost', '[::1]']

function checkDestination(destination: NamedUrl): readonly Complaint[] {
  const url = new URL(destination.url)
  const about = (key: Complaint['key'], sentence: string) => [{ key, sentence }]
  if (url.username !== '' || url.password !== '') {
    return about('url', 'expected a URL without user and password: they are keys of a destination')
  }
  if (url.hash !== '') return about('url', 'expected a URL without a fragment, which is never sent')
  if (!webAddress(destination.url)) {
    return about(
      'url',
      `expected an ${url.protocol} URL with a host, as in ${url.protocol}//node.example/soap`,
    )
  }
  if (url.protocol === 'https:') return []
  const near = LOOPBACK.includes(url.hostname) || url.hostname.startsWith('127.')
  const open = near ? [] : (['user', 'token'] as const)
  return [
    ...complaintsAbout(destination, ['certificate', 'ca', 'pin'], 'expected an https: URL with it'),
    ...complaintsAbout(destination, open, 'expected an https: URL with it: others could read it'),
  ]
}

function complaintsAbout(
  destination: NamedUrl,
  keys: readonly Complaint['key'][],
  sentence: string,
): readonly Complaint[] {
  const key = keys.find((name) => destination[name] !== undefined)
  return key === undefined ? [] : [{ key, sentence }]
}
