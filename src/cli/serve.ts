/** `waybill serve`: runs the node until a signal ends it. */
import { Command } from 'commander'
import { deferred } from '../base/deferred.js'
import { readConfig } from '../config/read.js'
import { Daemon } from '../daemon.js'
import { EXIT } from '../errors.js'
import { createLog } from '../log.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

export function serveCommand(): Command {
  return withConfigOptions(new Command('serve'))
    .description('run the node in the foreground, until SIGTERM or SIGINT')
    .option('--role <role>', 'listener, worker or all: the same as --set node.role=…')
    .action(serve)
}

interface ServeOptions extends ConfigOptions {
  readonly role?: string
}

async function serve({ role, ...options }: ServeOptions): Promise<void> {
  const set = role === undefined ? options.set : [...options.set, `node.role=${role}`]
  const sources = sourcesOf({ ...options, set })
  const config = readConfig(sources)
  const log = createLog(config.log.level)
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'the node failed')
    process.exit(EXIT.software)
  }
  process.on('uncaughtException', crash).on('unhandledRejection', crash)
  // Listened for from here on: a signal that comes while the node starts stops it in good order.
  const signalled = nextSignal()
  const daemon = await Daemon.create(config, sources.file, log)
  const started = daemon.start()
  // A start may wait for its queue: the signal need not.
  const early = await Promise.race([started, signalled])
  if (early === undefined) greet(daemon.listening)
  const signal = early ?? (await signalled)
  for (const again of SIGNALS) process.once(again, () => process.exit(EXIT.software))
  // Said once it is so: whoever reads it may send the second one at once.
  log.info({ signal }, 'stopping; a second signal ends at once')
  await daemon.stop()
  await started.catch((error: unknown) => log.debug({ err: error }, 'the start was given up'))
  log.info('stopped')
  // What a plugin holds on to after the deadline does not keep the process.
  process.exit(EXIT.ok)
}

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

/** For the person who started it; the log, on standard output, stays one JSON object a line. */
function greet(listening: readonly string[]): void {
  const [http] = listening
  if (http === undefined) return
  process.stderr.write(`Waybill listens on ${listening.join(', ')}. Try:\n\n${example(http)}\n\n`)
}

function example(url: string): string {
  const envelope =
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
    '<c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add>' +
    '</soap:Body></soap:Envelope>'
  return `  curl -s -H 'Content-Type: text/xml; charset=utf-8' --data '${envelope}' ${url}`
}
