/** Text of peers, and addresses, as a problem shows them: short, one line, printable, and without a password. */
import { printable } from '../../base/printable.js'

const MAX_LENGTH = 200

/** A peer may have written it. */
export function shown(text: string): string {
  const short = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
  return printable(short.replace(/\s+/g, ' '))
}

/** A URL may have a password in it. */
export function withoutUser(to: string): string {
  return to.replace(/\/\/[^/@]*@/, '//')
}

/** One of something, or several of them: the singular gets an `s`. */
export function counted(count: number, singular: string): string {
  return `${count} ${singular}${count === 1 ? '' : 's'}`
}

const UNITS: readonly (readonly [string, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** A length of time for people, in the largest unit of which there are two: such as `15 minutes`. */
export function spanText(milliseconds: number): string {
  const [unit, each] = UNITS.find(([, one]) => milliseconds >= 2 * one) ?? ['second', 1_000]
  return counted(Math.round(milliseconds / each), unit)
}
