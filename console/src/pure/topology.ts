/** Where this node, its ways in, its routes and its destinations stand in the picture, and what leads where. */
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
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
  readonly tone: Tone
}

export interface TopologyPicture {
  readonly width: number
  readonly height: number
  readonly boxes: readonly TopologyBox[]
  readonly links: readonly Link[]
}

const EDGE = 8
const WIDTH = 224
const GAP = 56
const SPACE = 16
const LINE = 18

interface Item {
  readonly key: string
  readonly kind: TopologyBox['kind']
  readonly title: string
  readonly lines: readonly string[]
  readonly tone: Tone
}

export function topologyPicture(view: TopologyView): TopologyPicture {
  const columns: readonly (readonly Item[])[] = [
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
        `breaker ${breaker}${waiting === undefined ? '' : `, ${waiting} wait`}`,
        ...(cause === undefined || breaker === 'closed' ? [] : [cause]),
      ],
      tone: breaker === 'open' ? 'bad' : breaker === 'trying' ? 'warn' : 'good',
    })),
  ]
  const tall = Math.max(...columns.map(heightOfColumn))
  const boxes = columns
    .filter((column) => column.length > 0)
    .flatMap((column, index) => stand(column, EDGE + index * (WIDTH + GAP), tall))
  const links = linksOf(view, new Map(boxes.map((box) => [box.key, box])))
  const width = Math.max(...boxes.map(({ x }) => x + WIDTH)) + EDGE
  return { width, height: tall + 2 * EDGE, boxes, links }
}

function heightOf({ lines }: Item): number {
  return 36 + lines.length * LINE
}

function heightOfColumn(column: readonly Item[]): number {
  return column.reduce((sum, item) => sum + heightOf(item) + SPACE, -SPACE)
}

function stand(column: readonly Item[], x: number, tall: number): readonly TopologyBox[] {
  let y = EDGE + (tall - heightOfColumn(column)) / 2
  return column.map((item) => {
    const height = heightOf(item)
    const box = { ...item, x, y, width: WIDTH, height }
    y += height + SPACE
    return box
  })
}

function linksOf(view: TopologyView, boxes: ReadonlyMap<string, TopologyBox>): readonly Link[] {
  const link = (from: string, to: string): readonly Link[] => {
    const [source, target] = [boxes.get(from), boxes.get(to)]
    if (!source || !target) return []
    return [
      {
        key: `${from} ${to}`,
        from: [source.x + source.width, source.y + source.height / 2],
        to: [target.x, target.y + target.height / 2],
        tone: target.tone === 'bad' ? 'bad' : 'calm',
      },
    ]
  }
  return [
    ...view.listening.flatMap(({ transport }) => link(`in ${transport}`, 'node')),
    ...view.routes.flatMap(({ name, to }) => [
      ...link('node', `route ${name}`),
      ...to.flatMap((destination) => link(`route ${name}`, `to ${destination}`)),
    ]),
  ]
}
