/** `waybill call`: sends one request and shows its answer. */
import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { codeOf } from '../base/errno.js'
import { printable, printableJson } from '../base/printable.js'
import { type Answer, createSender, FaultAnswer } from '../client/sender.js'
import { valuesOf } from '../contract/values.js'
import type { Value, Values } from '../plugin.js'
import { SOAP_11, SOAP_12, type VersionName } from '../soap/version.js'
import type { Flag, TransportModule } from '../transport.js'
import { readVisits, TRACE, traceRequest } from '../way/visits.js'
import { isNcName } from '../xml/characters.js'
import { decodeText } from '../xml/charset.js'
import { readDocument } from '../xml/read.js'
import { clarkName, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { pathTree } from './path-tree.js'
import { WrongUsage } from './report-error.js'

interface CallFlags {
  readonly soap: VersionName
  readonly action?: string
  readonly header: readonly string[]
  readonly schema?: string
  /** Seconds. */
  readonly timeout: number
  readonly raw: boolean
  readonly json: boolean
  readonly trace: boolean
}

const EXAMPLE = `
Examples:
  waybill call http://127.0.0.1:8080/soap '{urn:example:calculator}Add' a=1 b=2
  waybill call mailto:calculator@bus.example '{urn:example:calculator}Add' a=1 b=2 \\
    --via smtp://relay:2525 --from me@example.com --mailbox imaps://me@mail.example.com \\
    --mailbox-password env:PASSWORD
`

/** @param transports  those that it can send over */
export function callCommand(transports: readonly TransportModule[]): Command {
  const command = new Command('call')
    .description('call an operation and print its named results')
    .argument('<url>', 'URL of the node', (text) => url(text, transports))
    .argument('<operation>', 'name of the body entry, as {namespace}Name')
    .argument('[parameters...]', 'named parameters, as name=value; a repeated name is a list')
    .addOption(
      new Option('--soap <version>', 'SOAP version').choices(['1.1', '1.2']).default('1.1'),
    )
    .option('--action <uri>', 'SOAPAction in SOAP 1.1, action parameter in 1.2')
    .option(
      '--header <file>',
      'file with a header block to send; may be repeated',
      (file: string, before: readonly string[]) => [...before, file],
      [],
    )
    .option('--schema <file>', 'XML Schema of the operation: types values, refuses unknown results')
    .option('--timeout <seconds>', 'seconds to wait for the answer', seconds, 30)
    .option('--raw', 'print the envelope as it came, also if it is a fault', false)
    .option('--json', 'print one JSON object', false)
    .option('--trace', 'ask every node on the way to add itself, and print the path', false)
  for (const flag of transports.flatMap(({ client }) => client?.flags ?? [])) {
    command.addOption(optionOf(flag))
  }
  return command
    .addHelpText('after', EXAMPLE)
    .action((to: URL, operation: string, pairs: readonly string[], flags: CallFlags) =>
      call(to, operation, pairs, flags, transports),
    )
}

function optionOf({ flags, description, default: preset, read }: Flag): Option {
  const option = new Option(flags, description).default(preset)
  return read ? option.argParser((text) => asArgument(() => read(text))) : option
}

function asArgument<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof TypeError ? new InvalidArgumentError(error.message) : error
  }
}

async function call(
  to: URL,
  operation: string,
  pairs: readonly string[],
  flags: CallFlags,
  transports: readonly TransportModule[],
): Promise<void> {
  const { wait = flags.timeout, options } = clientOptions(to, flags, transports)
  const sender = createSender({
    soap: flags.soap,
    timeout: (wait || flags.timeout) * 1000,
    ...options,
  })
  try {
    const answer = await sender.call(to, operation, parameters(pairs), {
      headers: [...flags.header.map(headerBlock), ...asked(flags)],
      wait: wait > 0,
      ...(flags.action !== undefined && { action: flags.action }),
      ...(flags.schema !== undefined && { schema: flags.schema }),
    })
    process.stdout.write(show(answer, flags))
    showPath(answer.headers, flags)
  } catch (error) {
    if (error instanceof FaultAnswer) {
      if (flags.raw) process.stdout.write(`${error.text}\n`)
      showPath(error.headers, flags)
    }
    // XML or the schema does not allow the name or value.
    throw error instanceof TypeError ? new WrongUsage(error.message) : error
  } finally {
    await sender.close()
  }
}

/** What the flags say of the transport that has the URL's scheme. */
function clientOptions(
  to: URL,
  flags: CallFlags,
  transports: readonly TransportModule[],
): { readonly wait?: number | undefined; readonly options: object } {
  const client = transportOf(to, transports)?.client
  if (client?.option === undefined) return { options: {} }
  try {
    const { options, wait } = client.fromFlags({ ...flags })
    return { wait, options: { [client.option]: options } }
  } catch (error) {
    throw error instanceof TypeError ? new WrongUsage(error.message) : error
  }
}

function transportOf(
  { protocol }: URL,
  transports: readonly TransportModule[],
): TransportModule | undefined {
  return transports.find(({ schemes }) => schemes.includes(protocol.slice(0, -1)))
}

function show({ text, values, replied }: Answer, { raw, json }: CallFlags): string {
  if (raw) return replied ? `${text}\n` : ''
  if (json) return `${jsonOf(replied ? values : { accepted: true })}\n`
  if (!replied) return 'accepted\n'
  return Object.entries(values)
    .map(([name, value]) => `${printable(name)}=${line(value)}\n`)
    .join('')
}

function asked({ trace, soap }: CallFlags): readonly XmlElement[] {
  return trace ? [traceRequest(soap === '1.1' ? SOAP_11 : SOAP_12)] : []
}

/** With --raw and --json, standard output has only what a program reads. */
function showPath(headers: readonly XmlElement[], { trace, raw, json }: CallFlags): void {
  if (!trace) return
  const block = headers.find((header) => clarkName(header) === TRACE)
  const out = raw || json ? process.stderr : process.stdout
  out.write(pathTree(block ? readVisits(block) : []))
}

function line(value: Value): string {
  return typeof value === 'object' && value !== null ? jsonOf(value) : printable(String(value))
}

function jsonOf(value: Value): string {
  return printableJson(JSON.stringify(value, jsonValue))
}

function jsonValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return value
}

function parameters(pairs: readonly string[]): Values {
  return valuesOf(
    pairs.map((pair) => {
      const equals = pair.indexOf('=')
      const name = pair.slice(0, Math.max(equals, 0))
      if (!isNcName(name)) throw new WrongUsage(`${pair}: expected name=value`)
      return [name, pair.slice(equals + 1)] as const
    }),
  )
}

function headerBlock(file: string): XmlElement {
  try {
    return readDocument(decodeText(readFileSync(file)))
  } catch (error) {
    const reason = error instanceof Unreadable ? error.message : codeOf(error)
    throw new WrongUsage(`${file}: expected a file with one XML element (${reason})`)
  }
}

function url(text: string, transports: readonly TransportModule[]): URL {
  const to = URL.canParse(text) ? new URL(text) : undefined
  if (!to || !transportOf(to, transports)) {
    const schemes = transports.flatMap((transport) => transport.schemes)
    const known = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(schemes)
    throw new InvalidArgumentError(`expected an ${known} URL`)
  }
  return to
}

function seconds(text: string): number {
  const number = Number(text)
  if (!(number > 0 && number <= 86_400))
    throw new InvalidArgumentError('expected a number of seconds')
  return number
}
