/** Starts the SDK of OpenTelemetry if the standard variables ask for it and its packages are installed. */
import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api'
import { within } from '../../base/deadline.js'
import type { Log } from '../../base/log.js'
import { exporters } from './exporters.js'
import { call, construct, type Installed } from './installed.js'
import { registeredTracer } from './tracer.js'
import { type Environment, isNamed, requestedBy } from './tracing-requested.js'

/** An SDK that this process has started. */
export interface RunningSdk {
  /**
   * Sends the spans that are not sent yet, and ends.
   *
   * @param milliseconds  the rest is lost then
   */
  close(milliseconds: number): Promise<void>
}

/**
 * @param find  looks for the packages
 * @returns undefined if nothing was started; the log says why if it was asked for
 */
export async function startSdk(
  environment: Environment,
  find: Installed,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<RunningSdk | undefined> {
  if (registeredTracer()) {
    log.info({}, 'spans are recorded by an SDK that was registered before the start')
    return undefined
  }
  const variable = requestedBy(environment)
  if (variable === undefined) return undefined
  const reports = new Reports(log)
  try {
    // Where OTEL_LOG_LEVEL asks for it, the SDK writes its own lines.
    if (!environment.OTEL_LOG_LEVEL) {
      diag.setLogger(reports, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
    }
    const started = (await wholeSdk(environment, find)) ?? (await smallSdk(environment, find))
    if (!started) {
      log.warn({ variable }, MISSING)
      return undefined
    }
    if (!registeredTracer()) {
      log.warn({ variable, sdk: started.name }, 'the SDK has started and records no spans')
    } else {
      log.info({ variable, sdk: started.name }, 'spans are recorded and exported')
    }
    return { close: (milliseconds) => close(started, milliseconds, log) }
  } catch (err) {
    log.warn({ variable, err }, 'the SDK for spans could not be started: none are recorded')
    return undefined
  }
}

const MISSING =
  'spans are configured, but no SDK is installed, so none are recorded: npm install @opentelemetry/sdk-node'

interface Started {
  readonly name: string
  readonly shutdown: () => unknown
}

/** It reads all variables itself. What it would do beside spans is switched off. */
async function wholeSdk(environment: Environment, find: Installed): Promise<Started | undefined> {
  const name = '@opentelemetry/sdk-node'
  const module = await find(name)
  if (module === undefined) return undefined
  const sdk = construct(module, 'NodeSDK', {
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
    ...(!isNamed(environment) && { serviceName: SERVICE }),
  })
  call(sdk, 'start')
  return { name, shutdown: () => call(sdk, 'shutdown') }
}

/** The parts of the SDK that record spans, with one exporter. */
async function smallSdk(environment: Environment, find: Installed): Promise<Started | undefined> {
  const name = '@opentelemetry/sdk-trace-node'
  const module = await find(name)
  if (module === undefined) return undefined
  const spanProcessors = await exporters(environment, module, find)
  if (spanProcessors.length === 0) return undefined
  const resources = await find('@opentelemetry/resources', name)
  const provider = construct(module, 'NodeTracerProvider', {
    resource: resourceOf(resources, environment),
    spanProcessors,
  })
  call(provider, 'register')
  return { name, shutdown: () => call(provider, 'shutdown') }
}

function resourceOf(resources: unknown, environment: Environment): unknown {
  const detected = call(resources, 'detectResources', {
    detectors: ['envDetector', 'hostDetector', 'processDetector'].map((detector) =>
      Reflect.get(Object(resources), detector),
    ),
  })
  const resource = call(call(resources, 'defaultResource'), 'merge', detected)
  if (isNamed(environment)) return resource
  const named = call(resources, 'resourceFromAttributes', { 'service.name': SERVICE })
  return call(resource, 'merge', named)
}

const SERVICE = 'waybill'

async function close(
  { shutdown }: Started,
  milliseconds: number,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  try {
    await within(milliseconds, shutdown)
    log.info({}, 'the last spans were exported')
  } catch (err) {
    log.warn({ err }, 'spans that were not exported in time are lost')
  }
}

/** Sentences that are recognised. */
const MAX_REPORTS = 100

/** What the SDK reports about itself, in the node's log: each sentence once, as a collector that is down is notified of often. */
class Reports implements DiagLogger {
  readonly #log: Pick<Log, 'warn'>
  readonly #reported = new Set<string>()

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log
  }

  readonly error = (...parts: readonly unknown[]): void => this.#report(parts)
  readonly warn = (...parts: readonly unknown[]): void => this.#report(parts)
  readonly info = (): void => undefined
  readonly debug = (): void => undefined
  readonly verbose = (): void => undefined

  #report(parts: readonly unknown[]): void {
    const cause = reasonIn(parts.map(String).join(': '))
    if (this.#reported.has(cause) || this.#reported.size >= MAX_REPORTS) return
    this.#reported.add(cause)
    this.#log.warn({ cause }, 'the SDK for spans reports a problem; it is logged once')
  }
}

/** The SDK reports an error as JSON of all that it has, with its stack. */
function reasonIn(sentence: string): string {
  const [, reason] = /"message":"((?:[^"\\]|\\.)*)"/.exec(sentence) ?? []
  return (reason ?? sentence).slice(0, 300)
}
