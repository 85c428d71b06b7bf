/** The components of a schema with what is compiled of them: validates elements, any number at a time. */
import type { XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import type { SchemaComponents } from '../components.js'
import type { Fold, Validated } from './assessed.js'
import { SchemaTables } from './tables.js'
import { Validation } from './walk.js'

export class CompiledSchema {
  readonly components: SchemaComponents
  readonly #tables: SchemaTables

  constructor(components: SchemaComponents) {
    this.components = components
    this.#tables = new SchemaTables(components)
  }

  /**
   * @param element  validated by its global declaration, or else by `xsi:type`; cvc-elt.1 if there is neither
   * @param fold     called for each element once all in it is known; children first
   * @param source   the text that the element was read from: then findings have line and column
   */
  validating<Value>(
    element: XmlElement,
    fold?: Fold<Value> | undefined,
    source?: string | undefined,
  ): Walk<Validated<Value>> {
    return new Validation(this.#tables, element, fold, source).run()
  }
}
