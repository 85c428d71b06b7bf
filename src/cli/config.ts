/** `waybill config`: checks the configuration, or prints the one in effect. */
import { Command } from 'commander'
import { stringify } from 'yaml'
import { masked } from '../config/secrets.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'
import { note } from './print.js'
import { readConfig } from './read-config.js'

interface PrintOptions extends ConfigOptions {
  readonly showSecrets: boolean
}

export function configCommand(): Command {
  const check = withConfigOptions(new Command('check'))
    .description(
      'check all that a start checks, but for ports and other machines: the configuration, its files, plugins and schemas, and the state folder',
    )
    .action(async (options: ConfigOptions) => {
      // Not for `print`: these load all that a node is made of.
      const { inspect } = await import('./inspect.js')
      const { inspectQueue } = await import('../queue/open.js')
      await inspect(options, ({ config, routes, warnings: found }, warnings) => {
        inspectQueue(config)
        for (const warning of [...warnings, ...found]) note(`warning: ${warning}`)
        for (const { route, before } of routes.unreached) {
          note(
            `warning: the route ${route} is never reached: ${before} before it takes all of its messages`,
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
    .option('--show-secrets', 'print passwords, tokens and users of URLs as they are', false)
    .action(async ({ showSecrets, ...options }: PrintOptions) => {
      const { config, schema } = await readConfig(sourcesOf(options))
      if (showSecrets) {
        process.stdout.write(stringify(config))
        return
      }
      let count = 0
      const shown = masked(config, schema, [], () => {
        count += 1
      })
      process.stdout.write(stringify(shown))
      if (count > 0) note(`${count} secrets are not shown; --show-secrets prints them`)
    })
  return new Command('config').addCommand(check).addCommand(print)
}
