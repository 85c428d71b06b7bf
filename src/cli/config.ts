/** `waybill config`: checks the configuration, or prints what is in effect. */
import { Command } from 'commander'
import { stringify } from 'yaml'
import { readConfig } from '../config/read.js'
import { PART } from '../container.js'
import { Daemon } from '../daemon.js'
import { createLog } from '../log.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'

export function configCommand(): Command {
  const check = withConfigOptions(new Command('check'))
    .description('check the configuration, its plugins and their schemas; start nothing')
    .action(async (options: ConfigOptions) => {
      const sources = sourcesOf(options)
      const daemon = await Daemon.create(readConfig(sources), sources.file, createLog('silent'))
      const { unreached } = daemon.container.get(PART.routes)
      await daemon.stop()
      for (const { route, before } of unreached) {
        process.stderr.write(
          `warning: the route ${route} is never reached: ${before} before it takes all of its messages\n`,
        )
      }
      process.stdout.write(`${sources.file ?? 'The default configuration'} is valid.\n`)
    })
  const print = withConfigOptions(new Command('print'))
    .description('print the configuration in effect as YAML: file, environment, flags, defaults')
    .action((options: ConfigOptions) => {
      process.stdout.write(stringify(readConfig(sourcesOf(options))))
    })
  return new Command('config')
    .description('check or print the configuration')
    .addCommand(check)
    .addCommand(print)
}
