/** `waybill config`: checks the configuration, or prints the one in effect. */
import { Command } from 'commander'
import { stringify } from 'yaml'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'
import { inspect } from './inspect.js'
import { readConfig } from './read-config.js'

export function configCommand(): Command {
  const check = withConfigOptions(new Command('check'))
    .description(
      'check the configuration, its plugins and their schemas, without starting the node',
    )
    .action(async (options: ConfigOptions) => {
      await inspect(options, ({ routes }) => {
        for (const { route, before } of routes.unreached) {
          process.stderr.write(
            `warning: the route ${route} is never reached: ${before} before it takes all of its messages\n`,
          )
        }
      })
      const { file } = sourcesOf(options)
      process.stdout.write(`${file ?? 'The default configuration'} is valid.\n`)
    })
  const print = withConfigOptions(new Command('print'))
    .description(
      'print the configuration in effect as YAML, from file, environment, flags and defaults',
    )
    .action(async (options: ConfigOptions) => {
      const { config } = await readConfig(sourcesOf(options))
      process.stdout.write(stringify(config))
    })
  return new Command('config')
    .description('check or print the configuration')
    .addCommand(check)
    .addCommand(print)
}
