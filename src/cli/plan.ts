/** `waybill plan`: prints what a node with this configuration does, and starts nothing. */
import { Command } from 'commander'
import { ADDRESSING_PLUGIN } from '../addressing/addressing.js'
import type { Config } from '../config.js'
import { PART } from '../container.js'
import { Daemon } from '../daemon.js'
import { createLog } from '../log.js'
import { NEXT, ULTIMATE_RECEIVER } from '../plugin.js'
import { isQueued } from '../processor/enqueue.js'
import type { RegisteredHandler } from '../processor/handler-table.js'
import type { RegisteredOperation } from '../processor/operation-table.js'
import type { RetryPlan } from '../queue/job.js'
import { isEmbedded, queueKind } from '../queue/open-queue.js'
import { RetryPlans } from '../queue/retry-plans.js'
import { readConfig } from '../read-config.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'

export function planCommand(): Command {
  return withConfigOptions(new Command('plan'))
    .description(
      'print listeners, actors, operations, header handlers and queue in effect; start nothing',
    )
    .action(async (options: ConfigOptions) => {
      const sources = sourcesOf(options)
      const config = readConfig(sources)
      const daemon = await Daemon.create(config, sources.file, createLog('silent'))
      const operations = daemon.container.get(PART.operations).all
      const handlers = daemon.container.get(PART.handlers).all
      await daemon.stop()
      process.stdout.write(describePlan(config, operations, handlers))
    })
}

export function describePlan(
  config: Config,
  operations: readonly RegisteredOperation[],
  handlers: readonly RegisteredHandler[],
): string {
  const { http, node, soap } = config
  const host = http.host.includes(':') ? `[${http.host}]` : http.host
  const plans = new RetryPlans(config.queue)
  const base = `http://${host}:${http.port}${http.basePath}`
  return [
    section('Listeners', [base]),
    section('Actors', ['next', 'ultimate receiver', ...node.actors]),
    section(
      'Envelope namespaces beside SOAP 1.1 and 1.2',
      Object.entries(soap.namespaces).map(([namespace, version]) => `${namespace} as ${version}`),
    ),
    section(
      'Operations',
      operations.map(
        ({ plugin, operation }) =>
          `${operation.name}  ${operation.exchange ?? 'request-response'}${operation.safe ? ', safe' : ''}` +
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
    section('Queue', [queueText(config)]),
  ].join('\n')
}

function queueText({ queue, stateDir, node }: Config): string {
  const place = {
    memory: 'in memory, lost at the end',
    embedded: `embedded, in ${stateDir}`,
    redis: 'on Redis',
    postgres: 'on Postgres',
  }[queueKind(queue)]
  const journal = queue.journal && !isEmbedded(queue) ? `, behind a journal in ${stateDir}` : ''
  const works =
    node.role === 'listener' ? 'other nodes run its jobs' : `${queue.concurrency} jobs at once`
  return `${place}${journal}; ${works}`
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
