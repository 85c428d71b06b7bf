/** `waybill plan`: prints what a node with this configuration does, and starts nothing. */
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Command } from 'commander'
import { mailLines } from '../../transports/smtp/plan.js'
import { ADDRESSING_PLUGIN } from '../addressing/addressing.js'
import { codeOf } from '../base/errno.js'
import { readConfig } from '../config/read.js'
import type { Config } from '../config/schema.js'
import { PART } from '../container.js'
import { Daemon } from '../daemon.js'
import { EXIT } from '../errors.js'
import { createLog } from '../log.js'
import { NEXT, ULTIMATE_RECEIVER } from '../plugin.js'
import { isQueued } from '../processor/enqueue.js'
import type { RetryPlan } from '../queue/job.js'
import { queueKind } from '../queue/open.js'
import { pathsOf } from '../routing/routes.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'
import { judge } from './plan-message.js'
import { destinationLines, routeLines } from './plan-routing.js'
import { WrongUsage } from './report-error.js'

interface PlanOptions extends ConfigOptions {
  readonly message?: string
  readonly path?: string
}

export function planCommand(): Command {
  return withConfigOptions(new Command('plan'))
    .description(
      'print listeners, actors, operations, header handlers, routes and queue in effect; start nothing',
    )
    .option('-m, --message <file>', 'print which way the envelope in a file would take; - is stdin')
    .option('-p, --path <name>', 'with --message: the path below http.basePath that it is sent to')
    .action(async (options: PlanOptions) => {
      const { message, path } = options
      if (path !== undefined && message === undefined) {
        throw new WrongUsage('--path says where a --message is sent to')
      }
      const envelope = message === undefined ? undefined : await read(message, process.stdin)
      const sources = sourcesOf(options)
      const daemon = await Daemon.create(readConfig(sources), sources.file, createLog('silent'))
      try {
        if (envelope) judgeMessage(envelope, path, daemon.container)
        else process.stdout.write(describePlan(daemon.container))
      } finally {
        await daemon.stop()
      }
    })
}

async function read(file: string, input: Readable): Promise<Uint8Array> {
  try {
    return file === '-' ? await buffer(input) : readFileSync(file)
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read (${codeOf(error)})`)
  }
}

function judgeMessage(body: Uint8Array, path: string | undefined, container: Parts): void {
  const { node, limits } = container.get(PART.config)
  const { sections, passes } = judge(body, path, {
    routes: container.get(PART.routes),
    operations: container.get(PART.operations),
    handlers: container.get(PART.handlers),
    versions: container.get(PART.versions),
    policy: container.get(PART.policy),
    node: node.uri,
    actors: node.actors,
    limits,
  })
  process.stdout.write(sections.map(([title, lines]) => section(title, lines)).join('\n'))
  if (!passes) process.exitCode = EXIT.dataError
}

/** What the parts of a node are had from. */
type Parts = Daemon['container']

function describePlan(container: Parts): string {
  const config = container.get(PART.config)
  const operations = container.get(PART.operations).all
  const names = container.get(PART.plugins).map(({ name }) => name)
  const handlers = container.get(PART.handlers).all
  const plans = container.get(PART.plans)
  const { http, node, soap } = config
  const host = http.host.includes(':') ? `[${http.host}]` : http.host
  const base = `http://${host}:${http.port}${http.basePath}`
  return [
    section('Listeners', [base]),
    section('Mail', mailLines(config, [...names, ...pathsOf(config)])),
    section('Actors', ['next', 'ultimate receiver', ...node.actors]),
    section(
      'Envelope namespaces beside SOAP 1.1 and 1.2',
      Object.entries(soap.namespaces).map(([namespace, version]) => `${namespace} as ${version}`),
    ),
    section(
      'Operations',
      operations.map(
        ({ plugin, operation }) =>
          `${operation.name}  ${operation.exchange ?? 'request-response'}${operation.safe ? ', safe' : ''}${operation.public ? ', public' : ''}` +
          `${isQueued(operation) ? `, queued (${attempts(plans.ofOperation(operation))})` : ''}, ` +
          `${checked(soap.validate, operation.schema)}, at ${base}/${plugin}`,
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
    section('Destinations', destinationLines(container.get(PART.destinations), config, plans)),
    section('Routes', routeLines(container.get(PART.routes))),
    section('Queue', [queueText(config)]),
  ].join('\n')
}

function queueText({ queue, stateDir, node }: Config): string {
  const place = {
    memory: 'in memory, lost at the end',
    embedded: `embedded, in ${stateDir}`,
    redis: 'on Redis',
  }[queueKind(queue)]
  const works =
    node.role === 'listener' ? 'other nodes run its jobs' : `${queue.concurrency} jobs at once`
  return `${place}; ${works}`
}

function attempts({ attempts, timeLimit }: RetryPlan): string {
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} of ${timeLimit / 1000} s`
}

function section(title: string, lines: readonly string[]): string {
  const body = lines.length === 0 ? ['(none)'] : lines
  return `${title}\n${body.map((line) => `  ${line}\n`).join('')}`
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
