/** The second opinion: libxml2 compiles every schema too, and judges refused messages and some others again. */
import { Overdue } from '../../base/deadline.js'
import { messageOf } from '../../base/errno.js'
import type { Log } from '../../base/log.js'
import { Slices } from '../../base/slices.js'
import { monotonicTime, setImmediate, wallTime } from '../../base/time.js'
import type { Observe } from '../../message/events/events.js'
import { InvalidSchema, type SchemaEngine } from '../../schema/engine.js'
import { type Finding, lineOf } from '../../schema/finding.js'
import { clarkName, type XmlElement } from '../../xml/tree.js'
import { writing } from '../../xml/write.js'
import { Children, ValidationBusy } from './children.js'
import type { Differences } from './differences.js'

/** Characters of a refused element that is judged again. */
const MAX_REFUSED_LENGTH = 64 * 1024
/** Characters of an accepted one: it is one of few. */
const MAX_ACCEPTED_LENGTH = 256 * 1024
/** One accepted element in so many is judged again, and one in so many milliseconds: under load, it would cost the node. */
const SAMPLE = { elements: 1_000, interval: 1_000 }
/** Differences that are told in an hour: the same one may come again and again. */
const MAX_REPORTS_PER_HOUR = 20
const HOUR = 3_600_000
/** One process, which may take two seconds for an element, and ends once nobody has asked it for a while. */
const LIMITS = { timeout: 2_000, processes: 1, idleTime: 10_000 }

export interface SecondOpinionParts {
  readonly engine: SchemaEngine
  /** True to refuse what the engine refuses. */
  readonly strict: boolean
  readonly log: Pick<Log, 'warn'>
  /** Notified of a schema that the engine refuses, though our own rules accept it. */
  readonly warn: (fields: object, sentence: string) => void
  readonly observe: Observe
  readonly differences: Differences
}

/** An element that was checked, and what was found. */
export interface Judged {
  /** Absolute path of the schema. */
  readonly schema: string
  readonly element: XmlElement
  readonly findings: readonly Finding[]
  /** Its sender. */
  readonly from: string
}

export class SecondOpinion {
  readonly #parts: SecondOpinionParts
  readonly #children: Children
  /** Schemas that both accept: a message is judged by these only. */
  readonly #schemas = new Set<string>()
  readonly #slices = new Slices()
  readonly #closing = new AbortController()
  #accepted = 0
  /** When one was taken that was accepted. */
  #sampled = Number.NEGATIVE_INFINITY
  #reported = 0
  #hour = 0

  constructor(parts: SecondOpinionParts) {
    this.#parts = parts
    this.#children = new Children(parts.engine.name, LIMITS, parts.log)
  }

  /**
   * @param file  absolute path of a schema that our own rules accept
   * @throws InvalidSchema if the engine refuses it and the opinion is strict
   */
  compile(file: string): void {
    const { engine, strict, warn } = this.#parts
    try {
      const { compiled } = engine.compile(file)
      // What our own rules check in its place would only agree with itself.
      if (!compiled) this.#schemas.add(file)
    } catch (error) {
      if (strict || !(error instanceof InvalidSchema)) throw error
      const { location, message: cause } = error
      warn(
        { schema: file, location, cause },
        `${file}: our own rules accept this schema, ${engine.name} refuses it at ${location}: ${cause}`,
      )
    }
  }

  /** True for every refusal, and for one in many that are accepted. */
  wants(findings: readonly Finding[], clock = monotonicTime): boolean {
    if (findings.length > 0) return true
    this.#accepted += 1
    if (this.#accepted % SAMPLE.elements !== 0) return false
    const now = clock()
    if (now - this.#sampled < SAMPLE.interval) return false
    this.#sampled = now
    return true
  }

  /** Judges again what it wants, unless it is long. Returns at once: nobody waits for the second opinion. */
  hear(judged: Judged): void {
    const { start, end } = judged.element
    if (!this.#schemas.has(judged.schema) || isLong(end - start, judged)) return
    setImmediate(() => void this.#ask(judged))
  }

  /** Ends the process. */
  close(): Promise<void> {
    this.#closing.abort()
    return this.#children.close()
  }

  async #ask(judged: Judged): Promise<void> {
    const { schema, element, from } = judged
    try {
      const text = await this.#slices.run(writing(element), this.#closing.signal)
      // One that this node made has no length before it is written.
      if (isLong(text.length, judged)) return
      const theirs = await this.#children.ask(
        { schema, text, declarations: [], arranged: undefined },
        from,
      )
      if (theirs.length > 0 !== judged.findings.length > 0) await this.#report(judged, theirs, text)
    } catch (error) {
      // An opinion that takes too long, or has to wait, is none.
      if (error instanceof Overdue || error instanceof ValidationBusy) return
      if (this.#closing.signal.aborted) return
      this.#parts.log.warn(
        { schema, cause: messageOf(error) },
        'the second opinion is not available',
      )
    }
  }

  async #report(judged: Judged, theirs: readonly Finding[], text: string): Promise<void> {
    if (!this.#mayReport(wallTime())) return
    const { schema, element, findings } = judged
    const { observe, differences } = this.#parts
    const outcome = findings.length > 0 ? 'refused' : 'accepted'
    const kept = await differences.keep({ schema, outcome, findings, theirs, text })
    const [first] = outcome === 'refused' ? findings : theirs
    const cause = first && lineOf(first)
    observe({ event: 'opinion', schema, element: clarkName(element), outcome, cause, kept })
  }

  #mayReport(now: number): boolean {
    if (now - this.#hour > HOUR) {
      this.#hour = now
      this.#reported = 0
    }
    this.#reported += 1
    return this.#reported <= MAX_REPORTS_PER_HOUR
  }
}

function isLong(characters: number, { findings }: Judged): boolean {
  return characters > (findings.length > 0 ? MAX_REFUSED_LENGTH : MAX_ACCEPTED_LENGTH)
}
