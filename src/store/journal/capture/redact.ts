/** Takes out of an envelope what nobody is to read later, and cuts what is too long to be kept. */
import type { Location, Paths } from '../../../xml/paths/paths.js'
import type { Cut } from '../../../xml/splice.js'
import type { XmlElement } from '../../../xml/tree.js'
import { ELEMENT, Pace, type Walk } from '../../../xml/walk.js'
import { tagAt } from './tag.js'

const REDACTED = '[redacted]'

interface Open {
  readonly element: XmlElement
  readonly within: Location
  next: number
}

/**
 * Finds what the paths mean, in document order.
 *
 * @param root  read from the text
 */
export function* redactions(root: XmlElement, source: string, paths: Paths): Walk<readonly Cut[]> {
  const pace = new Pace()
  const cuts: Cut[] = []
  const open: Open[] = []
  const enter = (element: XmlElement, around: Location) => {
    const within = around.enter(element)
    if (!within.isPlain) cuts.push(...attributeCuts(element, within, source))
    if (within.ends.length > 0) cuts.push(...contentCut(element, source))
    else open.push({ element, within, next: 0 })
  }
  enter(root, paths.start)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const child = top.element.children[top.next]
    top.next += 1
    if (child === undefined) open.pop()
    else if (typeof child !== 'string') enter(child, top.within)
    if (pace.done(ELEMENT)) yield
  }
  return cuts
}

function attributeCuts(
  { attributes, start }: XmlElement,
  within: Location,
  source: string,
): readonly Cut[] {
  const meant = attributes.filter((attribute) => within.endsAt(attribute).length > 0)
  if (meant.length === 0) return []
  const { values } = tagAt(source, start)
  return meant
    .flatMap(({ prefix, local }) => values.get(prefix === '' ? local : `${prefix}:${local}`) ?? [])
    .map((span) => ({ ...span, insert: REDACTED }))
}

/** All that is inside it, elements and comments too. */
function contentCut({ start, end }: XmlElement, source: string): readonly Cut[] {
  const content = tagAt(source, start).end
  if (content === end) return []
  // The last `</` before its end begins the end tag: an end tag cannot contain one.
  const until = source.lastIndexOf('</', end - 1)
  return until > content ? [{ start: content, end: until, insert: REDACTED }] : []
}

/** Puts the cuts into a text as far as it is kept. @param most  characters */
export function keptText(source: string, cuts: readonly Cut[], most: number): string {
  let kept = ''
  let from = 0
  for (const { start, end, insert = '' } of cuts) {
    if (kept.length + (start - from) >= most) break
    kept += source.slice(from, start) + insert
    from = end
  }
  const whole = kept.length + (source.length - from) <= most
  kept += source.slice(from, from + Math.max(0, most - kept.length))
  const text = whole ? kept : `${withoutHalf(kept)}\n[cut: ${source.length} characters came]`
  // A copy: a part of a text keeps the whole of it in memory.
  return Buffer.from(text, 'utf8').toString('utf8')
}

/** A character of two UTF-16 units may be cut in two. */
function withoutHalf(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}
