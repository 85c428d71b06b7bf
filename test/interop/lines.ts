/** Calls and answers as lines of path and value, for clients in languages without JSON at hand. */
import type { Answer, Call } from './foreign-client.js'

/** Texts by dotted path, such as `header.mustUnderstand`. */
type Leaf = readonly [path: string, value: string]

/** @returns a line for each value: its path, a blank, and the value up to the end of the line */
export function toLines(call: Call): string {
  const { parameters, ...rest } = call
  const named = parameters.map(([name, value]): Leaf => [`parameters.${name}`, String(value)])
  return [...leavesOf(rest), ...named].map(([path, value]) => `${path} ${value}\n`).join('')
}

/** @param lines  `result`, `fault.code`, `fault.reason`, `fault.detail`, `headers.NAME` */
export function fromLines(lines: string): Answer {
  const values = new Map(
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Leaf => {
        const blank = line.indexOf(' ')
        return [line.slice(0, blank), line.slice(blank + 1)]
      }),
  )
  const result = values.get('result')
  const code = values.get('fault.code')
  return {
    ...(result !== undefined && { result }),
    ...(code !== undefined && {
      fault: {
        code,
        reason: values.get('fault.reason') ?? '',
        detail: values.get('fault.detail') ?? null,
      },
    }),
    headers: Object.fromEntries(
      [...values]
        .filter(([path]) => path.startsWith('headers.'))
        .map(([path, value]) => [path.slice('headers.'.length), value]),
    ),
  }
}

function leavesOf(value: object, above = ''): readonly Leaf[] {
  return Object.entries(value).flatMap(([name, child]): readonly Leaf[] =>
    typeof child === 'object' && child !== null
      ? leavesOf(child, `${above}${name}.`)
      : [[above + name, String(child)]],
  )
}
