/** What `waybill call` prints: named results, what is known of an accepted message, faults, the path. */
import { printable, printableJson } from '../../base/printable.js'
import type { Answer } from '../../client/answer.js'
import type { FaultAnswer } from '../../client/fault-answer.js'
import { readVisits, TRACE } from '../../message/way/visits.js'
import type { Value } from '../../plugin.js'
import { FAULT_NAMESPACE } from '../../soap/fault.js'
import { childElements, clarkName, elementText, isNamed, type XmlElement } from '../../xml/tree.js'
import { writeElement } from '../../xml/write.js'
import { pathTree } from './path-tree.js'

/** How an answer is to be shown. */
export interface Shown {
  readonly raw: boolean
  readonly json: boolean
  /** Whether the path is shown. */
  readonly path: boolean
  /** Id of the trace that the message belongs to. */
  readonly trace: string
}

export function showAnswer(answer: Answer, shown: Shown): void {
  const { text, values, replied, acceptance, attachments } = answer
  const { raw, json, trace } = shown
  const { kind: _, ...more } = acceptance ?? { kind: 'accepted' }
  const existing = { ...more, trace }
  if (raw) print(text === '' ? '' : `${text}\n`)
  else if (json) print(`${jsonOf(replied ? values : { accepted: true, ...existing })}\n`)
  else if (replied) print(lines(values))
  else print(`accepted\n${lines(existing)}`)
  if (!raw && !json) print(attachments.map(attachmentLine).join(''))
}

function attachmentLine({ id, name, contentType, content }: Answer['attachments'][number]): string {
  const called = name ?? id ?? ''
  return `${printable(`attachment ${called} (${contentType}, ${content.size} bytes)`)}\n`
}

function lines(values: { readonly [name: string]: Value }): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${printable(name)}=${line(value)}\n`)
    .join('')
}

/** On standard output, for programs; people read it on standard error. */
export function showFault(fault: FaultAnswer, { raw, json }: Shown): void {
  if (raw) print(`${fault.text}\n`)
  else if (json) {
    const { code, codes, reason, actor, role } = fault
    const detail = detailOf(fault).map((entry) => writeElement(entry))
    const exchange = exchangeOf(fault)
    print(`${jsonOf({ fault: { code, codes, reason, actor, role, detail, exchange } })}\n`)
  }
}

/** A fault for people: its detail below it, and the id by which the operator of the node finds it. */
export function faultLines(fault: FaultAnswer): string {
  const { codes, reason, actor, role } = fault
  const where = [...(actor ? [`from ${actor}`] : []), ...(role ? [`as ${role}`] : [])]
  const from = where.length === 0 ? '' : ` (${where.join(' ')})`
  const exchange = exchangeOf(fault)
  return [
    `Fault ${codes.join(' / ')}: ${reason}${from}`,
    ...detailOf(fault)
      .filter((entry) => !isExchange(entry))
      .map((entry) => `  ${entryLine(entry)}`),
    ...(exchange === undefined ? [] : [`  exchange: ${exchange}`]),
  ]
    .map((text) => `${printable(text)}\n`)
    .join('')
}

/** Details of an error of the Body are in the fault, those of an error of Header in header blocks. */
function detailOf({ detail = [], headers }: FaultAnswer): readonly XmlElement[] {
  const blocks = headers.filter(
    ({ namespace, local }) => namespace === FAULT_NAMESPACE || local === 'FaultDetail',
  )
  return [...detail, ...blocks]
}

function exchangeOf(fault: FaultAnswer): string | undefined {
  const found = detailOf(fault).find(isExchange)
  return found && elementText(found)
}

function isExchange(entry: XmlElement): boolean {
  return isNamed(entry, FAULT_NAMESPACE, 'Exchange')
}

function entryLine(entry: XmlElement): string {
  const text = elementText(entry)
  if (childElements(entry).length > 0 || entry.attributes.length > 0) return writeElement(entry)
  return text === '' ? entry.local : `${entry.local}: ${text}`
}

/** With --raw and --json, standard output has only what a program reads. */
export function showPath(headers: readonly XmlElement[], replied: boolean, shown: Shown): void {
  const { path, trace, raw, json } = shown
  if (!path) return
  const block = headers.find((header) => clarkName(header) === TRACE)
  const out = raw || json ? process.stderr : process.stdout
  out.write(
    replied
      ? pathTree(block ? readVisits(block) : [])
      : `path: not known yet, as the message was only accepted. Nodes on its way log it with traceId
${trace}, and waybill find ${trace} shows there what happened to it.\n`,
  )
}

function print(text: string): void {
  process.stdout.write(text)
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
