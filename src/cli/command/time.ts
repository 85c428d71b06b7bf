/** Reads a length of time from the command line, such as 30s. */
import { InvalidArgumentError } from 'commander'
import { readTime } from '../../base/units.js'

/** @param most  milliseconds; what is read is milliseconds, too */
export function time(most: number): (text: string) => number {
  return (text) => {
    try {
      return readTime(text, { least: 1, most })
    } catch (error) {
      throw error instanceof TypeError ? new InvalidArgumentError(error.message) : error
    }
  }
}
