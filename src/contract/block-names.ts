/** What header blocks of a contract are called by handlers and callers: by their local names, if those tell them apart. */
import { type ClarkName, parseClarkName } from '../xml/tree.js'
import type { ContractHeader } from './contract.js'

/** @returns the elements by what they are called; the second one of a local name is called by its whole name */
export function blockNames(headers: readonly ContractHeader[]): ReadonlyMap<string, ClarkName> {
  const names = new Map<string, ClarkName>()
  for (const { element } of headers) {
    if ([...names.values()].includes(element)) continue
    const { local } = parseClarkName(element)
    names.set(names.has(local) ? element : local, element)
  }
  return names
}
