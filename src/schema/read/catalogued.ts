/** A library in which an XML catalog is asked first: by the location as it stands, by the URI that it means, and by the namespace. */
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { trimXml } from '../../xml/tree.js'
import type { XmlCatalog } from '../catalogue/xml-catalog.js'
import { FILES, type Library } from './library.js'

/** @param catalog  undefined for none */
export function catalogued<Kind extends Library>(
  library: Kind,
  catalog: XmlCatalog | undefined,
): Kind {
  if (!catalog) return library
  // What a catalog leads to is a file, whatever names it, and so is what stands beside it.
  const at = (document: string): Library => (isAbsolute(document) ? FILES : library)
  return {
    ...library,
    locate: (from, said, place) =>
      foundIn(catalog, from, said) ?? at(from).locate(from, said, place),
    text: (document, place) => at(document).text(document, place),
    named: (namespace) => catalog.find(namespace) ?? library.named(namespace),
  }
}

/** The file that a catalog says for a location, which stands in a document. */
export function foundIn(catalog: XmlCatalog, from: string, location: string): string | undefined {
  const said = trimXml(location)
  if (said === '') return undefined
  const base = isAbsolute(from) ? pathToFileURL(from).href : from
  const meant = URL.canParse(said, base) ? new URL(said, base).href : said
  return catalog.find(said) ?? catalog.find(meant)
}
