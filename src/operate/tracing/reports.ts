/** What the SDK reports of itself, in the node's log: each sentence once, as a collector that is down is told of often. */
import type { DiagLogger } from '@opentelemetry/api'
import type { Log } from '../../base/log.js'

/** Sentences that are known again. */
const MOST = 100

export class Reports implements DiagLogger {
  readonly #log: Pick<Log, 'warn'>
  readonly #told = new Set<string>()

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log
  }

  readonly error = (...said: readonly unknown[]): void => this.#tell(said)
  readonly warn = (...said: readonly unknown[]): void => this.#tell(said)
  readonly info = (): void => undefined
  readonly debug = (): void => undefined
  readonly verbose = (): void => undefined

  #tell(said: readonly unknown[]): void {
    const cause = reasonIn(said.map(String).join(': '))
    if (this.#told.has(cause) || this.#told.size >= MOST) return
    this.#told.add(cause)
    this.#log.warn({ cause }, 'the SDK for spans reports a problem; it is told once')
  }
}

/** The SDK reports an error as JSON of all that it has, with its stack. */
function reasonIn(sentence: string): string {
  const [, reason] = /"message":"((?:[^"\\]|\\.)*)"/.exec(sentence) ?? []
  return (reason ?? sentence).slice(0, 300)
}
