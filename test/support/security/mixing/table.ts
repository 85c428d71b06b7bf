/** What the receiver answered, by class: a table for the log of a test, and what was served as nobody sent it. */
import type { Letter } from './letters.js'
import type { Answer } from './receiver.js'

export interface Wrong {
  readonly class: string
  readonly effect: string
  readonly text: string
}

export class Table {
  /** Served as what nobody has sent. */
  readonly wrong: Wrong[] = []
  readonly #honest: ReadonlySet<string>
  readonly #counts = new Map<string, Map<string, number>>()

  /** @param honest  the effects of what was really sent */
  constructor(honest: ReadonlySet<string>) {
    this.#honest = honest
  }

  add(name: string, { text }: Letter, answer: Answer): void {
    const counts = this.#counts.get(name) ?? new Map<string, number>()
    this.#counts.set(name, counts)
    const end = this.#endOf(answer)
    counts.set(end, (counts.get(end) ?? 0) + 1)
    if (answer.kind === 'served' && !this.#honest.has(answer.effect)) {
      this.wrong.push({ class: name, effect: answer.effect, text })
    }
  }

  /** A line for each class with such, and one of them as an example. */
  get wrongRows(): readonly string[] {
    return [...this.#counts.keys()].flatMap((name) => {
      const [one, ...more] = this.wrong.filter((wrong) => wrong.class === name)
      return one ? [`${name}: ${1 + more.length}, such as ${one.effect}`] : []
    })
  }

  /** How many of each class there were. */
  get counts(): ReadonlyMap<string, number> {
    const sum = (ends: ReadonlyMap<string, number>) => [...ends.values()].reduce((a, b) => a + b, 0)
    return new Map([...this.#counts].map(([name, ends]) => [name, sum(ends)]))
  }

  /** A row for each class, the most frequent answers first. */
  get rows(): readonly string[] {
    return [...this.#counts].map(([name, ends]) => {
      const sorted = [...ends].sort(([, one], [, other]) => other - one)
      const shown = sorted.slice(0, 6).map(([end, count]) => `${count} ${end}`)
      const rest = sorted.slice(6).reduce((sum, [, count]) => sum + count, 0)
      return `${name} × ${this.counts.get(name)}: ${shown.join('; ')}${rest > 0 ? `; ${rest} others` : ''}`
    })
  }

  #endOf(answer: Answer): string {
    if (answer.kind === 'refused') {
      // What the log says in brackets, without places and names.
      const [, reason = answer.why] = /\(([A-Za-z]+: .*)\)$/.exec(answer.why) ?? []
      return `refused: ${reason
        .replace(/^\d+:\d+: /, '')
        .replace(/[#"']\S*|\S+:\S+(?<!:)/g, '…')
        .slice(0, 70)}`
    }
    return this.#honest.has(answer.effect) ? 'served as it was sent' : 'SERVED AS NOBODY SENT IT'
  }
}
