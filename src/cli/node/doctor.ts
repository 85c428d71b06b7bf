/** `waybill doctor`: says what is wrong with the configuration, its keys, this machine, the node that runs and what is around. */
import { isIP } from 'node:net'
import { InvalidArgumentError } from 'commander'
import { printable } from '../../base/printable.js'
import { EXIT, type WaybillError } from '../../errors.js'
import { error, type Finding } from '../../message/finding.js'
import { type AreaFinding, examine } from '../../operate/doctor/examine.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { find, isRefusal } from '../command/find.js'
import { note, printJson } from '../command/print.js'
import { toned, toneOf } from '../command/style.js'
import { urlOption } from './url-option.js'

interface Flags extends ConfigOptions {
  readonly offline: boolean
  readonly dns: readonly string[]
  readonly url?: string
  readonly quiet: boolean
  readonly json: boolean
}

export function doctorCommand(): CliCommand {
  return withConfigOptions(new CliCommand('doctor'))
    .option('--offline', 'contact no other machine: no Redis, no DNS, no relay', false)
    .option(
      '--dns <address>',
      'ask this DNS server, such as 192.0.2.53 or 127.0.0.1:5353; may be repeated',
      (text: string, before: readonly string[]) => [...before, dnsServer(text)],
      [],
    )
    .addOption(urlOption())
    .option('-q, --quiet', 'print warnings and errors only', false)
    .withJson('one object a line for each finding', {
      area: 'what was looked at: configuration, ports, store, machine, node, redis, or a transport',
      level: 'ok, note, warning or error',
      key: 'key of the configuration, or name of a problem of the node',
      sentence: 'what came',
      remedy: 'what to do about it; null if there is nothing to do, or the sentence says it',
    })
    .withExits({ 1: 'there is an error' })
    .withExamples(
      'waybill doctor --config waybill.yaml',
      'waybill doctor --config waybill.yaml --offline --quiet',
      'waybill doctor --config waybill.yaml --dns 192.0.2.53 --json',
    )
    .action(doctor)
}

function dnsServer(text: string): string {
  const [, bracketed, plain] = /^(?:\[(.*)\]|([^:]*)):\d{1,5}$/.exec(text) ?? []
  if (isIP(bracketed ?? plain ?? text) !== 0) return text
  throw new InvalidArgumentError('expected an address, with :PORT behind it if it is not 53')
}

async function doctor(flags: Flags): Promise<void> {
  const { offline, dns, url } = flags
  const { examined, findings, refusal } = await find(flags)
  const isFound = findings.some((finding) => isRefusal(finding, refusal))
  const all = await examine(
    examined,
    refusal && !isFound ? [...findings, refused(refusal)] : findings,
    { offline, dns, url },
  )
  const shown = all.filter(({ level }) => !flags.quiet || level === 'warning' || level === 'error')
  if (flags.json) for (const finding of shown) printJson({ remedy: undefined, ...finding })
  else print(shown)
  const errors = all.filter(({ level }) => level === 'error').length
  if (errors > 0) process.exitCode = EXIT.invalid
  if (flags.json) return
  const warnings = all.filter(({ level }) => level === 'warning').length
  if (errors + warnings === 0) note(`nothing is wrong; ${all.length} things were looked at`)
  else note(`errors: ${errors}, warnings: ${warnings}; ${all.length} things were looked at`)
}

/** What a start would end with. */
function refused({ message, hint }: WaybillError): Finding {
  const [, key, sentence] = /^([\w.-]+): (.*)$/s.exec(message) ?? []
  return key === undefined || sentence === undefined
    ? error('configuration', message, hint)
    : error(key, sentence, hint)
}

function print(found: readonly AreaFinding[]): void {
  let area = ''
  for (const finding of found) {
    if (finding.area !== area) {
      process.stdout.write(`${area === '' ? '' : '\n'}${toned(finding.area, 'strong')}\n`)
    }
    area = finding.area
    const { level, key, sentence, remedy } = finding
    process.stdout.write(
      `  ${toned(level.padEnd(7), toneOf(level))}  ${printable(`${key}: ${sentence}`)}\n`,
    )
    if (remedy !== undefined) process.stdout.write(`           ${printable(remedy)}\n`)
  }
}
