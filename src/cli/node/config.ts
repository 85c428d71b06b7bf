/** `waybill config`: checks the configuration, or prints the one in effect. */
import { stringify } from 'yaml'
import { wallTime } from '../../base/time.js'
import { asWritten } from '../../config/as-written.js'
import { jsonSchemaOf } from '../../config/json-schema.js'
import { masked } from '../../config/secrets.js'
import { WaybillError } from '../../errors.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { note, printJson } from '../command/print.js'
import { readConfig, readSchema } from '../command/read-config.js'
import { datedWarnings } from '../command/warnings.js'

interface CheckOptions extends ConfigOptions {
  readonly json: boolean
}

interface PrintOptions extends ConfigOptions {
  readonly json: boolean
  readonly showSecrets: boolean
}

export function configCommand(): CliCommand {
  const checking = withConfigOptions(new CliCommand('check'))
    .description(
      'check all that a start checks, but for ports and other machines: the configuration, its files, plugins and schemas, and the state folder',
    )
    .withJson('one object', {
      valid: 'true or false',
      file: 'the file that was read; null for none',
      warnings: 'what is allowed and should be known, a sentence each',
      code: 'code of the error; null if it is valid',
      message: 'what is wrong, and where',
      hint: 'what to do about it',
    })
    .withExits({ 78: 'something is wrong, and where' })
    .withExamples(
      'waybill config check --config waybill.yaml',
      'WAYBILL_HTTP__PORT=8090 waybill config check',
    )
    .action(check)
  const printing = withConfigOptions(new CliCommand('print'))
    .description(
      'print the configuration in effect as YAML, from file, environment, flags and defaults',
    )
    .option('--show-secrets', 'print passwords, tokens and users of URLs as they are', false)
    .withExamples(
      'waybill config print',
      'waybill config print --config waybill.yaml --set http.port=8090',
    )
    .withJson('one object: the configuration, as docs/configuration.md lists its keys', {})
    .action(print)
  const describing = withConfigOptions(new CliCommand('schema'))
    .description(
      'print the JSON Schema of the configuration, with the sections of its transports, for editors',
    )
    .withExamples(
      'waybill config schema > waybill.schema.json',
      'waybill config schema --config waybill.yaml',
    )
    .action(async (options: ConfigOptions) => {
      const schema = jsonSchemaOf(await readSchema(sourcesOf(options)))
      process.stdout.write(`${JSON.stringify(schema, undefined, 2)}\n`)
    })
  return new CliCommand('config')
    .withExamples('waybill config check --config waybill.yaml')
    .addCommand(checking)
    .addCommand(printing)
    .addCommand(describing)
}

async function check(options: CheckOptions): Promise<void> {
  const { file } = sourcesOf(options)
  try {
    const warnings = await warningsFor(options)
    if (options.json) {
      const none = { code: undefined, message: undefined, hint: undefined }
      printJson({ valid: true, file, warnings, ...none })
      return
    }
    for (const warning of warnings) note(`warning: ${warning}`)
    process.stdout.write(`${file ?? 'The default configuration'} is valid.\n`)
  } catch (error) {
    if (!options.json || !(error instanceof WaybillError)) throw error
    const { code, message, hint, exitCode } = error
    printJson({ valid: false, file, warnings: [], code, message, hint })
    process.exitCode = exitCode
  }
}

/** @throws WaybillError for what a start would end with */
async function warningsFor(options: ConfigOptions): Promise<readonly string[]> {
  // Not for `print`: these load all that a node is made of.
  const { inspect } = await import('../command/inspect.js')
  const { refuseUnstartable } = await import('../../compose/refuse-unstartable.js')
  const { inspectQueueWhole } = await import('../../store/queue/open.js')
  const all: string[] = []
  await inspect(options, (parts, { schema, warnings }) => {
    const { config, routes, warnings: found } = parts
    refuseUnstartable(parts, { warn: () => undefined })
    inspectQueueWhole(config)
    all.push(...warnings, ...datedWarnings(config, schema, wallTime()), ...found)
    for (const { route, before } of routes.unreached) {
      all.push(`the route ${route} is never reached: ${before} before it takes all of its messages`)
    }
  })
  return all
}

async function print({ showSecrets, json, ...options }: PrintOptions): Promise<void> {
  const { config, schema } = await readConfig(sourcesOf(options))
  let count = 0
  const written = asWritten(config, schema)
  const shown = showSecrets
    ? written
    : masked(written, schema, [], () => {
        count += 1
      })
  process.stdout.write(json ? `${JSON.stringify(shown)}\n` : stringify(shown))
  if (count > 0) note(`${count} secrets are not shown; --show-secrets prints them`)
}
