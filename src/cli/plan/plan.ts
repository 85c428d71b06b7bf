/** `waybill plan`: prints what a node with this configuration does, without starting it. */
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { systemReason } from '../../base/errno.js'
import { timeText } from '../../base/units.js'
import { expectedOneOf } from '../../config/check-peers.js'
import type { Config } from '../../config/schema.js'
import type { NodeParts } from '../../container.js'
import { EXIT } from '../../errors.js'
import { isQueued } from '../../path/once/runs-how.js'
import { NEXT, ULTIMATE_RECEIVER } from '../../plugin.js'
import { Peers } from '../../security/peers/peers.js'
import { ADDRESSING_PLUGIN } from '../../soap/addressing/addressing.js'
import { businessKeys } from '../../store/journal/keys/business-keys.js'
import { storeKind } from '../../store/kind.js'
import type { RetryPlan } from '../../store/queue/job.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { inspect } from '../command/inspect.js'
import { printJson } from '../command/print.js'
import { toned } from '../command/style.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { judge } from './message.js'
import { destinationLines, routeLines } from './routing.js'

interface PlanOptions extends ConfigOptions {
  readonly message?: string
  readonly path?: string
  readonly mailbox?: readonly string[]
  readonly transport: string
  readonly peer?: string
  readonly json: boolean
}

export function planCommand(): CliCommand {
  return withConfigOptions(new CliCommand('plan'))
    .option('-m, --message <file>', 'print where the envelope in a file would go; - is stdin')
    .option('-p, --path <name>', 'with --message: the path below http.basePath that it was sent to')
    .option('--mailbox <address...>', 'with --message: addresses of this node that it was sent to')
    .option('-t, --transport <name>', 'with --message: the transport that it came over', 'http')
    .option('--peer <name>', 'with --message: the peer whom its transport has proven to send it')
    .withJson('one object', {
      sections: 'title and lines of each section, as they are printed for people',
      passes: 'with --message: false if it would be refused; null without',
    })
    .withExits({ 65: 'the message would be refused' })
    .withExamples(
      'waybill plan --config waybill.yaml',
      'waybill plan --config waybill.yaml --message order.xml --path orders',
    )
    .action(async (options: PlanOptions) => {
      const { message, path, mailbox, peer } = options
      if (message === undefined) {
        if (peer !== undefined) throw new WrongUsage('--peer says who sends a --message')
        if ((path ?? mailbox) !== undefined) {
          const flag = path === undefined ? 'mailbox' : 'path'
          throw new WrongUsage(`--${flag} says where a --message is sent to`)
        }
      }
      const envelope = message === undefined ? undefined : await read(message, process.stdin)
      await inspect(options, async (parts) => {
        if (envelope) await judgeMessage(envelope, path, options, parts)
        else print(sectionsOf(parts), options.json)
      })
    })
}

