/** Text of strangers made safe for a terminal: nothing in it moves a cursor, ends a line or turns text. */

// JSON escapes what is below U+0020. The rest of what moves a cursor, turns the direction of text or
// ends a line: DEL and C1 controls, line and paragraph separators, bidi controls.
const BEYOND_JSON =
  /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** Makes a line of JSON safe; it stays the same JSON. */
export function printableJson(line: string): string {
  return line.replace(BEYOND_JSON, escapeCharacter)
}

/** Makes any text safe, and one line. */
export function printable(text: string): string {
  return printableJson(text.replace(/\p{Cc}/gu, escapeCharacter))
}

/** Makes each line of a text safe; line feeds and tabs stay. */
export function printableLines(text: string): string {
  return printableJson(text.replace(/(?![\n\t])\p{Cc}/gu, escapeCharacter))
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
