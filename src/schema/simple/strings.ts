/** Characters of a text, as XML counts them. */

/** §4.3.1: of strings, "length is measured in units of characters": a pair of surrogates is one. */
export function characters(text: string): number {
  let pairs = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 0xd800 && code <= 0xdbff) pairs += 1
  }
  return text.length - pairs
}
