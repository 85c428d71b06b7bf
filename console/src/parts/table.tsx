/** A table that scrolls by itself, and the titles of its columns. */
import type { ComponentChildren } from 'preact'
import { Scroll } from './scroll.js'

/** Title of a column, the classes of its cells, and what is reported about it to who points at it. */
export type Column = string | readonly [title: string, kind: string, about?: string]

export function Table({
  label,
  kind = '',
  columns,
  before,
  children,
}: {
  readonly label: string
  /** Class of the table. */
  readonly kind?: string
  readonly columns: readonly Column[]
  /** Cell before all titles. */
  readonly before?: ComponentChildren
  /** Its rows. */
  readonly children: ComponentChildren
}) {
  return (
    <Scroll label={label}>
      <table class={kind}>
        <Titles of={columns} before={before} />
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  )
}

export function Titles({
  of: columns,
  before,
}: {
  readonly of: readonly Column[]
  readonly before?: ComponentChildren
}) {
  return (
    <thead>
      <tr>
        {before}
        {columns.map((column, index) => {
          const [title, kind, about] = typeof column === 'string' ? [column, ''] : column
          return (
            <th scope="col" class={kind} title={about} key={`${index} ${title}`}>
              {title}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
