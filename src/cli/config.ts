/** `waybill config`: checks the configuration, or prints the one in effect. */
import { stringify } from 'yaml'
import { masked } from '../config/secrets.js'
import { CliCommand } from './command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'
import { note } from './print.js'
import { readConfig } from './read-config.js'

interface PrintOptions extends ConfigOptions {
  readonly showSecrets: boolean
}

export function configCommand(): CliCommand {
  const check = withConfigOptions(new CliCommand('check'))
    .description(
      'check all that a start checks, but for ports and other machines: the configuration, its files, plugins and schemas, and the state folder',
    )
    .withExits({ 78: 'something is wrong, and where' })
    .withExamples(
      'waybill config check --config waybill.yaml',
      'WAYBILL_HTTP__PORT=8090 waybill config check',
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
  const print = withConfigOptions(new CliCommand('print'))
    .description(
      'print the configuration in effect as YAML, from file, environment, flags and defaults',
    )
    .option('--show-secrets', 'print passwords, tokens and users of URLs as they are', false)
    .withExamples(
      'waybill config print',
      'waybill config print --config waybill.yaml --set http.port=8090',
    )
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
  return new CliCommand('config')
    .withExamples('waybill config check --config waybill.yaml')
    .addCommand(check)
    .addCommand(print)
}
