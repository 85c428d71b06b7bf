/** What all checks of one walk share: the schema, the findings, and what is known of the whole element. */
import type { XmlElement } from '../../xml/tree.js'
import { Ids } from './ids.js'
import { Report } from './report.js'
import type { SchemaTables } from './tables.js'

export class Assessment {
  readonly tables: SchemaTables
  readonly report: Report
  readonly ids: Ids

  constructor(tables: SchemaTables, root: XmlElement, source: string | undefined) {
    this.tables = tables
    this.report = new Report(root, source)
    this.ids = new Ids(tables.components, this.report)
  }
}
