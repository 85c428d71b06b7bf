/** `waybill serve`: runs the node until a signal ends it. */
import { setFlagsFromString } from 'node:v8'
import { deferred } from '../../base/deferred.js'
import { messageOf } from '../../base/errno.js'
import { RecentLines } from '../../base/recent-lines.js'
import { monotonicTime } from '../../base/time.js'
import type { Config } from '../../config/schema.js'
import type { Rebind } from '../../container.js'
import { Daemon } from '../../daemon.js'
import { EXIT } from '../../errors.js'
import { createLog } from '../../log.js'
import { notifyOf } from '../../operate/systemd/notify.js'
import { installedFrom } from '../../operate/tracing/installed.js'
import { startSdk } from '../../operate/tracing/sdk.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { readConfig } from '../command/read-config.js'
import { consoleLink } from './console-link.js'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** @param rebind  binds other parts than a node has by itself. Default: none */
export function serveCommand(rebind?: Rebind): CliCommand {
  return withConfigOptions(new CliCommand('serve'))
    .option('--role <role>', 'listener, worker or all: the same as --set node.role=…')
    .withExamples(
      'waybill serve',
      'waybill serve --config waybill.yaml',
      'waybill serve --config waybill.yaml --role worker --set queue.concurrency=20',
    )
    .action((options: ServeOptions) => serve(options, rebind))
}

interface ServeOptions extends ConfigOptions {
  readonly role?: string
}

async function serve({ role, ...options }: ServeOptions, rebind?: Rebind): Promise<void> {
  // V8 learns where objects live long, and makes them old at once. The schemas that the start reads live
  // long, and messages are read by the same code: garbage that is old would keep what is young.
  setFlagsFromString('--no-allocation-site-pretenuring')
  const set = role === undefined ? options.set : [...options.set, `node.role=${role}`]
  const read = () => readConfig(sourcesOf({ ...options, set }))
  const configuration = await read()
  const recentLines = new RecentLines()
  const log = createLog(configuration.config.log.level, undefined, recentLines)
  const crash = (error: unknown) => {
    log.error({ err: error }, 'the node failed')
    process.exit(EXIT.software)
  }
  process.on('uncaughtException', crash).on('unhandledRejection', crash)
  const notify = notifyOf(process.env, log)
  // From here on, so that a signal during the start stops the node in an orderly way.
  const signalled = nextSignal()
  const spans = await startSdk(process.env, installedFrom(configuration.folder), log)
  const creating = Daemon.create(configuration, log, rebind, recentLines)
  // Windows says so to a console that is closed, and ends the process whatever is done.
  if (process.platform !== 'win32') {
    const reload = () =>
      creating.then(
        async (daemon) => {
          notify.reloading()
          await daemon.reload(read)
          notify.ready(statusOf(daemon))
        },
        () => undefined,
      )
    process.on('SIGHUP', reload)
    creating.catch(() => process.off('SIGHUP', reload))
  }
  const daemon = await creating
  const started = daemon.start()
  // The start may wait for the queue; a signal ends that.
  const early = await Promise.race([started, signalled])
  if (early === undefined) {
    notify.ready(statusOf(daemon))
    greet(daemon.listening)
    showConsole(configuration.config, daemon.console)
  }
  const signal = early ?? (await signalled)
  for (const again of SIGNALS) process.once(again, () => process.exit(EXIT.software))
  // Logged after the listeners are set: a reader may send the second signal at once.
  log.info({ signal }, 'stopping; a second signal ends at once')
  const { deadline } = configuration.config.shutdown
  const until = monotonicTime() + deadline
  notify.stopping(deadline)
  await daemon.stop()
  await started.catch((error: unknown) => log.debug({ err: error }, 'the start was given up'))
  await spans?.close(Math.max(until - monotonicTime(), FLUSH))
  log.info({}, 'stopped')
  await notify.close()
  // Resources that a plugin still holds after the deadline must not keep the process.
  process.exit(EXIT.ok)
}

/** Milliseconds for the last spans where the deadline left fewer. */
const FLUSH = 1_000

function nextSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = deferred<NodeJS.Signals>()
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      for (const other of SIGNALS) process.removeAllListeners(other)
      resolve(signal)
    })
  }
  return promise
}

/** For `systemctl status`. */
function statusOf({ listening }: Daemon): string {
  const urls = listening.map(({ url }) => url).join(', ')
  return urls === '' ? 'Running queued jobs' : `Listening on ${urls}`
}

/** For the person who started the node; the log, on standard output, has only JSON lines. */
function greet(listening: Daemon['listening']): void {
  if (listening.length === 0) return
  const example = listening.find((one) => one.example !== undefined)?.example
  const urls = listening.map(({ url }) => url).join(', ')
  const advice = example === undefined ? '' : ` Try:\n\n  ${example}`
  process.stderr.write(`Waybill listens on ${urls}.${advice}\n\n`)
}

/** On a terminal only: whoever follows the link is logged in, and what is not a terminal may be kept. */
function showConsole(config: Config, listening: string | undefined): void {
  if (!process.stdout.isTTY || !process.stderr.isTTY || listening === undefined) return
  try {
    const link = consoleLink(config, config.alerts.console ?? listening)
    process.stderr.write(`Its console, for one login within a minute:\n\n  ${link}\n\n`)
  } catch (error) {
    process.stderr.write(`Its console: ${messageOf(error)}\n\n`)
  }
}
