/** Keeps envelopes of exchanges in the journal: those that a rule asks for, without what is to be redacted. */
import { Ending } from '../../../base/ending.js'
import type { Log } from '../../../base/log.js'
import { Slices } from '../../../base/slices.js'
import { setImmediate, wallTime } from '../../../base/time.js'
import { decodeText } from '../../../xml/charset.js'
import type { XmlLimits } from '../../../xml/limits.js'
import { readPath } from '../../../xml/paths/path.js'
import { Paths } from '../../../xml/paths/paths.js'
import { reading } from '../../../xml/read.js'
import { Unreadable } from '../../../xml/unreadable.js'
import type { Walk } from '../../../xml/walk.js'
import type { Captured, Journal } from '../journal.js'
import { ALWAYS_REDACTED } from './always-redacted.js'
import type { CaptureBounds } from './bounds.js'
import type { Capture, EnvelopeBytes } from './envelopes.js'
import { keptText, redactions } from './redact.js'
import { type CaptureRule, isSampled, ruleFor } from './rules.js'

export interface CaptureSettings {
  readonly capture: readonly CaptureRule[]
  readonly redact: readonly string[]
}

/** What the configuration of a node says of it. */
interface Settings {
  readonly journal: CaptureSettings
  readonly limits: XmlLimits
  readonly node: { readonly uri: string }
}

/** What of secrets may stand in something that cannot be read, in whatever way it is written. */
const SECRET = /passw|secret|token|assertion|authorization/i

/** Bytes and characters of envelopes that wait to be looked at; one alone may be larger. */
const MAX_WAITING = 8 * 1024 ** 2

interface Waiting extends Omit<Captured, 'envelope'> {
  readonly envelope: EnvelopeBytes | string
}

/** Makes what keeps envelopes of a node; undefined if its configuration asks for none. */
export function captureFor(
  settings: Settings & { readonly journal: { readonly enabled: boolean } },
  bounds: CaptureBounds,
  keeps: Pick<Journal, 'capture'>,
  log: Pick<Log, 'warn'>,
): EnvelopeCapture | undefined {
  const { enabled, capture } = settings.journal
  if (!enabled || capture.length === 0) return undefined
  return new EnvelopeCapture(settings, bounds, keeps, log)
}

export class EnvelopeCapture {
  readonly #journal: Pick<Journal, 'capture'>
  readonly #settings: CaptureSettings
  readonly #bounds: CaptureBounds
  readonly #paths: Paths
  readonly #node: string
  readonly #limits: XmlLimits
  readonly #log: Pick<Log, 'warn'>
  readonly #slices = new Slices()
  readonly #ending = new Ending()
  readonly #line: Waiting[] = []
  #waiting = 0
  #working: Promise<void> | undefined
  #warned = false

  constructor(
    { journal, limits, node }: Settings,
    bounds: CaptureBounds,
    keeps: Pick<Journal, 'capture'>,
    log: Pick<Log, 'warn'>,
  ) {
    this.#journal = keeps
    this.#settings = journal
    this.#bounds = bounds
    this.#paths = new Paths([...ALWAYS_REDACTED, ...journal.redact.map(readPath)])
    this.#node = node.uri
    this.#limits = limits
    this.#log = log
  }

  readonly take: Capture = (event, passed) => {
    const { received, route } = passed
    const { exchange, attempt = 1 } = event
    const rule = ruleFor(event, route, this.#settings.capture)
    if (!rule || !isSampled(exchange, rule.sample)) return
    const at = wallTime()
    const about = { exchange, at, node: this.#node }
    // Later attempts have the same message, and the first one has what was kept when it came, unless the
    // rule asks how it ended.
    const first = event.attempt === undefined || (rule.outcome !== undefined && attempt === 1)
    if (received && first && received.body.length > 0) {
      const { body, charset } = received
      this.#add({ ...about, direction: 'received', envelope: { body, charset } })
    }
    const sent = attempt === 1 ? passed.sent : undefined
    if (sent !== undefined) this.#add({ ...about, direction: 'sent', envelope: sent })
    const { answered } = passed
    if (answered !== undefined) this.#add({ ...about, direction: 'answered', envelope: answered })
  }

  /** Looks at those that wait, and then at none any more. @param cut  ends that early */
  async close(cut?: AbortSignal): Promise<void> {
    const end = () => this.#ending.abort(new Error('the node is stopping'))
    if (cut?.aborted) end()
    cut?.addEventListener('abort', end, { once: true })
    await this.#working
    cut?.removeEventListener('abort', end)
  }

  #add(waiting: Waiting): void {
    const size = sizeOf(waiting.envelope)
    if (this.#waiting > 0 && this.#waiting + size > MAX_WAITING) {
      this.#drop()
      return
    }
    this.#waiting += size
    this.#line.push(waiting)
    this.#working ??= this.#work()
  }

  #drop(): void {
    if (!this.#warned) {
      this.#log.warn({}, 'more envelopes come than can be kept: some of them are not captured')
    }
    this.#warned = true
  }

  async #work(): Promise<void> {
    // Not within the turn that answers the message.
    await new Promise((resolve) => setImmediate(resolve))
    for (let one = this.#line.shift(); one; one = this.#line.shift()) {
      try {
        const envelope = await this.#slices.run(this.#kept(one.envelope), this.#ending)
        this.#journal.capture({ ...one, envelope })
      } catch (error) {
        this.#log.warn({ err: error, exchange: one.exchange }, 'an envelope was not captured')
      }
      this.#waiting -= sizeOf(one.envelope)
    }
    this.#working = undefined
  }

  *#kept(envelope: EnvelopeBytes | string): Walk<string> {
    const { redact } = this.#settings
    const { maxEnvelope } = this.#bounds
    const text = envelopeText(envelope)
    if (text === undefined) return NOT_TEXT
    try {
      const root = yield* reading(text, this.#limits)
      const cuts = yield* redactions(root, text, this.#paths)
      return keptText(text, cuts, maxEnvelope)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      // What cannot be read cannot be redacted.
      if (redact.length > 0) return NOT_XML
      const kept = keptText(text, [], maxEnvelope)
      return SECRET.test(kept) ? NOT_XML : kept
    }
  }
}

const NOT_TEXT = '[not kept: its bytes are no text in the encoding that it says]'
const NOT_XML = '[not kept: it cannot be read as XML, and may have what is to be redacted]'

function sizeOf(envelope: EnvelopeBytes | string): number {
  return typeof envelope === 'string' ? envelope.length : envelope.body.length
}

function envelopeText(envelope: EnvelopeBytes | string): string | undefined {
  if (typeof envelope === 'string') return envelope
  try {
    return decodeText(envelope.body, envelope.charset)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
