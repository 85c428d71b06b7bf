/** Cuts long texts of strangers, and no character in two: XML has no half of a surrogate pair. */

/** @param most  UTF-16 code units that are kept */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${headOf(text, most)}…` : text
}

/** Its beginning, of so many code units or one less. */
export function headOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** Its end, likewise. */
export function tailOf(text: string, most: number): string {
  return text.slice(-most).replace(/^[\udc00-\udfff]/, '')
}
