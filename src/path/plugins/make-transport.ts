/** Makes a transport out of its module and its section of the configuration. */
import type { Log } from '../../base/log.js'
import { pathsOf } from '../../config/routes.js'
import type { Config } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import type { Credentials } from '../../message/credentials.js'
import type { Observe } from '../../message/events/events.js'
import type { AttachmentBounds } from '../../message/spool/index.js'
import type { ReloadInput, Transport, TransportInput, TransportLog } from '../../transport.js'
import type { LoadedPlugin } from './loaded.js'
import type { ConfiguredTransport } from './transports.js'

/** What all transports are made from. */
interface Around {
  readonly config: Config
  readonly plugins: readonly LoadedPlugin[]
  readonly log: Log
}

/** Its own bounds, and parts of the node. */
type MadeBefore = readonly [unknown, Credentials, Observe, AttachmentBounds]

/** Its result throws WaybillError WAYBILL_CONFIG_INVALID for what the transport cannot do with its section. */
export function makeTransport(transport: ConfiguredTransport, { config, plugins, log }: Around) {
  return (...[bounds, credentials, observe, attachments]: MadeBefore): Promise<Transport> => {
    const { module } = transport
    const input = inputFor(transport, config, plugins, credentials)
    const own = { ...input, attachments, bounds, log: reporting(log, observe) }
    return reportingErrors(module.name, () => module.create(own))
  }
}

/** Tells what a transport cannot do with its section as an error of the configuration. */
export async function reportingErrors<Result>(
  transport: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const sentence = `${transport}: ${error.message}`
    throw new WaybillError('WAYBILL_CONFIG_INVALID', sentence, { cause: error })
  }
}

/** What a transport is told, at start and when the configuration is reloaded. */
export function inputFor(
  { settings: { section } }: ConfiguredTransport,
  config: Config,
  plugins: readonly LoadedPlugin[],
  credentials: Credentials,
): Omit<ReloadInput<ConfiguredTransport['settings']['section']>, 'attachments'> {
  const { stateDir } = config
  return {
    section,
    plugins: plugins.map(whatIsShown),
    paths: pathsOf(config),
    stateDir,
    credentials,
  }
}

function reporting(log: Log, report: Observe): TransportLog {
  return {
    debug: (...line) => log.debug(...line),
    warn: (...line) => log.warn(...line),
    error: (...line) => log.error(...line),
    report,
  }
}

function whatIsShown({
  name,
  definition: { operations = [] },
}: LoadedPlugin): TransportInput<unknown>['plugins'][number] {
  return { name, public: operations.some((operation) => operation.public === true) }
}
