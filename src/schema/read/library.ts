/** Where the documents of a schema set are looked for. */
import { localFile, type Referrer, readText } from './location.js'

export interface Library {
  /**
   * @param from   the document that names another one
   * @param said   the location, as it stands
   * @param place  where it stands
   * @returns the document; undefined where there is none
   * @throws InvalidSchema for a location that is refused
   */
  locate(from: string, location: string, referrer?: Referrer): string | undefined
  /**
   * @param place  where it is asked for; undefined for the first one, which must be there
   * @returns undefined if it is missing
   * @throws InvalidSchema if it cannot be read
   */
  text(document: string, referrer: Referrer): string | undefined
  /** The document of a namespace, where no location leads to one; undefined where there is none. */
  named(namespace: string): string | undefined
}

/** Files, by their absolute paths. */
export const FILES: Library = { locate: localFile, text: readText, named: () => undefined }
