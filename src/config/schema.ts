/** The configuration: every key with its type, default and meaning; checked at start, then frozen. */
import { z } from 'zod'
import { smtp } from '../../transports/smtp/section.js'
import { checkRouting } from '../routing/check.js'
import { DEFAULT_ENVELOPE_LIMITS } from '../soap/envelope.js'
import { SOAP_11, SOAP_12 } from '../soap/version.js'
import { DEFAULT_XML_LIMITS } from '../xml/limits.js'
import { count, host, milliseconds, port } from './kinds.js'
import { isPluginName, PLUGIN_NAME } from './plugin-name.js'
import { queue, replies } from './queue.js'
import { destinations, routes } from './routes.js'
import { checkNamed, routing, UNNAMED } from './routing.js'

const uri = () =>
  z
    .string()
    .max(256)
    .regex(/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, 'expected an absolute URI')

const node = z.strictObject({
  uri: uri()
    .default(UNNAMED)
    .describe('Names this node in what it writes on the way of messages, and in its faults there.'),
  actors: z
    .array(uri())
    .default([])
    .describe('Actor URIs this node plays, beside next and the ultimate receiver.'),
  role: z
    .enum(['all', 'listener', 'worker'])
    .default('all')
    .describe('Whether it takes messages (listener), runs queued jobs (worker), or both (all).'),
})

const http = z.strictObject({
  host: host()
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 or :: opens the node to other hosts.'),
  port: port().default(8080).describe('Port to listen on; 0 takes a free one.'),
  basePath: z
    .string()
    .regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+$/, 'expected a path such as /soap')
    .default('/soap')
    .describe('Path of the node; each plugin is at a path of its own below it.'),
  names: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Host names of this node, as host or host:port, for request targets in absolute form.',
    ),
  requireContentLength: z
    .boolean()
    .default(false)
    .describe('Refuse chunked requests with 411 too.'),
  maxBody: count(1024 ** 3)
    .default(10 * 1024 ** 2)
    .describe('Bytes of a request body, after content codings are undone.'),
  maxHeader: count(1024 ** 2)
    .default(16 * 1024)
    .describe('Bytes of request line and headers together.'),
  maxHeaders: count(2000).default(100).describe('Header lines of one request.'),
  maxConnections: count(1_000_000).default(1000).describe('Connections at once; more are closed.'),
  maxConnectionsPerAddress: count(1_000_000)
    .default(256)
    .describe('Connections at once from one address.'),
  maxRequestsPerConnection: count(1_000_000_000)
    .default(10_000)
    .describe('Requests on one connection; the last answer closes it.'),
  headersTimeout: milliseconds().default(10_000).describe('Milliseconds until the headers are in.'),
  requestTimeout: milliseconds()
    .default(30_000)
    .describe('Milliseconds until the whole request is in; headersTimeout, if that is longer.'),
  keepAliveTimeout: milliseconds()
    .default(5_000)
    .describe('Milliseconds a connection may idle between requests.'),
  writeTimeout: milliseconds()
    .default(30_000)
    .describe('Milliseconds a peer may leave an answer unread.'),
})

const limits = z.strictObject({
  depth: count(1000).default(DEFAULT_XML_LIMITS.depth).describe('Levels of elements.'),
  attributes: count(100_000)
    .default(DEFAULT_XML_LIMITS.attributes)
    .describe('Attributes of one element.'),
  namespaces: count(100_000)
    .default(DEFAULT_XML_LIMITS.namespaces)
    .describe('Namespace declarations on one element.'),
  elements: count(100_000_000)
    .default(DEFAULT_XML_LIMITS.elements)
    .describe('Elements of one message.'),
  name: count(1_000_000).default(DEFAULT_XML_LIMITS.name).describe('Characters of a name.'),
  attributeValue: count(100_000_000)
    .default(DEFAULT_XML_LIMITS.attributeValue)
    .describe('Characters of an attribute value.'),
  headerBlocks: count(100_000)
    .default(DEFAULT_ENVELOPE_LIMITS.headerBlocks)
    .describe('Header blocks of one message.'),
  header: count(100_000_000)
    .default(DEFAULT_ENVELOPE_LIMITS.header)
    .describe('Characters of Header, tags included.'),
  operationTime: milliseconds()
    .default(60_000)
    .describe('Milliseconds that handlers and operation of one message may take.'),
})

const OFFICIAL = [SOAP_11.namespace, SOAP_12.namespace]

const soap = z.strictObject({
  namespaces: z
    .record(z.string(), z.enum(['1.1', '1.2']))
    .refine(
      (added) => Object.keys(added).every((key) => key !== '' && !OFFICIAL.includes(key)),
      'expected namespaces other than the two official ones, which are served as what they are',
    )
    .default({})
    .describe('Further envelope namespaces, and the version each is served as.'),
  validate: z
    .boolean()
    .default(true)
    .describe('Check header blocks and body entries against their schemas.'),
  schemaEngine: z
    .enum(['libxmljs2', 'libxml2-wasm'])
    .default('libxmljs2')
    .describe('What checks against schemas: native libxml2, or libxml2 in WebAssembly.'),
})

const plugin = z.union([
  z.string().min(1),
  z.strictObject({
    use: z
      .string()
      .min(1)
      .describe('Name of a shipped plugin, of an installed package, or ./folder.'),
    as: z
      .string()
      .refine(isPluginName, `expected ${PLUGIN_NAME}`)
      .optional()
      .describe('Name of the plugin in this node: its path. Default: the last part of use.'),
    options: z.record(z.string(), z.unknown()).default({}).describe('Handed to the plugin.'),
  }),
])

const section = <Shape extends z.ZodObject>(shape: Shape) => shape.prefault({} as z.input<Shape>)

const whole = z.strictObject({
  node: section(node),
  http: section(http),
  smtp: section(smtp),
  admin: section(
    z.strictObject({
      host: host().default('127.0.0.1').describe('Address of the admin listener.'),
      port: port()
        .default(8081)
        .describe('Port of the admin listener, for health and readiness; 0 takes a free one.'),
    }),
  ),
  stateDir: z
    .string()
    .min(1)
    .default('./waybill-state')
    .describe(
      'Folder for what must outlive the process: the embedded queue, and mail that was refused.',
    ),
  queue: section(queue),
  replies: section(replies),
  destinations,
  routes,
  addressing: section(
    z.strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Understand WS-Addressing blocks, and answer by them.'),
    }),
  ),
  routing: section(routing),
  soap: section(soap),
  limits: section(limits),
  plugins: z
    .array(plugin)
    .default(['calculator', 'echo', 'trace'])
    .describe('Plugins to load, in order.'),
  log: section(
    z.strictObject({
      level: z
        .enum(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info')
        .describe('The least level that is written.'),
    }),
  ),
  shutdown: section(
    z.strictObject({
      deadline: milliseconds()
        .default(30_000)
        .describe('Milliseconds that running exchanges get to finish.'),
    }),
  ),
})

export const configSchema = whole.check(
  checkNamed,
  checkRouting,
  ({ value: { node, queue }, issues }) => {
    if (node.role === 'all' || queue.url !== 'memory:') return
    issues.push({
      code: 'custom',
      path: ['node', 'role'],
      input: node.role,
      message: 'expected all, or a queue that other nodes reach, which memory: is not',
    })
  },
)

type DeepReadonly<Type> = Type extends object
  ? { readonly [Key in keyof Type]: DeepReadonly<Type[Key]> }
  : Type

export type Config = DeepReadonly<z.output<typeof configSchema>>
export type PluginEntry = Config['plugins'][number]
