/** A table of any length, of which only those rows exist that are seen. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Scroll } from './scroll.js'

/** Rows above and below what is seen, so that the focus can go on. */
const AROUND = 12

export function VirtualTable<Row>({
  rows,
  height,
  head,
  row,
  label,
  onNearEnd,
}: {
  readonly rows: readonly Row[]
  /** Pixels of a row. */
  readonly height: number
  readonly head: ComponentChildren
  readonly row: (row: Row, index: number) => ComponentChildren
  readonly label: string
  readonly onNearEnd: () => void
}) {
  const box = useRef<HTMLElement>(null)
  const [first, setFirst] = useState(0)
  const [seen, setSeen] = useState(30)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const sized = new ResizeObserver(() => setSeen(Math.ceil(element.clientHeight / height)))
    sized.observe(element)
    return () => sized.disconnect()
  }, [height])
  const from = Math.max(0, Math.min(first, rows.length - seen) - AROUND)
  const until = Math.min(rows.length, first + seen + AROUND)
  useEffect(() => {
    if (until >= rows.length - seen) onNearEnd()
  }, [until, rows.length, seen])
  return (
    <Scroll
      kind="virtual"
      box={box}
      label={label}
      onScroll={(top) => setFirst(Math.floor(top / height))}
    >
      <table class="entries" aria-rowcount={rows.length + 1}>
        {head}
        <tbody>
          <Space pixels={from * height} />
          {rows.slice(from, until).map((one, index) => row(one, from + index))}
          <Space pixels={(rows.length - until) * height} />
        </tbody>
      </table>
    </Scroll>
  )
}

function Space({ pixels }: { readonly pixels: number }) {
  if (pixels <= 0) return null
  return (
    <tr class="space">
      <td colSpan={8} style={{ height: `${pixels}px` }} />
    </tr>
  )
}
