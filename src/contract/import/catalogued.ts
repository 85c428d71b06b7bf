/** A contract that is imported with an XML catalog: what that leads to is copied with it. */
import { readFileSync } from 'node:fs'
import { isAbsolute, parse } from 'node:path'
import type { XmlCatalog } from '../../schema/catalogue/xml-catalog.js'
import { catalogued } from '../../schema/read/catalogued.js'
import type { ImportSource } from './source.js'

/** @param catalog  undefined for none */
export function importing(source: ImportSource, catalog: XmlCatalog | undefined): ImportSource {
  if (!catalog) return source
  return {
    ...catalogued(source, catalog),
    bytes: (document) => (isAbsolute(document) ? readFileSync(document) : source.bytes(document)),
    // Among what was fetched, what is a file is one of the catalog.
    wanted: (document) =>
      isAbsolute(document) && !isAbsolute(source.main)
        ? parse(document).base
        : source.wanted(document),
  }
}
