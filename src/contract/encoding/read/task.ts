/** What the parts of the reading share: a compound that is to be filled, and who reads the accessors in it. */
import type { Mappings } from '../../../schema/values/index.js'
import type { Value } from '../../../schema/values/value.js'
import type { XmlElement } from '../../../xml/tree.js'
import type { Pace } from '../../../xml/walk.js'
import type { Dialect } from '../dialect.js'
import type { Form, Forms } from '../forms.js'
import type { Node } from './ids.js'
import type { Location } from './problem.js'
import type { References } from './references.js'
import type { Record, Slot } from './slot.js'
import type { Texts } from './texts.js'

/** A compound whose object is there, and whose content is still to be read. */
export interface Task<Made extends Form = Form, Content = Record | Value[]> extends Node {
  readonly form: Made
  readonly value: Content
  readonly location: Location
}

export interface ReadingParts {
  readonly forms: Forms
  readonly mappings: Mappings
  readonly texts: Texts
  readonly references: References
  /** Namespace of the envelope. */
  readonly envelope: string
  readonly pace: Pace
}

export interface Accessors {
  readonly parts: ReadingParts
  /**
   * Puts the value of an accessor into its slot, at once or later.
   *
   * @returns characters of work
   */
  accessor(sent: XmlElement, around: Dialect, declared: Form, slot: Slot): number
  /** Counts places of an array that are null since they were left out. */
  omit(count: number, location: Location): void
}
