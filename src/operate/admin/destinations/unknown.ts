/** What an operator is told who names a destination that there is not. */
import { nearest } from '../../../base/nearest-word.js'
import type { ErrorView } from '../api.js'

/** @param names  of those that there are @returns undefined for one of them */
export function unknownDestination(name: string, names: readonly string[]): ErrorView | undefined {
  if (names.includes(name)) return undefined
  return { error: `there is no destination ${name}`, hint: hintFor(name, names) }
}

function hintFor(name: string, names: readonly string[]): string {
  const meant = nearest(name, names)
  if (meant !== undefined) return `Did you mean ${meant}?`
  return names.length === 0
    ? 'The configuration has none: name the addresses of routes in destinations.'
    : `There are: ${names.join(', ')}.`
}