async function read(file: string, input: Readable): Promise<Uint8Array> {
  try {
    return file === '-' ? await buffer(input) : readFileSync(file)
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read (${systemReason(error)})`)
  }
}

async function judgeMessage(
  body: Uint8Array,
  path: string | undefined,
  { transport, mailbox, peer, json }: PlanOptions,
  { config: { node, security, journal }, routes, tables, policy, guards }: NodeParts,
): Promise<void> {
  const { uri, actors } = node
  if (peer !== undefined && !Object.hasOwn(security.peers, peer)) {
    throw new WrongUsage(`--peer: ${expectedOneOf('security.peers', security.peers, peer)}`)
  }
  const judging = {
    ...tables,
    routes,
    policy,
    node: uri,
    actors,
    security: guards.security,
    peers: Peers.anywhere(security.peers),
    transport,
    recipients: mailbox ?? [],
    peer,
    keys: businessKeys(journal, NO_SECRETS),
  }
  const { sections, passes } = await judge(body, path, judging)
  print(sections, json, passes)
  if (!passes) process.exitCode = EXIT.dataError
}

/** No hash that a plan makes is shown. */
const NO_SECRETS = { current: new Uint8Array(32), prepare: async () => undefined }

function keyLine({ name, path, operation }: Config['journal']['keys'][number]): string {
  return operation === undefined ? `${name}  ${path}` : `${name}  ${path}, in ${operation}`
}

type Section = readonly [title: string, lines: readonly string[]]

function sectionsOf(parts: NodeParts): readonly Section[] {
  const { config, transports, plans, tables, destinations, routes } = parts
  const operations = tables.operations.all
  const handlers = tables.handlers.all
  const { node, soap } = config
  return [
    ...transports.all.flatMap(({ module, settings }) => module.plan?.(settings) ?? []),
    section('Actors', ['next', 'ultimate receiver', ...node.actors]),
    section(
      'Envelope namespaces beside SOAP 1.1 and 1.2',
      Object.entries(soap.namespaces).map(([namespace, version]) => `${namespace} as ${version}`),
    ),
    ...(config.journal.keys.length > 0
      ? [section('Business keys', config.journal.keys.map(keyLine))]
      : []),
    section(
      'Operations',
      operations.map(
        ({ plugin, ownPath, operation }) =>
          `${operation.name}  ${operation.exchange ?? 'request-response'}${operation.safe ? ', safe' : ''}${operation.public ? ', public' : ''}` +
          `${isQueued(operation) ? `, queued (${attempts(plans.ofOperation(operation))})` : ''}, ` +
          `${checked(soap.validate, operation.schema)}, at ${transports.addressOf(plugin)}${ownPath ? ' only' : ''}`,
      ),
    ),
    section('Header handlers', [
      ...(config.addressing.enabled ? [`the blocks of ${ADDRESSING_PLUGIN}`] : []),
      ...handlers
        .filter(({ plugin }) => plugin !== ADDRESSING_PLUGIN)
        .map(
          ({ plugin, handler }) =>
            `${handler.name}  for ${actorName(handler.actor)}, ${checked(soap.validate, handler.schema)}, by ${plugin}`,
        ),
    ]),
    section('Destinations', destinationLines(destinations, transports, plans)),
    section('Routes', routeLines(routes)),
    section('Queue', [queueText(config)]),
    ...(parts.guards.security ? [section('Policies', parts.guards.security.policies.lines)] : []),
  ]
}

function queueText({ queue, stateDir, node }: Config): string {
  const location = {
    memory: 'in memory, lost at the end',
    embedded: `embedded, in ${stateDir}`,
    redis: 'on Redis',
  }[storeKind(queue)]
  const works =
    node.role === 'listener' ? 'other nodes run its jobs' : `${queue.concurrency} jobs at once`
  return `${location}; ${works}`
}

function attempts({ attempts, timeLimit }: RetryPlan): string {
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} of ${timeText(timeLimit)}`
}

function section(title: string, lines: readonly string[]): Section {
  return [title, lines]
}

function print(sections: readonly Section[], json: boolean, passes?: boolean): void {
  if (json) {
    printJson({ sections: sections.map(([title, lines]) => ({ title, lines })), passes })
    return
  }
  const text = sections.map(([title, lines]) => {
    const body = lines.length === 0 ? ['(none)'] : lines
    return `${toned(title, 'strong')}\n${body.map((line) => `  ${line}\n`).join('')}`
  })
  process.stdout.write(text.join('\n'))
}

function checked(validate: boolean, schema: URL | undefined): string {
  if (!schema) return 'no schema'
  return validate ? 'validated' : 'not validated'
}

function actorName(actor: string | undefined): string {
  switch (actor) {
    case undefined:
      return 'every actor of this node'
    case NEXT:
      return 'next'
    case ULTIMATE_RECEIVER:
      return 'the ultimate receiver'
    default:
      return actor
  }
}
