/** What all checks of one walk share: the schema, the findings, and what is known of the whole element. */
import type { NamespaceScope, XmlElement } from '../../xml/tree.js'
import type { ElementDeclaration } from '../components.js'
import type { CompiledType } from './compiled-type.js'
import { Ids } from './ids.js'
import { Report } from './report.js'
import type { SchemaTables } from './tables.js'

/** An `xsi:type` that was found right: those of its siblings are often the same. */
export interface NamedType {
  readonly text: string
  readonly scope: NamespaceScope
  readonly declaration: ElementDeclaration | undefined
  readonly type: CompiledType
}

export class Assessment {
  readonly tables: SchemaTables
  readonly report: Report
  readonly ids: Ids
  /** The last one. */
  named: NamedType | undefined

  constructor(tables: SchemaTables, root: XmlElement, source: string | undefined) {
    this.tables = tables
    this.report = new Report(root, source)
    this.ids = new Ids(tables.components, this.report)
  }
}
