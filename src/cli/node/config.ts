/** `waybill config`: checks the configuration, or prints the one in effect. */
import { stringify } from 'yaml'
import { jsonSchemaOf } from '../../config/json-schema.js'
import { shownConfig, writtenWhole } from '../../config/shown.js'
import { EXIT, WaybillError } from '../../errors.js'
import type { Finding } from '../../message/finding.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { note, printFinding, printJson } from '../command/print.js'
import { readConfig, readSchema } from '../command/read-config.js'

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
      'check all that a start checks, but for ports and other machines: the configuration, its files and their dates, policies, plugins and schemas, and the state folder',
    )
    .withJson('one object', {
      valid: 'false if a start would end with an error, or an error was found',
      file: 'the file that was read; null for none',
      findings:
        'what was found, each with level (error, warning or note), key of the configuration, sentence, and remedy or null',
      code: 'code of the error that a start would end with; null for none',
      message: 'what is wrong, and where',
      hint: 'what to do about it',
    })
    .withExits({
      78: 'something is wrong, and where; what will be wrong later is a warning, with 0',
    })
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
  const { findings, refusal } = await findAll(options)
  const errors = findings.filter(({ level }) => level === 'error').length
  if (options.json) {
    const { code, message, hint } = refusal ?? {}
    const all = findings.map((finding) => ({ remedy: undefined, ...finding }))
    const valid = refusal === undefined && errors === 0
    printJson({ valid, file, findings: all, code, message, hint })
    if (!valid) process.exitCode = refusal?.exitCode ?? EXIT.config
    return
  }
  for (const finding of findings) printFinding(finding)
  if (refusal) throw refusal
  const name = file ?? 'The default configuration'
  if (errors === 0) {
    process.stdout.write(`${name} is valid.\n`)
    return
  }
  note(`${name} is not valid; errors: ${errors}`)
  process.exitCode = EXIT.config
}

interface Checked {
  readonly findings: readonly Finding[]
  readonly refusal: WaybillError | undefined
}

async function findAll(options: ConfigOptions): Promise<Checked> {
  // Not for `print`: these load all that a node is made of.
  const { find, isRefusal } = await import('../command/find.js')
  const { inspectQueueWhole } = await import('../../store/queue/open.js')
  try {
    const { examined, findings, refusal } = await find(options)
    const others = findings.filter((finding) => !isRefusal(finding, refusal))
    return {
      findings: others,
      refusal: refusal ?? refusalBy(() => inspectQueueWhole(examined.config)),
    }
  } catch (error) {
    if (error instanceof WaybillError) return { findings: [], refusal: error }
    throw error
  }
}

function refusalBy(look: () => void): WaybillError | undefined {
  try {
    look()
    return undefined
  } catch (error) {
    if (error instanceof WaybillError) return error
    throw error
  }
}

async function print({ showSecrets, json, ...options }: PrintOptions): Promise<void> {
  const { config, schema, references } = await readConfig(sourcesOf(options))
  let count = 0
  const shown = showSecrets
    ? references.putInto(writtenWhole(config, schema))
    : shownConfig(config, schema, references, () => {
        count += 1
      })
  process.stdout.write(json ? `${JSON.stringify(shown)}\n` : stringify(shown))
  if (count > 0) note(`${count} secrets are not shown; --show-secrets prints them`)
}
