/** Draws vertical lines with a word over a chart, for moments at which something changed. */
import type uPlot from 'uplot'

export interface ChartMark {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: string
}

/** Pixels of the screen that a word takes; one that would lie over another is left out. */
const WORD = 48

/** Of lines and words, and of what is behind a word. */
interface MarkColours {
  readonly line: string
  readonly ground: string
}

/** @param marks  asked at each drawing */
export function marksPlugin(
  marks: () => readonly ChartMark[],
  { line, ground }: MarkColours,
): uPlot.Plugin {
  return {
    hooks: {
      draw(plot) {
        const { ctx, bbox } = plot
        const ratio = devicePixelRatio
        ctx.save()
        ctx.strokeStyle = line
        ctx.lineWidth = ratio
        ctx.font = `${10 * ratio}px system-ui, sans-serif`
        ctx.textBaseline = 'top'
        ctx.setLineDash([3 * ratio, 3 * ratio])
        let free = Number.NEGATIVE_INFINITY
        for (const { at, kind } of marks()) {
          const x = Math.round(plot.valToPos(at / 1000, 'x', true))
          if (x < bbox.left || x > bbox.left + bbox.width) continue
          ctx.beginPath()
          ctx.moveTo(x, bbox.top)
          ctx.lineTo(x, bbox.top + bbox.height)
          ctx.stroke()
          if (x < free) continue
          // A word at the right edge stands before its line.
          const isLast = x + WORD * ratio > bbox.left + bbox.width
          const start = isLast ? x - 2 * ratio : x + 2 * ratio
          const { width } = ctx.measureText(kind)
          ctx.textAlign = isLast ? 'right' : 'left'
          ctx.fillStyle = ground
          ctx.fillRect(isLast ? start - width : start, bbox.top, width, 11 * ratio)
          ctx.fillStyle = line
          ctx.fillText(kind, start, bbox.top)
          free = x + WORD * ratio
        }
        ctx.restore()
      },
    },
  }
}
