/** Collects what is wrong with an element, for people: the first few of it, with where it is. */
import { shortened } from '../../base/shortened.js'
import type { XmlElement } from '../../xml/tree.js'
import { positionOf } from '../../xml/unreadable.js'
import type { Walk } from '../../xml/walk.js'
import type { Finding, Rule } from '../finding.js'
import { pathsTo } from './path.js'

const MAX_FINDINGS = 10

/** Characters of a text that are shown. */
const MAX_SHOWN = 200

/** An element that a finding may be about. */
export interface Judged {
  readonly element: XmlElement
  valid: boolean
}

/** What a finding says beside its sentence. */
export interface Details {
  /** The attribute that it is about, as it is named there. */
  readonly attribute?: string | undefined
  readonly expected?: string | undefined
  readonly found?: string | undefined
}

const NO_DETAILS: Details = {}

/** A finding whose place is not looked for yet. */
interface Found extends Details {
  readonly element: XmlElement
  readonly clause: string
  readonly sentence: string
}

export class Report {
  readonly #found: Found[] = []
  readonly #root: XmlElement
  readonly #source: string | undefined

  /** @param source  the text that the element was read from, for line and column */
  constructor(root: XmlElement, source: string | undefined) {
    this.#root = root
    this.#source = source
  }

  /** True if no more findings are taken. */
  get full(): boolean {
    return this.#found.length >= MAX_FINDINGS
  }

  /** Adds a finding about an element, which is not valid then. */
  refuse(judged: Judged, clause: string, sentence: string, details = NO_DETAILS): void {
    judged.valid = false
    this.add(judged.element, clause, sentence, details)
  }

  /** Adds a finding about a text of the element, or of an attribute of it, which is not valid then. */
  broken(judged: Judged, rule: Rule, found: string, attribute?: string | undefined): void {
    judged.valid = false
    // The sentence of a rule is made when it is asked for.
    if (this.full) return
    const { clause, sentence, expected } = rule
    this.#found.push({ element: judged.element, clause, sentence, found, attribute, expected })
  }

  /** @param sentence  what is expected is said behind it */
  add(element: XmlElement, clause: string, sentence: string, details = NO_DETAILS): void {
    if (this.full) return
    const { expected } = details
    const whole =
      expected === undefined ? sentence : `${sentence}: expected ${shortened(expected, MAX_SHOWN)}`
    this.#found.push({ element, clause, sentence: whole, ...details })
  }

  /** The findings with their places, which are looked for once all that is wrong is known. */
  *findings(): Walk<readonly Finding[]> {
    if (this.#found.length === 0) return NONE
    const elements = new Set(this.#found.map(({ element }) => element))
    const paths = yield* pathsTo(this.#root, elements)
    return this.#found.map((found) => this.#findingOf(found, paths.get(found.element)))
  }

  #findingOf(
    { element, attribute, clause, sentence, expected, found }: Found,
    path: string | undefined,
  ): Finding {
    return {
      sentence: asSentence(sentence),
      path: path !== undefined && attribute !== undefined ? `${path}/@${attribute}` : path,
      clause,
      ...(expected !== undefined && { expected }),
      ...(found !== undefined && { found: shortened(found, MAX_SHOWN) }),
      ...(this.#source !== undefined &&
        element.start >= 0 &&
        positionOf(this.#source, element.start)),
    }
  }
}

const NONE: readonly Finding[] = []

function asSentence(text: string): string {
  const end = text.endsWith('.') ? '' : '.'
  return text.slice(0, 1).toUpperCase() + text.slice(1) + end
}
