/** A part of the page that scrolls by itself, and is reached by keys for that. */
import type { ComponentChildren, RefObject } from 'preact'

export function Scroll({
  label,
  kind = '',
  box,
  onScroll,
  children,
}: {
  readonly label: string
  /** Class beside `scroll`. */
  readonly kind?: string
  readonly box?: RefObject<HTMLElement | null>
  readonly onScroll?: (top: number) => void
  readonly children: ComponentChildren
}) {
  return (
    <section
      class={`scroll ${kind}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
      {...(box === undefined ? {} : { ref: box })}
      onScroll={(event) => onScroll?.(event.currentTarget.scrollTop)}
    >
      {children}
    </section>
  )
}
