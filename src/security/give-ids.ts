/** Gives ids to the parts of a message that have none, and touches nothing else of them. */
import { randomId } from '../base/time.js'
import type { Cut } from '../xml/splice.js'
import { inScope, type XmlElement } from '../xml/tree.js'
import { SOAP_SEC, WSU } from './names.js'
import { partId } from './part-names.js'
import type { Form } from './verdict.js'

/** WSS 1.1 §4.2, SOAP-DSIG §2.3 */
const ATTRIBUTES: Readonly<Record<Form, readonly [string, string, string]>> = {
  wss: [WSU, 'wsu', 'Id'],
  'soap-dsig': [SOAP_SEC, 'SOAP-SEC', 'id'],
}

/** An id that no message has yet. */
export function newPartId(local: string): string {
  return `${local}-${randomId()}`
}

export function giveIds(parts: readonly XmlElement[], form: Form): readonly Cut[] {
  return parts.filter((part) => partId(part) === undefined).map((part) => giveId(part, form))
}

function giveId(part: XmlElement, form: Form): Cut {
  const [namespace, usual, local] = ATTRIBUTES[form]
  const bound = inScope(part.scope)
  const declared = [...bound].find(([prefix, name]) => prefix !== '' && name === namespace)?.[0]
  const prefix = declared ?? unused(usual, bound)
  const declaration = declared === undefined ? ` xmlns:${prefix}="${namespace}"` : ''
  const at = part.start + 1 + (part.prefix === '' ? 0 : part.prefix.length + 1) + part.local.length
  return {
    start: at,
    end: at,
    insert: `${declaration} ${prefix}:${local}="${newPartId(part.local)}"`,
  }
}

function unused(usual: string, bound: ReadonlyMap<string, string>): string {
  let prefix = usual
  for (let n = 1; bound.has(prefix); n += 1) prefix = usual + n
  return prefix
}
