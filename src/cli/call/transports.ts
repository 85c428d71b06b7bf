/** The transports that `waybill call` sends over: those of the configuration and the shipped ones, with their flags. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { checked, readSources } from '../../config/read.js'
import { listedTransports } from '../../config/schema.js'
import { loadTransports, withShipped } from '../../path/plugins/load-transports.js'
import type { Flag, TransportModule } from '../../transport.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'

/**
 * Those that the configuration names, if one is given, and the shipped ones. The configuration need not be
 * right: only its `transports` are looked at.
 *
 * @throws WaybillError
 */
export async function transportsFor(args: readonly string[]): Promise<readonly TransportModule[]> {
  const options = withConfigOptions(new Command().helpOption(false).exitOverride())
    .allowUnknownOption()
    .allowExcessArguments()
    .parse(args, { from: 'user' })
    .opts<ConfigOptions>()
  const unchecked = readSources(sourcesOf(options))
  const { transports } = checked(unchecked, listedTransports)
  const loaded = await withShipped(await loadTransports(transports, unchecked.folder))
  return loaded.filter(({ client }) => client !== undefined)
}

export function optionOf({ flags, description, default: preset, read }: Flag): Option {
  const option = new Option(flags, description)
  if (typeof preset === 'object') option.default(preset.value, preset.text)
  else option.default(preset)
  return read ? option.argParser((text) => asArgument(() => read(text))) : option
}

function asArgument<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof TypeError ? new InvalidArgumentError(error.message) : error
  }
}

export function transportOf(
  { protocol }: URL,
  transports: readonly TransportModule[],
): TransportModule | undefined {
  return transports.find(({ schemes }) => schemes.includes(protocol.slice(0, -1)))
}

export function readTarget(text: string, transports: readonly TransportModule[]): URL {
  const to = URL.canParse(text) ? new URL(text) : undefined
  if (!to || !transportOf(to, transports)) {
    const schemes = transports.flatMap((transport) => transport.schemes)
    const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(schemes)
    throw new InvalidArgumentError(`expected an ${list} URL`)
  }
  return to
}
