/** Where the documents of a contract are looked for: in the XML catalog that is given, then where they are named. */
import { XmlCatalog } from '../../../schema/catalogue/xml-catalog.js'
import { catalogued } from '../../../schema/read/catalogued.js'
import { FILES, type Library } from '../../../schema/read/library.js'
import { attempt } from './refusal.js'

/**
 * @param catalog  absolute path of an XML catalog
 * @throws WaybillError WAYBILL_CONTRACT_INVALID if it is none
 */
export function filesWith(catalog: string | undefined): Library {
  return catalogued(FILES, openCatalog(catalog))
}

/** As `filesWith`; undefined for none. */
export function openCatalog(catalog: string | undefined): XmlCatalog | undefined {
  return catalog === undefined ? undefined : attempt(() => new XmlCatalog(catalog))
}
