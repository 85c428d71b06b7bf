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
}
