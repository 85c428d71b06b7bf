/** An element that is being validated, and how far its content has come. */
import type { Included } from '../../xml/binary.js'
import type { NamespaceScope } from '../../xml/tree.js'
import type { ElementDeclaration, SimpleType } from '../components.js'
import type { Matching } from '../content/index.js'
import type { AssessedAttribute, AssessedChild } from './assessed.js'
import type { CompiledType } from './compiled-type.js'
import type { Judged } from './report.js'

export interface Frame<Value> extends Judged {
  readonly parent: Frame<Value> | undefined
  readonly declaration: ElementDeclaration | undefined
  /** What let it in; undefined for a wildcard. */
  readonly particle: ElementDeclaration | undefined
  /** What it is assessed by: anyType where nothing says what it is. */
  type: CompiledType
  /** False where nothing says what it is. */
  typed: boolean
  nil: boolean
  /** Takes its children; undefined if it may have none. */
  matching: Matching | undefined
  /** The index of the next child. */
  next: number
  /** True once a finding is about its content as a whole: more of them would follow from it. */
  broken: boolean
  /** Of simple content, once it is known. */
  text: string | undefined
  /** The scope of prefixes in the text: that of the schema, for a default. */
  scope: NamespaceScope
  /** The type of the text, if the text is of it. */
  simple: SimpleType | undefined
  /** The bytes that stand for the text, in place of it. */
  included: Included | undefined
  /** True while identity constraints ask for its value. */
  readonly keyed: boolean
  attributes: readonly AssessedAttribute[]
  /** undefined if nobody asks for values. */
  readonly children: (AssessedChild<Value> | string)[] | undefined
}
