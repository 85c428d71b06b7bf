/** What a drawing needs of the page: how wide it may be, and how wide a text is in it. */
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Left and right of a drawing, within what scrolls. */
const PADDING = 16

/** @returns what the drawing stands in, and the pixels that it may be wide */
export function useRoom(): readonly [RefObject<HTMLElement | null>, number] {
  const container = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(() => Math.max(240, innerWidth - 64))
  useEffect(() => {
    const box = container.current
    if (!box) return
    const measure = () => {
      if (box.clientWidth > 0) setRoom(Math.max(240, box.clientWidth - PADDING))
    }
    measure()
    const sized = new ResizeObserver(measure)
    sized.observe(box)
    return () => sized.disconnect()
  }, [])
  return [container, room]
}

/** As the style sheet has them. */
const FONTS = {
  text: '13px',
  strong: '600 13px',
  small: '12px',
} as const

type Font = keyof typeof FONTS

let canvas: CanvasRenderingContext2D | null | undefined

/** Pixels that a text takes in a drawing. */
export function widthOf(text: string, font: Font = 'text'): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length * 8
  canvas.font = `${FONTS[font]} ${getComputedStyle(document.body).fontFamily}`
  return canvas.measureText(text).width
}

/** A text as far as there is room for it, with an ellipsis at its end if that is not all of it. */
export function fitting(text: string, room: number, font: Font = 'text'): string {
  return longest(text, (kept) => `${text.slice(0, kept)}…`, { room, font })
}

/** As `fitting`, with the ellipsis in its middle: names and URLs often differ at their ends. */
export function fittingEnds(text: string, room: number, font: Font = 'text'): string {
  const ends = (kept: number) => {
    const head = Math.ceil(kept / 2)
    return `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`
  }
  return longest(text, ends, { room, font })
}

/** @param shortened  the text with so many of its characters */
function longest(
  text: string,
  shortened: (kept: number) => string,
  { room, font }: { readonly room: number; readonly font: Font },
): string {
  if (widthOf(text, font) <= room) return text
  let [low, high] = [0, text.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (widthOf(shortened(middle), font) <= room) low = middle
    else high = middle - 1
  }
  return shortened(low)
}
