/** A chart over time, drawn by uPlot; its last values stand beside it as text, for those who do not see it. */
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { dark } from '../base/theme.js'
import { whole } from '../pure/text.js'
import { type ChartMark, marksPlugin } from './chart-marks.js'

export interface Curve {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** Name of a colour of the style sheet, such as `--accent`. */
  readonly colour: string
  readonly filled?: true
}

interface ChartProps {
  readonly title: string
  /** Seconds since 1970, oldest first. */
  readonly times: readonly number[]
  readonly curves: readonly Curve[]
  readonly say: (value: number) => string
  readonly height?: number
  /** Moments that are marked by a line. */
  readonly marks?: readonly ChartMark[]
}

export function Chart(props: ChartProps) {
  const container = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | undefined>(undefined)
  const marks = useRef<readonly ChartMark[]>([])
  marks.current = props.marks ?? []
  const data = dataOf(props)
  const names = props.curves.map(({ label }) => label).join()
  const isDark = dark.value

  // What is drawn comes by setData below; a chart is made again for other curves only.
  useEffect(() => {
    const box = container.current
    if (!box) return
    const style = getComputedStyle(document.documentElement)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    const colours = { line: colour('--quiet'), ground: colour('--surface') }
    const plugins = [marksPlugin(() => marks.current, colours)]
    const plot = new uPlot({ ...optionsOf(props, box.clientWidth), plugins }, data, box)
    chart.current = plot
    const sized = new ResizeObserver(() => {
      if (box.clientWidth > 0) plot.setSize({ width: box.clientWidth, height: props.height ?? 80 })
    })
    sized.observe(box)
    return () => {
      sized.disconnect()
      plot.destroy()
    }
  }, [names, isDark])
  useEffect(() => chart.current?.setData(data))

  return (
    <figure class="chart">
      <figcaption>
        <span class="chart-title">{props.title}</span>
        {props.curves.map(({ label, colour, values }) => (
          <span class="chart-key" key={label}>
            <span class={`swatch${colour}`} aria-hidden="true" />
            {label} <b class="number">{lastOf(values, props.say)}</b>
          </span>
        ))}
      </figcaption>
      <div ref={container} aria-hidden="true" />
    </figure>
  )
}

function lastOf(values: readonly (number | null)[], say: (value: number) => string): string {
  const last = values.at(-1)
  return last === null || last === undefined ? '–' : say(last)
}

function dataOf({ times, curves }: ChartProps): uPlot.AlignedData {
  return [[...times], ...curves.map(({ values }) => [...values])]
}

function optionsOf({ curves, height = 80, say }: ChartProps, width: number): uPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: colour('--quiet'),
    font: '11px system-ui, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: Math.max(100, width),
    height,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    // Half of the last label stands beside the last value.
    padding: [8, 20, 0, 0],
    scales: { y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
    axes: [
      { ...axis, size: 24, space: 80, values: (_plot, ticks) => clocks(ticks) },
      {
        ...axis,
        size: 56,
        space: 28,
        ...(say === whole ? { incrs: WHOLE_STEPS } : {}),
        values: (_plot, ticks) => ticks.map(say),
      },
    ],
    series: [
      {},
      ...curves.map((curve) => ({
        label: curve.label,
        stroke: colour(curve.colour),
        width: 1.5,
        points: { show: false },
        ...(curve.filled ? { fill: `${colour(curve.colour)}22` } : {}),
      })),
    ],
  }
}

/** What is counted has no halves. */
const WHOLE_STEPS = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

const HALF_A_DAY = 43_200

/** Days where ticks are so far apart, times of the day elsewhere. */
function clocks(ticks: readonly number[]): string[] {
  const apart = (ticks[1] ?? 0) - (ticks[0] ?? 0)
  return ticks.map(apart >= HALF_A_DAY ? dayOf : clock)
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-GB', { day: '2-digit', month: 'short' })
}

function clock(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
  })
}
