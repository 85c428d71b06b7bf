/** Says what is wrong with an envelope that an operator has edited, as the node would find it. */

import { endsBy } from '../../base/ending.js'
import { messageOf } from '../../base/errno.js'
import { Slices } from '../../base/slices.js'
import type { Tables } from '../../path/parts.js'
import type { JobDetail } from '../../queue/admin.js'
import { lineOf } from '../../schema/finding.js'
import { type Envelope, type EnvelopeLimits, readingEnvelope } from '../../soap/envelope.js'
import { SoapFault } from '../../soap/fault.js'
import { decodeText } from '../../xml/charset.js'
import type { XmlLimits } from '../../xml/limits.js'
import { clarkName } from '../../xml/tree.js'
import { Unreadable } from '../../xml/unreadable.js'

export interface EditRules extends Pick<Tables, 'versions' | 'operations'> {
  readonly limits: XmlLimits & EnvelopeLimits
}

export interface CheckedEdit {
  /** A sentence each; none if it would be taken. */
  readonly findings: readonly string[]
  /** Name of its body entry. */
  readonly operation: string | undefined
}

const slices = () => new Slices()

export async function checkEdit(
  text: string,
  letter: Pick<JobDetail, 'kind' | 'plugin' | 'body' | 'charset'>,
  rules: EditRules,
  signal: AbortSignal,
): Promise<CheckedEdit> {
  const envelope = await read(text, rules, signal)
  if (typeof envelope === 'string') return { findings: [envelope], operation: undefined }
  const before = await read(decodedAs(letter), rules, signal)
  const [entry] = envelope.entries
  const operation = entry && clarkName(entry)
  if (typeof before !== 'string' && before.version.name !== envelope.version.name) {
    const wrong = `expected SOAP ${before.version.name}, got ${envelope.version.name}`
    return { findings: [wrong], operation }
  }
  // What goes to another node is checked there.
  const findings =
    letter.kind === 'invoke' ? await judge(envelope, letter.plugin, rules, signal) : []
  return { findings, operation }
}

async function read(
  text: string,
  { versions, limits }: EditRules,
  signal: AbortSignal,
): Promise<Envelope | string> {
  try {
    return await slices().run(readingEnvelope(text, versions, limits), endsBy(signal))
  } catch (error) {
    if (!(error instanceof SoapFault || error instanceof Unreadable)) throw error
    return `it is no SOAP envelope: ${messageOf(error)}`
  }
}

async function judge(
  { entries, source, version }: Envelope,
  plugin: string | undefined,
  { operations }: EditRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [sent, ...more] = entries
  if (!sent) return []
  const name = clarkName(sent)
  const registered = operations.find(name, plugin) ?? operations.find(name, undefined)
  if (!registered) return [`there is no operation ${name} at this node`]
  const { request, schema, encoded } = registered
  if (encoded) return []
  if (more.length > 0) return ['Body must hold one entry, the operation.']
  const findings = await schema?.findings({
    arranging: () => (request ? request.arranging(sent, version.namespace) : sent),
    text: { element: sent, source, envelope: version.namespace, order: request?.order },
    from: 'an operator',
    slices: slices(),
    signal: endsBy(signal),
  })
  return (findings ?? []).map(lineOf)
}

function decodedAs({ body, charset }: Pick<JobDetail, 'body' | 'charset'>): string {
  try {
    return decodeText(body, charset)
  } catch {
    return ''
  }
}
