/** Writes the header of a part; nothing in a value becomes a field of its own. */
import type { PartField } from '../message/message.js'

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
