/** Reads docs/clients.md: the lines that it prints for each client, and its tables. */
import { readFile } from 'node:fs/promises'
import type { VersionName } from '../../src/transport.js'

const page = await readFile(new URL('../../../docs/clients.md', import.meta.url), 'utf8')
const DOCUMENTED_URL = 'http://127.0.0.1:8080/soap'

/** What a section of the page says of its client. */
export interface Section {
  readonly name: string
  /** The name of the file with the source. */
  readonly file: string
  readonly source: string
  readonly commands: string
  /** What becomes what for SOAP 1.2, in the source or in the commands. */
  readonly change: readonly [from: string, to: string] | undefined
  /** True if the node needs `soap.lenient` for SOAP 1.2. */
  readonly lenient: boolean
}

export const sections: readonly Section[] = page.split(/^## /m).flatMap((text) => {
  const [, file, source] = /^`(.+)`:\n\n```\w+\n([\s\S]*?)```$/m.exec(text) ?? []
  const [, commands] = /^```sh\n([\s\S]*?)```$/m.exec(text) ?? []
  if (file === undefined || source === undefined || commands === undefined) return []
  const [, from, to, more] = /^- For SOAP 1\.2, `(.+?)` becomes `(.+?)`(.*)/m.exec(text) ?? []
  return [
    {
      name: text.slice(0, text.indexOf('\n')),
      file,
      source,
      commands,
      change: from === undefined || to === undefined ? undefined : [from, to],
      lenient: more?.includes('`soap.lenient`') ?? false,
    },
  ]
})

/** The lines of a section for a version of SOAP and another URL. */
export function linesFor(section: Section, soap: VersionName, url: string): Section {
  const [from, to] = soap === '1.1' ? [] : (section.change ?? [])
  const changed = (text: string) =>
    from === undefined || to === undefined ? text : text.replace(from, to)
  return {
    ...section,
    source: changed(section.source).replace(DOCUMENTED_URL, url),
    commands: changed(section.commands),
  }
}

/** @returns the cells of each row of the table with these columns, without blanks and code marks */
export function rowsOf(...columns: readonly string[]): readonly (readonly string[])[] {
  const start = page.indexOf(`| ${columns.join(' | ')} |\n`)
  if (start < 0) throw new Error(`there is no table of ${columns.join(', ')}`)
  const [table = ''] = page.slice(start).split('\n\n', 1)
  const rows = table.trimEnd().split('\n').slice(2)
  return rows.map((row) =>
    row
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replaceAll('`', '')),
  )
}
