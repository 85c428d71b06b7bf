/** Where the boxes and arrows of a conversation stand in a picture of some width, so that no arrow crosses a box. */
import { nodeName } from './entry.js'
import type { Hop } from './hops.js'

export interface Box {
  readonly hop: Hop
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Point = readonly [x: number, y: number]

export interface Arrow {
  /** Where it begins, its corners, and where it ends. */
  readonly points: readonly Point[]
  readonly label: string
  /** Where the label stands. */
  readonly at: Point
  /** True if the label stands around that point, false if it begins there. */
  readonly centred: boolean
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

/** Pixels that a box has at least and at most, side by side; one below the other they may be wider. */
const BOX_WIDTHS = [224, 248] as const
const MAX_UPRIGHT_WIDTH = 480
const SENDER_WIDTH = 112
const SENDER_HEIGHT = 56
/** Between boxes side by side: an arrow and its label stand there. */
const GAP = 56
const GAP_DOWN = 56
const EDGE = 8
/** Lines of a box, and what stands around them. */
export const LINE = 20
const TITLE = 56
const STORE = 12
/** From the top of a box to the arrow that comes from the side. */
const MIDDLE = SENDER_HEIGHT / 2

/** @param available  pixels from left to right; the picture takes no more, however little they are */
export function pictureOf(hops: readonly Hop[], available: number): Picture {
  const cells = cellsOf(hops)
  const columns = Math.max(1, ...cells.map(({ column }) => column + 1))
  const room = available - 2 * EDGE - SENDER_WIDTH - columns * GAP
  const width = Math.min(BOX_WIDTHS[1], Math.floor(room / columns))
  const isUpright = width < BOX_WIDTHS[0]
  const boxWidth = isUpright ? Math.min(MAX_UPRIGHT_WIDTH, available - 2 * EDGE) : width
  const sender = {
    x: EDGE,
    y: EDGE,
    width: isUpright ? boxWidth : SENDER_WIDTH,
    height: SENDER_HEIGHT,
    name: hops[0]?.from ?? 'sender',
  }
  const boxes = isUpright ? stacked(hops, sender) : inColumns(hops, cells, boxWidth)
  const arrows = boxes.map((box, index) => arrowTo(box, boxes[index - 1], sender, isUpright))
  const right = Math.max(sender.x + sender.width, ...boxes.map((box) => box.x + box.width))
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

interface Cell {
  readonly column: number
  readonly row: number
}

/**
 * A node has one column. What follows stands beside the box before it if that is the next column and is free,
 * otherwise in a new row: then its arrow goes between the rows, where nothing stands.
 */
function cellsOf(hops: readonly Hop[]): readonly Cell[] {
  const columns = new Map<string, number>()
  const taken = new Set<string>()
  const cells: Cell[] = []
  for (const { node, back } of hops) {
    const before = cells.at(-1)
    const existing = columns.get(node)
    const unused = back && before ? Math.max(0, before.column - 1) : columns.size
    const column = existing ?? unused
    if (existing === undefined) columns.set(node, column)
    const row = before?.row ?? 0
    const beside = before === undefined || Math.abs(before.column - column) === 1
    const cell =
      beside && !taken.has(`${row} ${column}`) ? { column, row } : { column, row: row + 1 }
    taken.add(`${cell.row} ${cell.column}`)
    cells.push(cell)
  }
  return cells
}

function inColumns(hops: readonly Hop[], cells: readonly Cell[], width: number): readonly Box[] {
  const rows = Math.max(0, ...cells.map(({ row }) => row + 1))
  const tops: number[] = [EDGE]
  for (let row = 0; row < rows; row++) {
    const heights = hops.filter((_, index) => cells[index]?.row === row).map(heightOf)
    tops.push((tops[row] ?? EDGE) + Math.max(SENDER_HEIGHT, ...heights) + GAP_DOWN)
  }
  return hops.map((hop, index) => {
    const { column = 0, row = 0 } = cells[index] ?? {}
    const x = EDGE + SENDER_WIDTH + GAP + column * (width + GAP)
    return { hop, x, y: tops[row] ?? EDGE, width, height: heightOf(hop) }
  })
}

function stacked(hops: readonly Hop[], sender: Sender): readonly Box[] {
  let y = sender.y + sender.height + GAP_DOWN
  return hops.map((hop) => {
    const height = heightOf(hop)
    const box = { hop, x: EDGE, y, width: sender.width, height }
    y += height + GAP_DOWN
    return box
  })
}

function arrowTo(box: Box, before: Box | undefined, sender: Sender, isUpright: boolean): Arrow {
  const { hop } = box
  const source = before ?? sender
  const gap = before ? Math.max(0, hop.start - departure(before.hop)) : undefined
  const arrow = {
    label: hop.transport,
    gap,
    broken: hop.tone === 'bad' && hop.refused !== undefined,
  }
  if (isUpright) {
    const [x, from] = [source.x + 24, source.y + source.height]
    const points = [[x, from] as const, [x, box.y] as const]
    return { ...arrow, points, at: [x + 12, (from + box.y) / 2], centred: false }
  }
  if (source.y === box.y) {
    const right = source.x < box.x
    const y = box.y + MIDDLE
    const from = right ? source.x + source.width : source.x
    const to = right ? box.x : box.x + box.width
    const points = [[from, y] as const, [to, y] as const]
    return { ...arrow, points, at: [(from + to) / 2, y], centred: true }
  }
  return { ...arrow, ...betweenRows(source, box) }
}

/** Down from the box before, along above the row of the next one, and down to that. */
function betweenRows(source: Omit<Box, 'hop'>, box: Box): Pick<Arrow, 'points' | 'at' | 'centred'> {
  const [from, to] = [source.x + source.width / 2, box.x + box.width / 2]
  const start = source.y + source.height
  if (from === to) {
    const points = [[from, start] as const, [to, box.y] as const]
    return { points, at: [to + 12, box.y - GAP_DOWN / 2], centred: false }
  }
  const along = box.y - GAP_DOWN / 2
  const points = [
    [from, start] as const,
    [from, along] as const,
    [to, along] as const,
    [to, box.y] as const,
  ]
  return { points, at: [(from + to) / 2, along], centred: true }
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
