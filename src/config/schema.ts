/** The configuration: every key with its type, default and meaning; checked at start, then frozen. */
import { z } from 'zod'
import { DEFAULT_XML_LIMITS } from '../xml/limits.js'
import { admin, checkAdmin } from './admin.js'
import { alerts } from './alerts.js'
import { attachments } from './attachments.js'
import { checkSecurity, type ProtectingTransport } from './check-security.js'
import { journal } from './journal.js'
import { count, type DeepReadonly, duration, folder, module } from './kinds.js'
import { PLUGIN_NAME, PLUGIN_NAMES } from './plugin-name.js'
import { queue, replies } from './queue.js'
import { destinations, routes } from './routes.js'
import { checkNamed, routing, UNNAMED } from './routing.js'
import { security } from './security.js'
import { soap } from './soap.js'

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

const limits = z.strictObject({
  depth: count(1000).default(DEFAULT_XML_LIMITS.depth).describe('Levels of elements.'),
  elements: count(100_000_000)
    .default(DEFAULT_XML_LIMITS.elements)
    .describe('Elements of one message.'),
  operationTime: duration()
    .prefault('1m')
    .describe('Time that handlers and operation of one message may take.'),
})

const plugin = z.union(
  [
    module(),
    z.strictObject({
      use: module().describe('Name of a shipped plugin, of an installed package, or ./folder.'),
      as: z
        .string()
        .regex(PLUGIN_NAMES, `expected ${PLUGIN_NAME}`)
        .optional()
        .describe('Name of the plugin in this node: its path. Default: the last part of use.'),
      path: z
        .enum(['own', 'shared'])
        .optional()
        .describe(
          'Where its operations are called: at its own path and mailbox only (own), or where the node as a whole is addressed, too (shared). Default: shared.',
        ),
      options: z.record(z.string(), z.unknown()).default({}).describe('Handed to the plugin.'),
    }),
  ],
  { error: 'expected a name, or use, as, path and options' },
)

const section = <Shape extends z.ZodObject>(shape: Shape) => shape.prefault({} as z.input<Shape>)

/** Those that come along and get messages off this machine. */
export const SHIPPED_TRANSPORTS: readonly string[] = ['http', 'smtp']

/** What stands before the sections of transports: the order in which keys are shown. */
const first = {
  node: section(node),
  transports: z
    .array(module())
    .min(1)
    .default([...SHIPPED_TRANSPORTS])
    .describe('Transports to load, in order: shipped ones, installed packages, or ./folder.'),
}

/** @param schemes  of the transports that are loaded */
const last = (schemes: readonly string[]) => ({
  admin: section(admin),
  alerts: section(alerts),
  stateDir: folder()
    .default('./waybill-state')
    .describe(
      'Folder for what must outlive the process: the embedded queue, and mail that was refused.',
    ),
  queue: section(queue),
  journal: section(journal),
  replies: section(replies(schemes)),
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
  security: section(security),
  attachments: section(attachments),
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
        .describe('The lowest level that is logged.'),
    }),
  ),
  shutdown: section(
    z.strictObject({
      deadline: duration().prefault('30s').describe('Time that running exchanges get to finish.'),
    }),
  ),
})

/** The part of a transport that the configuration is notified of. */
export interface TransportSection extends ProtectingTransport {
  readonly config: z.ZodObject
}

/** What holds between the keys of a configuration; each issue has the path that it is about. */
export type Check = (parsed: z.core.ParsePayload<Config>) => void

/** The key that tells which transports the rest of the configuration has sections for. */
export const listedTransports = z.object({ transports: first.transports })

/** Names that no transport may have. */
export const TAKEN_KEYS: ReadonlySet<string> = new Set(Object.keys({ ...first, ...last([]) }))

/** The schema of a configuration with these transports: the section of each stands under its name. */
export function configSchema(
  transports: readonly TransportSection[],
  ...checks: readonly Check[]
): z.ZodType<Config> {
  const sections = transports.map(({ name, config }) => [name, section(config)] as const)
  const schemes = transports.flatMap((transport) => transport.schemes)
  const whole = z.strictObject({ ...first, ...Object.fromEntries(sections), ...last(schemes) })
  // The sections of transports are known by their modules only: each gets its own by its name.
  return (whole as unknown as z.ZodType<Config>).check(
    checkNamed,
    checkRole,
    checkAdmin,
    checkSecurity(transports),
    ...checks,
  )
}

function checkRole({ value: { node, queue }, issues }: z.core.ParsePayload<Config>): void {
  if (node.role === 'all' || queue.url !== 'memory:') return
  issues.push({
    code: 'custom',
    path: ['node', 'role'],
    input: node.role,
    message: 'expected all, or a queue that other nodes reach, which memory: is not',
  })
}

type Core = z.ZodObject<typeof first & ReturnType<typeof last>>

/** What every configuration has, whatever its transports. */
export type Config = DeepReadonly<z.output<Core>>
export type PluginEntry = Config['plugins'][number]
