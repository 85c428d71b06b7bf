/** Where in the console somebody is, as the part of the URL after `#`, so that a link leads there. */

export interface ConsoleLocation {
  /** Such as `exchanges`, then what is shown of it: `['exchanges', '019f…']`. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

/** Reads `#/exchanges/an%20id?operation=Add`; whatever it cannot read is left out. */
export function readLocation(hash: string): ConsoleLocation {
  const [before = '', after = ''] = splitOnce(hash.replace(/^#?\/?/, ''), '?')
  const path = before
    .split('/')
    .map(decoded)
    .filter((part) => part !== '')
  const query = Object.fromEntries(
    [...new URLSearchParams(after)].filter(([, text]) => text !== ''),
  )
  return { path: path.length === 0 ? ['flow'] : path, query }
}

/** What `readLocation` reads. Values that are empty or undefined are left out. */
export function linkTo(
  path: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const search = queryText(query)
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`
}

/** A query string, without its `?`. */
export function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, text] of Object.entries(query)) if (text) search.append(name, text)
  return search.toString()
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A link that was cut is shown as it is.
    return part
  }
}
