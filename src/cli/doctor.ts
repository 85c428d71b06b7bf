/** `waybill doctor`: says what is wrong with the configuration, its keys and this machine, or will be soon. */
import { printable } from '../base/printable.js'
import { examine } from '../doctor/examine.js'
import { EXIT } from '../errors.js'
import { CliCommand } from './command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from './config-options.js'
import { note, printJson } from './print.js'
import { readConfig } from './read-config.js'

interface Flags extends ConfigOptions {
  readonly json: boolean
}

export function doctorCommand(): CliCommand {
  return withConfigOptions(new CliCommand('doctor'))
    .withJson('one object a line for each finding', {})
    .withExamples('waybill doctor --config waybill.yaml')
    .action(doctor)
}

async function doctor(flags: Flags): Promise<void> {
  const found = await examine(await readConfig(sourcesOf(flags)), Date.now())
  for (const finding of found) {
    if (flags.json) printJson(finding)
    else {
      const { severity, key, sentence } = finding
      process.stdout.write(`${severity.padEnd(7)}  ${printable(`${key}: ${sentence}`)}\n`)
    }
  }
  if (found.length > 0) process.exitCode = EXIT.invalid
  else note('nothing is wrong')
}
