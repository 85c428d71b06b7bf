/** Which causes count as one: those that differ only in numbers, names with digits and quoted text. */

const MAX_CAUSE_LENGTH = 500
const MAX_LENGTH = 120

/** @returns the cause with `…` for what it quotes and `#` for each word with a digit; at most 120 characters */
export function alike(cause: string): string {
  return cause
    .slice(0, MAX_CAUSE_LENGTH)
    .replace(/"[^"]*"|'[^']*'/g, '…')
    .replace(/[\w.-]+/g, (word) => (/\d/.test(word) ? '#' : word))
    .slice(0, MAX_LENGTH)
}
