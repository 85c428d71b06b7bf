/** Reads a stream line by line, as JSON Lines has them: a line ends with a line feed and nothing else. */
import type { Readable } from 'node:stream'

/**
 * Not node:readline, which since Node.js 24 ends a line at U+2028 and U+2029 too: JSON may hold both.
 *
 * @param take  gets each line without its line feed; what follows the last one is left out
 */
export function eachLine(stream: Readable, take: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...more] = chunk.split('\n')
    rest += first
    for (const start of more) {
      take(rest)
      rest = start
    }
  })
}
