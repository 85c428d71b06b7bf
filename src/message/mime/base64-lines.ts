/** Writes bytes in base64 as they come, in lines of 76 characters (RFC 2045 §6.8). */

/** Bytes that make a line. */
const LINE = 57

/** Bytes that so many have in base64, with CRLF at the end of each line. */
export function linesLength(bytes: number): number {
  return 4 * Math.ceil(bytes / 3) + 2 * Math.ceil(bytes / LINE)
}

export async function* base64Lines(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const bytes of source) {
    const come = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const all = rest.length === 0 ? come : Buffer.concat([rest, come])
    const whole = all.length - (all.length % LINE)
    if (whole > 0) yield linesOf(all.subarray(0, whole))
    rest = all.subarray(whole)
  }
  if (rest.length > 0) yield linesOf(rest)
}

function linesOf(bytes: Buffer): Buffer {
  const text = bytes.toString('base64')
  const lines: string[] = []
  for (let at = 0; at < text.length; at += 76) lines.push(text.slice(at, at + 76))
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}
