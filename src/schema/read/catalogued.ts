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
    locate: (from, location, referrer) =>
      foundIn(catalog, from, location) ?? at(from).locate(from, location, referrer),
    text: (document, referrer) => at(document).text(document, referrer),
    named: (namespace) => catalog.find(namespace) ?? library.named(namespace),
  }
}

/** The file that a catalog says for a location, which stands in a document. */
export function foundIn(catalog: XmlCatalog, from: string, location: string): string | undefined {
  const uri = trimXml(location)
  if (uri === '') return undefined
  const base = isAbsolute(from) ? pathToFileURL(from).href : from
  const meant = URL.canParse(uri, base) ? new URL(uri, base).href : uri
  return catalog.find(uri) ?? catalog.find(meant)
}
