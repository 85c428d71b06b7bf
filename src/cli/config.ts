/** `waybill config`: checks the configuration, or prints what is in effect. */
import { Command } from 'commander'
import { stringify } from 'yaml'
import { Daemon } from '../daemon.js'
import { createLog } from '../log.js'
import { readConfig } from '../read-config.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'

export function configCommand(): Command {
  const check = withConfigOptions(new Command('check'))
    .description('check the configuration, its plugins and their schemas; start nothing')
    .action(async (options: ConfigOptions) => {
      const sources = sourcesOf(options)
      const daemon = await Daemon.create(readConfig(sources), sources.file, createLog('silent'))
      await daemon.stop()
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
