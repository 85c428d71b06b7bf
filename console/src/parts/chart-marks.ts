/** Draws vertical lines with a word over a chart, for moments at which something changed. */
import type uPlot from 'uplot'

export interface ChartMark {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: string
}

/** Pixels of the screen that a word takes; one that would lie over another is left out. */
const WORD = 48

/** @param marks  asked at each drawing */
export function marksPlugin(marks: () => readonly ChartMark[], colour: string): uPlot.Plugin {
  return {
    hooks: {
      draw(plot) {
        const { ctx, bbox } = plot
        const ratio = devicePixelRatio
        ctx.save()
        ctx.strokeStyle = colour
        ctx.fillStyle = colour
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
          ctx.textAlign = isLast ? 'right' : 'left'
          ctx.fillText(kind, isLast ? x - 2 * ratio : x + 2 * ratio, bbox.top)
          free = x + WORD * ratio
        }
        ctx.restore()
      },
    },
  }
}
