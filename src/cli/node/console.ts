/** `waybill console`: prints a link that logs in to the console of the node, once and for a minute. */
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { note } from '../command/print.js'
import { readConfig } from '../command/read-config.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { consoleLink, consoleOf, renewToken } from './console-link.js'

interface Flags extends ConfigOptions {
  readonly url?: string
  readonly renew: boolean
}

export function consoleCommand(): CliCommand {
  return withConfigOptions(new CliCommand('console'))
    .option('--url <url>', 'where the browser reaches the console, if not by the configuration')
    .option(
      '--renew',
      'make a new token in the state folder first: the old one, and sessions that began with it, end',
      false,
    )
    .withExamples(
      'waybill console --config waybill.yaml',
      'waybill console --url https://bus.example/',
      'waybill console --renew',
    )
    .action(printLink)
}

async function printLink({ url, renew, ...options }: Flags): Promise<void> {
  const { config } = await readConfig(sourcesOf(options))
  if (url !== undefined && !/^https?:/.test(URL.parse(url)?.protocol ?? '')) {
    throw new WrongUsage(`--url: expected the URL of the console, got ${url}`)
  }
  const page = url ?? consoleOf(config)
  if (page === undefined) {
    throw new WrongUsage(
      'admin.port is 0, any free one: expected --url, as the log of the node has it',
    )
  }
  if (renew) renewToken(config)
  process.stdout.write(`${consoleLink(config, page)}\n`)
  note('it logs in once, within a minute, while the node runs')
}
