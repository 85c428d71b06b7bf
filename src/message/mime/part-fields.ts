/** The header fields of a part as they came, and as they are written: nothing in a value becomes a field of its own. */
import type { Attachment, PartField } from '../message.js'
import { MalformedMime } from './malformed.js'

const NAME = /^[!-9;-~]+$/
/** A character for each byte, none of them a control character but the tab. */
const VALUE = /^[\t -~\u0080-\u00ff]*$/

/**
 * @returns the lines of the fields, and the empty one behind them
 * @throws TypeError for a name or a value that a field cannot have
 */
export function writeFields(fields: readonly PartField[]): Buffer {
  const lines = fields.map(([name, value]) => {
    if (!NAME.test(name) || !VALUE.test(value)) {
      throw new TypeError(`no header field of an attachment can say ${name}: ${value}`)
    }
    return `${name}: ${value}\r\n`
  })
  return Buffer.from(`${lines.join('')}\r\n`, 'latin1')
}

/** The fields of an attachment that came without any. */
export function fieldsOf({ contentType, id, name }: Attachment): readonly PartField[] {
  const file =
    name &&
    Buffer.from(name, 'utf8')
      .toString('latin1')
      .replace(/(["\\])/g, '\\$1')
  return [
    ['Content-Type', contentType],
    ...(id === undefined ? [] : [['Content-ID', `<${id}>`] as const]),
    ...(file === undefined
      ? []
      : [['Content-Disposition', `attachment; filename="${file}"`] as const]),
  ]
}

const FIELD = /([!-9;-~]+[ \t]*):[ \t]*([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)(?:\r?\n|$)/y

/**
 * @param header  lines that `Headers` has read
 * @returns all but Content-Transfer-Encoding, which is the way's matter
 * @throws MalformedMime for a value with control characters, which nobody could send on
 */
export function readFields(header: Buffer): readonly PartField[] {
  const text = header.toString('latin1')
  const fields: PartField[] = []
  FIELD.lastIndex = 0
  for (let match = FIELD.exec(text); match; match = FIELD.exec(text)) {
    const [, name = '', folded = ''] = match
    // RFC 5322 §4.5: only old writers have blanks there, and readers take what follows for content.
    if (/[ \t]$/.test(name)) throw new MalformedMime('a blank before the colon of a header field')
    const value = folded.replace(/\r?\n/g, '').trimEnd()
    if (!VALUE.test(value)) throw new MalformedMime('control characters in a header field')
    if (name.toLowerCase() !== 'content-transfer-encoding') fields.push([name, value])
  }
  return fields
}
