/** Reads a time from the command line. */
import { InvalidArgumentError } from 'commander'

export function seconds(text: string): number {
  const number = Number(text)
  if (number > 0 && number <= 86_400) return number
  throw new InvalidArgumentError('expected a number of seconds')
}
