/** One figure that is read at a glance, with its course over time below it. */
import type { ComponentChildren } from 'preact'

export function Tile({
  name,
  link,
  value,
  more,
  tone,
  children,
}: {
  readonly name: string
  /** Where more is shown of it. */
  readonly link?: string
  readonly value: string
  readonly more: string
  readonly tone?: 'bad' | 'warn' | undefined
  readonly children?: ComponentChildren
}) {
  return (
    <div class={`tile ${tone ?? ''}`}>
      <p class="tile-name">{link === undefined ? name : <a href={link}>{name}</a>}</p>
      <p class="tile-value number">{value}</p>
      <p class="tile-more">{more}</p>
      {children}
    </div>
  )
}
