/** Reads percent-encoded text (RFC 3986 §2.1), which strangers may have written wrongly. */

/** @returns undefined where it is not UTF-8; a text that has a bare `%` is taken as it is */
export function percentDecoded(text: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return text
  const bytes = percentBytes(text)
  const decoded = bytes.toString()
  return Buffer.from(decoded).equals(bytes) ? decoded : undefined
}

/** The bytes that a text stands for, whatever they mean. */
export function percentBytes(text: string): Buffer {
  const portions = text
    .split(/((?:%[0-9A-Fa-f]{2})+)/)
    .map((part, index) =>
      Buffer.from(
        index % 2 === 0 ? part : part.replaceAll('%', ''),
        index % 2 === 0 ? 'utf8' : 'hex',
      ),
    )
  return Buffer.concat(portions)
}
