/** Finds the transports that the configuration names: each is a module that tells all that the node knows of it. */
import { fileURLToPath } from 'node:url'
import { SHIPPED_TRANSPORTS, TAKEN_KEYS } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import type { TransportModule } from '../../transport.js'
import { findModule, importModule, type Kind } from './find.js'

const TRANSPORT: Kind = {
  word: 'transport',
  folder: fileURLToPath(new URL('../../../transports', import.meta.url)),
  notFound: 'WAYBILL_TRANSPORT_NOT_FOUND',
  invalid: 'WAYBILL_TRANSPORT_INVALID',
}

/**
 * @param names   the `transports` of the configuration
 * @param folder  folder that relative paths and packages are looked up from: the configuration's
 * @throws WaybillError WAYBILL_TRANSPORT_NOT_FOUND, WAYBILL_TRANSPORT_INVALID
 */
export async function loadTransports(
  names: readonly string[],
  folder: string,
): Promise<readonly TransportModule[]> {
  const loaded: TransportModule[] = []
  for (const use of names) {
    const module = await loadTransport(use, folder)
    const same = loaded.find((one) => overlap(one, module))
    if (same) throw invalid(use, `has the name or a scheme of the transport ${same.name}`)
    loaded.push(module)
  }
  return loaded
}

/** One that comes along. */
export function shippedTransport(use: string): Promise<TransportModule> {
  return loadTransport(use, TRANSPORT.folder)
}

/** Adds the shipped ones whose names and schemes are free. */
export async function withShipped(
  loaded: readonly TransportModule[],
): Promise<readonly TransportModule[]> {
  const shipped = await Promise.all(SHIPPED_TRANSPORTS.map(shippedTransport))
  return [...loaded, ...shipped.filter((module) => !loaded.some((one) => overlap(one, module)))]
}

function overlap(one: TransportModule, other: TransportModule): boolean {
  return one.name === other.name || one.schemes.some((scheme) => other.schemes.includes(scheme))
}

async function loadTransport(use: string, folder: string): Promise<TransportModule> {
  const module = await importModule(findModule(use, folder, TRANSPORT), use, TRANSPORT)
  const wrong = whatIsWrong(module)
  if (wrong !== undefined) throw invalid(use, wrong)
  return module as TransportModule
}

function invalid(use: string, wrong: string): WaybillError {
  return new WaybillError('WAYBILL_TRANSPORT_INVALID', `the transport ${use} ${wrong}`)
}

/** @returns what is wrong with a module's default export, as the rest of a sentence about it */
function whatIsWrong(module: unknown): string | undefined {
  if (typeof module !== 'object' || module === null) return 'has no default export that is one'
  const { name, schemes, config, answers, ...rest } = module as Partial<TransportModule>
  if (typeof name !== 'string' || !/^[a-z][A-Za-z0-9]*$/.test(name)) {
    return `has the name ${JSON.stringify(name)}; expected a lower-case letter, then letters and digits`
  }
  if (TAKEN_KEYS.has(name)) return `has the name ${name}, which is another key of the configuration`
  if (!Array.isArray(schemes) || !schemes.every(isScheme)) {
    return `has the schemes ${JSON.stringify(schemes)}; expected a list of lower-case names`
  }
  if (config?.def?.type !== 'object') return 'has a config that is no z.object()'
  if (answers !== 'connection' && answers !== 'message') {
    return `has the answers ${JSON.stringify(answers)}; expected "connection" or "message"`
  }
  const missing = (['create', 'hostOf', 'isOwn'] as const).find(
    (key) => typeof rest[key] !== 'function',
  )
  return missing ? `has no function ${missing}` : clientIsWrong(rest.client)
}

/** It is asked only when something is sent, and then it is late. */
function clientIsWrong(client: unknown): string | undefined {
  if (client === undefined) return undefined
  if (typeof client !== 'object' || client === null) return 'has a client that is no object'
  const { flags, ...rest } = client as Partial<NonNullable<TransportModule['client']>>
  if (!Array.isArray(flags) || !flags.every(isFlag)) {
    return 'has a client whose flags are no list of { flags, description }'
  }
  if (rest.option !== undefined && typeof rest.option !== 'string') {
    return 'has a client whose option is no name'
  }
  const missing = (['fromFlags', 'open'] as const).find((key) => typeof rest[key] !== 'function')
  return missing && `has a client without the function ${missing}`
}

function isFlag(flag: unknown): boolean {
  return (
    typeof flag === 'object' &&
    flag !== null &&
    'flags' in flag &&
    'description' in flag &&
    typeof flag.flags === 'string' &&
    typeof flag.description === 'string'
  )
}

function isScheme(scheme: unknown): boolean {
  return typeof scheme === 'string' && /^[a-z][a-z0-9+.-]*$/.test(scheme)
}
