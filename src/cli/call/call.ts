/** `waybill call`: sends one request and shows its answer. */
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { systemReason } from '../../base/errno.js'
import { FaultAnswer } from '../../client/fault-answer.js'
import { createSender, type Sender, type SenderOptions } from '../../client/sender.js'
import { DAY } from '../../config/kinds.js'
import { newId } from '../../message/exchange-id.js'
import { PathBinary } from '../../message/spool/index.js'
import { traceIdOf, traceparentOnward } from '../../message/traceparent.js'
import { traceRequest } from '../../message/way/visits.js'
import type { NewAttachment } from '../../plugin.js'
import { SOAP_11, SOAP_12, type VersionName } from '../../soap/version.js'
import type { TransportModule } from '../../transport.js'
import { clarkName, type XmlElement } from '../../xml/tree.js'
import { CliCommand } from '../command/command.js'
import { withConfigOptions } from '../command/config-options.js'
import { time } from '../command/time.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { type CallSecurityFlags, securityOf, withCallSecurityOptions } from '../security/flags.js'
import { addressingBlocks, type Body, bodyOf, headerBlock, parametersOf } from './input.js'
import { type Shown, showAnswer, showFault, showPath } from './output.js'
import { optionOf, readTarget, transportOf } from './transports.js'

interface CallFlags extends CallSecurityFlags, AttachFlags {
  readonly soap: VersionName
  readonly action?: string
  readonly messageId?: string
  readonly body?: string
  readonly header: readonly string[]
  readonly schema?: string
  /** Seconds. */
  readonly timeout: number
  readonly oneWay: boolean
  readonly raw: boolean
  readonly json: boolean
  readonly trace: boolean
}

/** What is called. */
interface Called {
  readonly to: URL
  /** undefined with --body */
  readonly operation: string | undefined
  /** Its parameters, each as `name=value`. */
  readonly pairs: readonly string[]
}

/** @param transports  those that it can send over */
export function callCommand(transports: readonly TransportModule[]): CliCommand {
  const command = withConfigOptions(new CliCommand('call'))
    .argument('<url>', 'URL of the node', (text) => readTarget(text, transports))
    .argument('[operation]', 'name of the body entry, as {namespace}Name; none with --body')
    .argument(
      '[parameters...]',
      'as name=value; a.b=1 steps into a, a repeated name is a list, a.0.b=1 is in the first of several',
    )
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
    .option('--body <file>', 'file with the body entry or a whole envelope; - is standard input')
    .option(
      '--message-id <iri>',
      'wsa:MessageID, by which the node recognises a duplicate; wsa:Action is that of --action, or NAMESPACE/NAME',
    )
    .option('--schema <file>', 'XML Schema of the operation: types values, refuses unknown results')
    .addOption(
      new Option('--timeout <time>', 'time to wait for the answer, such as 30s')
        .argParser(time(DAY))
        .default(30_000, '30s'),
    )
    .option('--one-way', 'the operation has no answer: any success is enough', false)
    .option('--raw', 'print the envelope as it came, also if it is a fault', false)
    .withJson(
      'one object: the named results, or accepted and what is known of it, or the fault',
      {},
    )
    .option('--trace', 'ask every node on the way to add itself, and print the path', false)
  withAttachOptions(command)
  withCallSecurityOptions(command)
  const flags = transports.flatMap(({ client }) => client?.flags ?? [])
  for (const flag of new Map(flags.map((one) => [one.flags, one])).values()) {
    command.addOption(optionOf(flag))
  }
  return command
    .withExamples(
      "waybill call http://127.0.0.1:8080/soap '{urn:example:calculator}Add' a=1 b=2",
      "waybill call mailto:calculator@bus.example '{urn:example:calculator}Add' a=1 b=2 \\\n" +
        '--via smtp://relay:2525 --from me@example.com --mailbox imaps://me@mail.example.com \\\n' +
        '--mailbox-password env:PASSWORD',
      'waybill call http://127.0.0.1:8080/soap --body order.xml --message-id urn:uuid:2f6…',
    )
    .withExits({
      65: 'the answer is a fault of the sender',
      69: 'the node cannot be reached',
      70: 'the answer is any other fault',
      76: 'the answer is no SOAP envelope',
    })
    .action((to: URL, operation: string | undefined, pairs: readonly string[], flags: CallFlags) =>
      call({ to, operation, pairs }, flags, transports),
    )
}

