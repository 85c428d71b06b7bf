/** Where the boxes and arrows of a conversation stand: nodes in columns, answers that came later below. */
import { nodeName } from './entry.js'
import type { Hop } from './hops.js'

export interface Box {
  readonly hop: Hop
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Arrow {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
  readonly label: string
  /** Under the label: how long it was on its way. */
  readonly gap: number | undefined
  readonly broken: boolean
}

export interface Sender {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly name: string
}

export interface Picture {
  readonly width: number
  readonly height: number
  readonly sender: Sender
  readonly boxes: readonly Box[]
  readonly arrows: readonly Arrow[]
}

export const BOX_WIDTH = 248
const SENDER_WIDTH = 128
const SENDER_HEIGHT = 56
const GAP = 72
const GAP_DOWN = 56
const EDGE = 8
/** Lines of a box, and what stands around them. */
export const LINE = 20
const TITLE = 56
const STORE = 12

/** @param upright  true on a narrow screen: one below the other */
export function pictureOf(hops: readonly Hop[], upright: boolean): Picture {
  const sender = {
    x: EDGE,
    y: EDGE,
    width: upright ? BOX_WIDTH : SENDER_WIDTH,
    height: SENDER_HEIGHT,
    name: hops[0]?.from ?? 'sender',
  }
  const boxes = upright ? stacked(hops, sender) : inColumns(hops, sender)
  const arrows = boxes.map((box, index) => arrowTo(box, boxes[index - 1], sender, upright))
  const right = Math.max(sender.x + sender.width, ...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(sender.y + sender.height, ...boxes.map(({ y, height }) => y + height))
  return { width: right + EDGE, height: bottom + EDGE, sender, boxes, arrows }
}

/** So many lines have the attempts that are drawn; of more, the first and the last ones are. */
export function attemptsShown(hop: Hop): readonly Hop['attempts'][number][] {
  const { attempts } = hop
  return attempts.length <= 5 ? attempts : [...attempts.slice(0, 2), ...attempts.slice(-3)]
}

export function heightOf(hop: Hop): number {
  const store = hop.attempts.length === 0 ? 0 : STORE * 2 + LINE * (1 + attemptsShown(hop).length)
  const security = hop.exchange?.security ? LINE : 0
  return TITLE + LINE + security + store + 8
}

function inColumns(hops: readonly Hop[], sender: Sender): readonly Box[] {
  const columns = new Map<string, number>()
  const forth = hops.filter(({ back }) => !back)
  const first = sender.x + sender.width + GAP
  const widest = Math.max(0, ...forth.map(heightOf))
  const boxes: Box[] = []
  let column = 0
  let row = EDGE
  let under = EDGE + widest + GAP_DOWN
  for (const hop of hops) {
    const height = heightOf(hop)
    const existing = columns.get(hop.node)
    const at = hop.back ? (existing ?? Math.max(0, column - 1)) : column++
    if (!hop.back && existing === undefined) columns.set(hop.node, at)
    const y = hop.back ? under : row
    if (hop.back && boxes.some((box) => box.y === y && box.x === first + at * (BOX_WIDTH + GAP))) {
      under += height + GAP_DOWN
    }
    boxes.push({
      hop,
      x: first + at * (BOX_WIDTH + GAP),
      y: hop.back ? under : row,
      width: BOX_WIDTH,
      height,
    })
    row = EDGE
  }
  return boxes
}

function stacked(hops: readonly Hop[], sender: Sender): readonly Box[] {
  let y = sender.y + sender.height + GAP_DOWN
  return hops.map((hop) => {
    const height = heightOf(hop)
    const box = { hop, x: EDGE, y, width: BOX_WIDTH, height }
    y += height + GAP_DOWN
    return box
  })
}

function arrowTo(box: Box, before: Box | undefined, sender: Sender, upright: boolean): Arrow {
  const { hop } = box
  const source = before ?? sender
  const label = hop.transport
  const gap = before ? Math.max(0, hop.start - departure(before.hop)) : undefined
  const broken = hop.tone === 'bad' && hop.refused !== undefined
  if (upright) {
    const x = source.x + 24
    return { from: [x, source.y + source.height], to: [x, box.y], label, gap, broken }
  }
  if (hop.back || before?.hop.back) {
    const down = source.x + source.width / 2
    const [from, to]: readonly [readonly [number, number], readonly [number, number]] =
      source.y === box.y
        ? [
            [source.x, source.y + LINE],
            [box.x + box.width, box.y + LINE],
          ]
        : [
            [down, source.y + source.height],
            [box.x + box.width / 2 + (source.x > box.x ? 40 : 0), box.y],
          ]
    return { from, to, label, gap, broken }
  }
  const y = EDGE + SENDER_HEIGHT / 2
  return { from: [source.x + source.width, y], to: [box.x, y], label, gap, broken }
}

/** When it left a node: with its last attempt, or while the node still waited for the answer. */
function departure({ attempts, start, exchange }: Hop): number {
  return attempts.at(-1)?.start ?? start + Math.min(1, exchange?.ms ?? 0)
}

/** For those who do not see the picture. */
export function describeHops(hops: readonly Hop[]): string {
  return hops
    .map(({ node, transport, word }) => `${nodeName(node)} by ${transport}: ${word}`)
    .join('; then ')
}
