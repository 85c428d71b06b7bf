/** Makes the node tables of an element once all in it is known, and looks up what refers to them (§3.11.4). */
import type { XmlElement } from '../../xml/tree.js'
import { ELEMENT, type Pace, type Walk } from '../../xml/walk.js'
import { KeyTable } from './key-table.js'
import type { Level } from './level.js'
import type { ConstraintScope } from './scope.js'

/** Says what is wrong with an element. */
export type Refuse = (element: XmlElement, clause: string, sentence: string, found?: string) => void

export function* settling(level: Level, refuse: Refuse, pace: Pace): Walk<void> {
  level.tables ??= new Map()
  const { scopes, tables } = level
  for (const { constraint, nodes } of scopes) {
    if (constraint.kind === 'keyref') continue
    const table = tables.get(constraint) ?? new KeyTable()
    table.own(nodes)
    tables.set(constraint, table)
  }
  for (const { constraint, references } of scopes) {
    const table = constraint.refer && tables.get(constraint.refer)
    for (const { key, element, shown } of references) {
      if (pace.done(ELEMENT)) yield
      // cvc-identity-constraint.4.3: what a keyref selects must be in the node table of its key.
      if (table?.has(key)) continue
      const sentence = `The keyref ${constraint.local} refers to a key that is not there.`
      refuse(element, 'cvc-identity-constraint.4.3', sentence, shown)
    }
  }
}

/**
 * Gives the parent of an element those tables of it that are asked for farther out.
 *
 * @param above  constraints of the elements around it
 */
export function handUp(
  { tables }: Level,
  above: readonly ConstraintScope[],
  parent: Level | undefined,
): void {
  if (!tables || !parent) return
  for (const [constraint, table] of tables) {
    if (!above.some((scope) => scope.constraint.refer === constraint)) continue
    table.settle()
    parent.tables ??= new Map()
    const existing = parent.tables.get(constraint)
    if (existing) existing.merge(table)
    else parent.tables.set(constraint, table)
  }
}
