/** Where this node, its ways in, its routes and its destinations stand in a picture of some width, and what leads where. */
import type { TopologyView } from '../../../src/operate/admin/api.js'
import type { Tone } from './outcome.js'
import { counted } from './text.js'

export interface TopologyBox {
  readonly key: string
  readonly kind: 'listener' | 'node' | 'route' | 'destination'
  readonly title: string
  readonly lines: readonly string[]
  readonly tone: Tone
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Link {
  readonly key: string
  /** Of an SVG path. */
  readonly path: string
  readonly tone: Tone
}

export interface TopologyPicture {
  readonly width: number
  readonly height: number
  readonly boxes: readonly TopologyBox[]
  readonly links: readonly Link[]
}

const EDGE = 8
/** Pixels of a box side by side, at least and at most. */
const WIDTHS = [176, 256] as const
const GAP = 48
const SPACE = 16
const LINE = 18
/** One below the other, links go up and down in a margin on both sides. */
const MARGIN = 20

interface Item {
  readonly key: string
  readonly kind: TopologyBox['kind']
  readonly title: string
  readonly lines: readonly string[]
  readonly tone: Tone
}

type Columns = readonly (readonly Item[])[]

/** @param available  pixels from left to right; the picture takes no more */
export function topologyPicture(view: TopologyView, available: number): TopologyPicture {
  const columns = columnsOf(view).filter((column) => column.length > 0)
  const room = available - 2 * EDGE - (columns.length - 1) * GAP
  const width = Math.min(WIDTHS[1], Math.floor(room / columns.length))
  return width < WIDTHS[0] ? upright(view, columns, available) : sideBySide(view, columns, width)
}

function columnsOf(view: TopologyView): Columns {
  return [
    view.listening.map(({ transport, urls }) => ({
      key: `in ${transport}`,
      kind: 'listener',
      title: transport,
      lines: urls,
      tone: 'calm',
    })),
    [
      {
        key: 'node',
        kind: 'node',
        title: 'this node',
        lines: [
          view.node,
          counted(view.operations.length, 'operation', 'operations'),
          counted(view.routes.length, 'route', 'routes'),
        ],
        tone: 'good',
      },
    ],
    view.routes.map(({ name, when, mode }) => ({
      key: `route ${name}`,
      kind: 'route',
      title: name,
      lines: [...when, `mode ${mode}`],
      tone: 'calm',
    })),
    view.destinations.map(({ name, url, breaker, waiting, cause }) => ({
      key: `to ${name}`,
      kind: 'destination',
      title: name,
      lines: [
        url,
        `${CIRCUITS[breaker]}${waiting === undefined ? '' : `, ${waiting} wait`}`,
        ...(cause === undefined || breaker === 'closed' ? [] : [cause]),
      ],
      tone: breaker === 'open' ? 'bad' : breaker === 'trying' ? 'warn' : 'good',
    })),
  ]
}

const CIRCUITS = { closed: 'sends', open: 'circuit open', trying: 'is tried' } as const

/** Each link goes from one column to the next, through the gap between them. */
function sideBySide(view: TopologyView, columns: Columns, width: number): TopologyPicture {
  const tall = Math.max(...columns.map(heightOfColumn))
  const boxes = columns.flatMap((column, index) => {
    const y = EDGE + (tall - heightOfColumn(column)) / 2
    return stand(column, { x: EDGE + index * (width + GAP), y, width })
  })
  const links = linksOf(view, boxes, (source, target) => {
    const [x1, y1] = [source.x + source.width, source.y + source.height / 2]
    const [x2, y2] = [target.x, target.y + target.height / 2]
    return `M${x1} ${y1}C${x1 + GAP / 2} ${y1} ${x2 - GAP / 2} ${y2} ${x2} ${y2}`
  })
  const right = Math.max(...boxes.map(({ x }) => x + width))
  return { width: right + EDGE, height: tall + 2 * EDGE, boxes, links }
}

/**
 * All stand one below the other: the ways in, the node, then each destination below the routes that lead to it. What
 * leads to or from the node goes in the left margin, what leads from a route to its destination in the right one.
 */
function upright(view: TopologyView, columns: Columns, available: number): TopologyPicture {
  const all = columns.flat()
  const routesTo = (key: string) =>
    view.routes.filter(({ to }) => `to ${to[0]}` === key).map(({ name }) => `route ${name}`)
  const following = all
    .filter(({ kind }) => kind === 'destination')
    .flatMap((one) => [...all.filter(({ key }) => routesTo(one.key).includes(key)), one])
  const first = all.filter(({ kind }) => kind === 'listener' || kind === 'node')
  const others = all.filter((item) => !first.includes(item) && !following.includes(item))
  const width = available - 2 * EDGE - 2 * MARGIN
  const boxes = stand([...first, ...others, ...following], { x: EDGE + MARGIN, y: EDGE, width })
  const links = linksOf(view, boxes, (source, target) => {
    const left = target.kind !== 'destination'
    const side = left ? source.x : source.x + width
    const margin = left ? side - MARGIN + 4 : side + MARGIN - 4
    const [y1, y2] = [source.y + source.height / 2, target.y + target.height / 2]
    return `M${side} ${y1}H${margin}V${y2}H${side}`
  })
  const last = boxes.at(-1)
  const bottom = last ? last.y + last.height : EDGE
  return { width: available, height: bottom + EDGE, boxes, links }
}

function heightOf({ lines }: Item): number {
  return 36 + lines.length * LINE
}

function heightOfColumn(column: readonly Item[]): number {
  return column.reduce((sum, item) => sum + heightOf(item) + SPACE, -SPACE)
}

function stand(
  column: readonly Item[],
  { x, y: top, width }: Pick<TopologyBox, 'x' | 'y' | 'width'>,
): readonly TopologyBox[] {
  let y = top
  return column.map((item) => {
    const height = heightOf(item)
    const box = { ...item, x, y, width, height }
    y += height + SPACE
    return box
  })
}

/** @param path  of an SVG, from one box to another */
function linksOf(
  view: TopologyView,
  boxes: readonly TopologyBox[],
  path: (source: TopologyBox, target: TopologyBox) => string,
): readonly Link[] {
  const byKey = new Map(boxes.map((box) => [box.key, box]))
  const link = (from: string, to: string): readonly Link[] => {
    const [source, target] = [byKey.get(from), byKey.get(to)]
    if (!source || !target) return []
    const tone = target.tone === 'bad' ? 'bad' : 'calm'
    return [{ key: `${from} ${to}`, path: path(source, target), tone }]
  }
  return [
    ...view.listening.flatMap(({ transport }) => link(`in ${transport}`, 'node')),
    ...view.routes.flatMap(({ name, to }) => [
      ...link('node', `route ${name}`),
      ...to.flatMap((destination) => link(`route ${name}`, `to ${destination}`)),
    ]),
  ]
}
