/** Paths into envelopes, as the configuration writes them: names in Clark notation, `*`, `//`, and `@` at the end. */
import { isNcName } from '../../../xml/characters.js'
import type { XmlAttribute, XmlElement } from '../../../xml/tree.js'

/** A step of a path; of one that begins with `//` the element may stand at any depth. */
export interface Step {
  readonly deep: boolean
  readonly attribute: boolean
  /** Undefined for any. */
  readonly namespace: string | undefined
  /** Undefined for any. */
  readonly local: string | undefined
}

export type Path = readonly [Step, ...Step[]]

const STEP = /(\/\/?)(@?)(?:\{([^{}]*)\})?(\*|[^/@{}*\s]+)/y

/** So many steps have the longest: what is to be looked at for an element stays little. */
const MAX_STEPS = 32

/**
 * Reads a path such as `//{urn:x}password`, `/{*}Envelope/{*}Body//card` or `//{urn:x}card/@number`; a name
 * without braces, or with `{*}`, is one of any namespace, and with `{}` one without.
 *
 * @throws RangeError that says what was expected
 */
export function readPath(text: string): Path {
  const steps: Step[] = []
  const step = new RegExp(STEP)
  while (step.lastIndex < text.length) {
    const at = step.lastIndex
    const [, slashes, mark, namespace, local = ''] = step.exec(text) ?? []
    if (slashes === undefined || steps.at(-1)?.attribute) throw wrong(text, at)
    if (steps.length === MAX_STEPS || !(local === '*' || isNcName(local))) throw wrong(text, at)
    steps.push({
      deep: slashes === '//',
      attribute: mark === '@',
      namespace: namespace === '*' ? undefined : namespace,
      local: local === '*' ? undefined : local,
    })
  }
  const [first, ...rest] = steps
  if (!first) throw wrong(text, 0)
  return [first, ...rest]
}

function wrong(text: string, at: number): RangeError {
  return new RangeError(
    `expected a path such as //{urn:x}password or /{*}Envelope/{*}Body//@number, found ${JSON.stringify(text.slice(at, at + 40))}`,
  )
}

/** A path whose steps before `next` are met by an element and those around it. */
export interface Position {
  readonly path: Path
  readonly next: number
}

/** What the paths say of one element. */
export interface Meant {
  /** True if one of the paths ends here. */
  readonly whole: boolean
  /** Where the paths are within it. */
  readonly within: readonly Position[]
}

/** @param around  where the paths are in what is around the element */
export function meantBy(around: readonly Position[], element: XmlElement): Meant {
  const within: Position[] = []
  let whole = false
  for (const position of around) {
    const { path, next } = position
    const step = path[next]
    if (!step) continue
    if (step.deep) add(within, position)
    if (step.attribute || !isMet(step, element)) continue
    if (next === path.length - 1) whole = true
    else add(within, { path, next: next + 1 })
  }
  return { whole, within }
}

/** Each once: a path may be met in many ways. */
function add(positions: Position[], { path, next }: Position): void {
  const exists = positions.some((one) => one.path === path && one.next === next)
  if (!exists) positions.push({ path, next })
}

/** True if one of the paths ends at an attribute of the element that they have come to. */
export function isMeant(within: readonly Position[], attribute: XmlAttribute): boolean {
  return within.some(({ path, next }) => {
    const step = path[next]
    return step?.attribute && isMet(step, attribute)
  })
}

function isMet(
  { namespace, local }: Step,
  name: { readonly namespace: string; readonly local: string },
): boolean {
  return (
    (local === undefined || local === name.local) &&
    (namespace === undefined || namespace === name.namespace)
  )
}