async function call(
  { to, operation, pairs }: Called,
  flags: CallFlags,
  transports: readonly TransportModule[],
): Promise<void> {
  const body = flags.body === undefined ? undefined : bodyOf(flags.body)
  refuseBoth(operation, body, flags)
  const soap = body && 'envelope' in body ? body.soap : flags.soap
  const { wait = flags.timeout, options } = clientOptions(to, flags, transports)
  const sender = openSender({
    soap,
    timeout: wait || flags.timeout,
    transports,
    ...securityOf(flags),
    ...options,
  })
  const traceparent = traceparentOnward(undefined, newId())
  const shown: Shown = { ...flags, path: flags.trace, trace: traceIdOf(traceparent) ?? '' }
  const entry = body && 'entry' in body ? body.entry : undefined
  const name = operation ?? (entry && clarkName(entry)) ?? ''
  const more = {
    headers: headersOf(name, soap, flags),
    wait: wait > 0 && !flags.oneWay,
    traceparent: traceparent.parent,
    ...besideOf(flags),
    ...(flags.action !== undefined && { action: flags.action }),
    ...(flags.schema !== undefined && { schema: flags.schema }),
  }
  try {
    const answer = body
      ? await sender.send(to, 'envelope' in body ? body.envelope : body.entry, more)
      : await sender.call(to, name, parametersOf(pairs), more)
    showAnswer(answer, shown)
    showPath(answer.headers, answer.replied, shown)
  } catch (error) {
    if (error instanceof FaultAnswer) {
      showFault(error, shown)
      showPath(error.headers, true, shown)
    }
    // XML or the schema does not allow the name or value.
    throw asUsage(error)
  } finally {
    await sender.close()
  }
}

/** What is in a file is not on the command line, too. */
function refuseBoth(operation: string | undefined, body: Body | undefined, flags: CallFlags): void {
  if (!body && operation === undefined)
    throw new WrongUsage("missing required argument 'operation'")
  if (body && operation !== undefined) {
    throw new WrongUsage('--body has the operation and its parameters')
  }
  const { header, trace, messageId } = flags
  if (body && 'envelope' in body && (header.length > 0 || trace || messageId !== undefined)) {
    throw new WrongUsage(
      '--body has a whole envelope: --header, --trace and --message-id go with an entry',
    )
  }
}

function headersOf(
  operation: string,
  soap: VersionName,
  { header, trace, messageId, action }: CallFlags,
): readonly XmlElement[] {
  return [
    ...header.map(headerBlock),
    ...(messageId === undefined ? [] : addressingBlocks(messageId, action, operation)),
    ...(trace ? [traceRequest(soap === '1.1' ? SOAP_11 : SOAP_12)] : []),
  ]
}

function openSender(options: SenderOptions): Sender {
  try {
    return createSender(options)
  } catch (error) {
    throw asUsage(error)
  }
}

/** A TypeError is of what was given. */
function asUsage(error: unknown): unknown {
  return error instanceof TypeError ? new WrongUsage(error.message) : error
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
    throw asUsage(error)
  }
}

interface AttachFlags {
  readonly attach: readonly string[]
  readonly mtom: boolean
}

function withAttachOptions(command: Command): void {
  command
    .option(
      '--attach <file>',
      'file to send beside the envelope, by the name cid:FILE; may be repeated',
      (file: string, before: readonly string[]) => [...before, file],
      [],
    )
    .option('--mtom', 'send them by MTOM: an xop:Include of --body names each by cid:FILE', false)
}

/** @throws WrongUsage for a file that cannot be read */
function besideOf({ attach, mtom }: AttachFlags) {
  const attachments = attach.map((path): NewAttachment => {
    const name = basename(path)
    try {
      const content = new PathBinary(path)
      return {
        contentType: 'application/octet-stream',
        name,
        id: encodeURIComponent(name),
        content,
      }
    } catch (error) {
      throw new WrongUsage(`${path}: expected a file to attach (${systemReason(error)})`)
    }
  })
  return { mtom, attachments }
}
