/** One document of a schema set. */
import type { XmlElement } from '../xml/tree.js'

export interface SchemaDocument {
  readonly file: string
  /** As it was read: `start` of an element is an offset into it. */
  readonly text: string
  /** Its root element. No other document has an element of it. */
  readonly root: XmlElement
  /** Target namespace: its own, or that of the document that includes it; `''` for none. */
  readonly namespace: string
  /** What its `include`, `import` and `redefine` children bring in, as far as it is there. */
  readonly brings: ReadonlyMap<XmlElement, SchemaDocument>
  /**
   * What it belongs to, if that is a WSDL document: it stands in one, or is brought in by one (`wsdl`), or
   * was made of the messages of one (`made`): then it stands in no file; or it is a standard schema, which is built in
   * (`known`). Such documents refer to each other without importing, as many contracts do.
   */
  readonly origin?: 'wsdl' | 'made' | 'known' | undefined
  /**
   * Of one that was made: names that entries of rpc messages have, by the names that it declares them under. Another
   * document declares an element of the same name, which is no entry and is referred to as before.
   */
  readonly entries?: ReadonlyMap<string, string> | undefined
}

/** A schema that was made, not read. */
export interface MadeDocument {
  /** Stands where a document has its file. */
  readonly name: string
  readonly text: string
}
