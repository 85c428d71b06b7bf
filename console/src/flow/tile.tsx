/** One figure that is read at a glance, with its course over time below it. */
import type { ComponentChildren } from 'preact'

export function Tile({
  name,
  value,
  more,
  tone,
  children,
}: {
  readonly name: string
  readonly value: string
  readonly more: string
  readonly tone?: 'bad' | 'warn' | undefined
  readonly children?: ComponentChildren
}) {
  return (
    <div class={`tile ${tone ?? ''}`}>
      <p class="tile-name">{name}</p>
      <p class="tile-value number">{value}</p>
      <p class="tile-more">{more}</p>
      {children}
    </div>
  )
}
