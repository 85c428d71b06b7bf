/** `waybill wsdl`: prints the WSDL of a plugin, or of all, without a node that runs. */
import { Option } from 'commander'
import type { Document } from '../../message/outcome.js'
import type { Descriptions } from '../../path/description/descriptions.js'
import type { Transports } from '../../path/plugins/transports.js'
import type { VersionName } from '../../soap/version.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { inspect } from '../command/inspect.js'
import { WrongUsage } from '../command/wrong-usage.js'

interface WsdlFlags extends ConfigOptions {
  readonly transport: string
  readonly address?: string
  readonly all: boolean
  readonly soap?: VersionName
  readonly xsd?: string
  readonly document?: string
}

export function wsdlCommand(): CliCommand {
  return withConfigOptions(new CliCommand('wsdl'))
    .argument('[plugin]', 'name of a plugin in the configuration. Default: all of them')
    .option('-a, --all', 'with the ports of every transport', false)
    .addOption(
      new Option('--soap <version>', 'ports of one version of SOAP. Default: both').choices([
        '1.1',
        '1.2',
      ]),
    )
    .option('-x, --xsd <number>', 'print a schema of it in its place, by its number from 1 on')
    .option('--document <number>', 'one that the first document of a contract imports. Default: 1')
    .option('--address <url>', 'URL of the node as its clients reach it. Default: as configured')
    .option('-t, --transport <name>', 'transport that --address is for', 'http')
    .withExamples(
      'waybill wsdl calculator',
      'waybill wsdl --soap 1.2 --address https://soap.example.com/soap > node.wsdl',
    )
    .action(async (plugin: string | undefined, flags: WsdlFlags) => {
      refuseAddress(flags)
      await inspect(flags, ({ tables: { descriptions }, transports }) => {
        if (!descriptions) throw new WrongUsage('soap.describe is false: nothing is published')
        const document = documentFor(plugin, flags, baseFor(flags, transports), descriptions)
        process.stdout.write(document.text)
      })
    })
}

function baseFor({ transport, address }: WsdlFlags, transports: Transports): string {
  const over = transports.used.find(({ module }) => module.name === transport)
  const base = address ?? over?.module.publicAddress?.(over.settings)
  if (base !== undefined) return base.replace(/\/$/, '')
  throw new WrongUsage(`${transport} has no address of its own: give one with --address`)
}

function documentFor(
  plugin: string | undefined,
  { transport, all, xsd, soap, document: number }: WsdlFlags,
  base: string,
  descriptions: Descriptions,
): Document {
  const document = number === undefined ? undefined : numberOf('document', number)
  const request = { transport, base, all, soap, document, publicOnly: false }
  const names = [...descriptions.contracts(request).keys()]
  if (plugin !== undefined && !names.includes(plugin)) {
    throw new WrongUsage(`there is no plugin ${plugin}; there are: ${names.join(', ')}`)
  }
  if (xsd !== undefined) {
    const schema = descriptions.schema(plugin, numberOf('xsd', xsd), request)
    if (schema) return schema
    throw new WrongUsage(`there is no schema ${xsd}`)
  }
  const described = descriptions.wsdl(plugin, request)
  if (described) return described
  if (names.length === 0) throw new WrongUsage('there is no plugin')
  if ((document ?? 1) > 1) throw new WrongUsage(`there is no document ${number}`)
  throw new WrongUsage(`no contract has a port of SOAP ${soap}; soap.contractPorts: both adds one`)
}

function numberOf(flag: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new WrongUsage(`--${flag} ${text}: expected a number from 1 on`)
}

function refuseAddress({ address }: WsdlFlags): void {
  if (address === undefined || URL.canParse(address)) return
  throw new WrongUsage(`--address ${address}: expected a URL such as https://soap.example.com/soap`)
}
