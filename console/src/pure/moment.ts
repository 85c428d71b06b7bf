/** Reads the moments that a search asks for, as the API does: a span ago, a date, or milliseconds since 1970. */

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** @returns milliseconds since 1970; undefined for what cannot be read */
export function momentIn(text: string | undefined, now: number): number | undefined {
  if (text === undefined || text === '') return undefined
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (amount !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0)
  if (/^\d{11,15}$/.test(text)) return Number(text)
  const withZone = /T[^Z+-]+$/.test(text) ? `${text}Z` : text
  const at = Date.parse(withZone)
  return Number.isNaN(at) ? undefined : at
}
