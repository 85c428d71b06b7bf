/** How commands print results: aligned for people, one JSON object per line for programs. */
import { momentOf } from '../../base/moment.js'
import { printable, printableJson } from '../../base/printable.js'
import type { Finding } from '../../message/finding.js'
import { toned, toneOf } from './style.js'

/** In a terminal, a cell is as wide as it needs to be, up to this many characters. */
const WIDEST = 60

/** Prints rows below their headings, with text from peers made safe for a terminal. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const cells = [headings, ...rows.map((row) => row.map((cell) => clip(printable(cell))))]
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => lengthOf(row[column] ?? ''))),
  )
  const line = (row: readonly string[], index: number) =>
    row
      .map((cell, column) => {
        const shown = toned(cell, index === 0 ? 'strong' : toneOf(cell))
        const last = column === row.length - 1
        return last ? shown : shown + ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
      })
      .join('  ')
      .trimEnd()
  process.stdout.write(cells.map((row, index) => `${line(row, index)}\n`).join(''))
}

/** Prints names with their full values; those without a value are left out. */
export function printFields(fields: readonly (readonly [string, string | undefined])[]): void {
  const existing = fields.filter(([, value]) => value !== undefined)
  const width = Math.max(...existing.map(([name]) => name.length))
  for (const [name, value = ''] of existing) {
    const shown = toned(printable(value), name === 'state' ? toneOf(value) : undefined)
    process.stdout.write(`${toned(name.padEnd(width), toneOf(name) ?? 'weak')}  ${shown}\n`)
  }
}

/** Prints an object as one line of JSON, in which no key is left out. */
export function printJson(object: object): void {
  process.stdout.write(jsonLine(object))
}

/** What `printJson` prints. */
export function jsonLine(object: object): string {
  const json = JSON.stringify(object, (_key, value: unknown) => value ?? null)
  return `${printableJson(json)}\n`
}

/** Prints a note for the person at the terminal on standard error; standard output is for programs. */
export function note(sentence: string): void {
  const shown = printable(sentence).replace(/^(error|warning|note):/, (word, level: string) =>
    toned(word, toneOf(level), process.stderr),
  )
  process.stderr.write(`${shown}\n`)
}

/** Prints what was found, and what to do about it, on standard error. */
export function printFinding({ level, key, sentence, remedy }: Finding): void {
  note(`${level}: ${key}: ${sentence}`)
  if (remedy !== undefined) note(`  ${remedy}`)
}

/** A moment in UTC to the second, as the options take it; a dash if there is none. */
export function moment(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '-' : momentOf(milliseconds)
}

/** A length of time in its two largest units, as in `2h 5m`. */
export function span(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit))
  if (days) return `${days}d ${(hours ?? 0) % 24}h`
  if (hours) return `${hours}h ${(minutes ?? 0) % 60}m`
  if (minutes) return `${minutes}m ${seconds % 60}s`
  return `${seconds}s`
}

/** Cuts a text for a terminal; what goes into a file or a pipe is whole. */
export function clip(text: string, most = WIDEST): string {
  if (!process.stdout.isTTY) return text
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

function lengthOf(text: string): number {
  return [...text].length
}
