/** A whole daemon in this process, by a configuration file, that can be reloaded and started again, and is asked for its numbers. */
import type { X509Certificate } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configured } from '../../../src/cli/command/read-config.js'
import { withJournalOf } from '../../../src/cli/exchanges/open-journal.js'
import { checked, readSources } from '../../../src/config/read.js'
import { listedTransports } from '../../../src/config/schema.js'
import { Daemon } from '../../../src/daemon.js'
import { entriesIn } from '../../../src/evidence/entries.js'
import { verifyEvidence } from '../../../src/evidence/verify.js'
import { createLog } from '../../../src/log.js'
import { loadTransports, shippedTransport } from '../../../src/path/plugins/load-transports.js'
import type { Receive } from '../../../src/transport.js'
import { until } from '../jobs.js'
import { readExposition } from '../metrics/exposition.js'
import { rebindTo } from '../nodes/bounds.js'
import type { EvidenceKept, NodeReport, Reports } from '../promises/history.js'
import { openSqlite } from '../sqlite-queue.js'
import { TOKEN } from './configuration.js'

type Line = Readonly<Record<string, unknown>>

/** Cases prove themselves wrongly on purpose, from one address: none is to keep out another. */
const GUESSES = rebindTo({ security: { maxFailuresPerMinute: 100_000 } })

export class LocalDaemon {
  readonly name: string
  readonly #folder: string
  readonly #exchange = new Map<string, Receive>()
  readonly #lines: Line[] = []
  /** Of the time before it was started last. */
  readonly #reports: NodeReport[] = []
  #daemon: Daemon | undefined
  /** Of the admin listener. */
  #admin = ''
  /** Of HTTP; 0 takes a free one. */
  #port = 0
  /** Lines that were there when it was started last: counts begin anew then. */
  #begun = 0

  readonly #asksReports: boolean

  /**
   * @param configuration  of the file in the folder
   * @param asksReports    whether it is asked for its journal, its metrics and the numbers of its console, too
   */
  constructor(name: string, folder: string, configuration: object, asksReports: boolean) {
    this.name = name
    this.#asksReports = asksReports
    this.#folder = folder
    writeFileSync(this.#file, JSON.stringify(configuration))
  }

  /** All that its log has said. */
  get lines(): readonly Line[] {
    return this.#lines
  }

  get #file(): string {
    return join(this.#folder, `${this.name}.json`)
  }

  /** What it listens on with this scheme. */
  url(scheme: 'http' | 'https' | 'smtp'): string {
    const found = this.#daemon?.listening.find(({ url }) => url.startsWith(`${scheme}:`))
    if (!found) throw new Error(`${this.name} does not listen to ${scheme}`)
    return found.url
  }

  get memory(): Receive {
    const receive = this.#exchange.get('node')
    if (!receive) throw new Error(`${this.name} is closed`)
    return receive
  }

  async start(): Promise<void> {
    this.#begun = this.#lines.length
    const log = createLog('debug', (line) => this.#lines.push(JSON.parse(line)))
    const daemon = await Daemon.create(await this.#read(), log, GUESSES)
    await daemon.start()
    this.#daemon = daemon
    const { listening } = this.#lines.findLast(({ msg }) => msg === 'health is available') ?? {}
    this.#admin = Array.isArray(listening) ? String(listening[0]) : ''
  }

  async stop(): Promise<void> {
    await this.#daemon?.stop()
    this.#daemon = undefined
  }

  /** Where it was. Its counts begin anew. */
  async restart(): Promise<void> {
    const [{ url } = { url: '' }] = this.#daemon?.listening ?? []
    this.#port = Number(new URL(url).port)
    this.#reports.push(await this.#report())
    await this.start()
  }

  /** As `waybill queue trim` does. */
  async trim(): Promise<void> {
    const queue = await this.#queue()
    await queue.admin.trim(Date.now() + 1)
    await queue.close()
  }

  /** With a configuration that says something else, and the same of all messages. */
  async reload(): Promise<void> {
    const alerts = { console: 'https://console.example/' }
    await this.#daemon?.reload(() => this.#read({ alerts }))
    const reloaded = this.#lines.findLast(({ msg }) => /^the configuration was/.test(String(msg)))
    if (reloaded?.msg !== 'the configuration was reloaded')
      throw new Error(JSON.stringify(reloaded))
  }

  /** Waits until nothing waits, runs or is put off in its queue. */
  async idle(): Promise<void> {
    await until(async () => {
      const { queue } = await this.#view<{ readonly queue?: Readonly<Record<string, number>> }>(
        '/api/queue',
      )
      if (!queue) return false
      const { waiting = 1, delayed = 0, suspended = 0, running = 0 } = queue
      return waiting + delayed + suspended + running === 0
    })
  }

  /** What log, journal, metrics and console say of it since it was made; it is stopped then. */
  async reports(): Promise<readonly NodeReport[]> {
    return [...this.#reports, await this.#report()]
  }

  async #report(): Promise<NodeReport> {
    const counts = this.#asksReports ? await this.#counts() : undefined
    // Then the journal has all that it was given.
    await this.stop()
    const log = this.#events
    const since = Date.parse(String(this.#lines[this.#begun]?.time))
    const reports = counts && { ...counts, journal: await this.#journal(since) }
    return { node: this.name, log, reports }
  }

  get #events(): readonly Line[] {
    return this.#lines.slice(this.#begun).filter(({ event }) => event !== undefined)
  }

  async #counts(): Promise<Omit<Reports, 'journal'>> {
    const metrics = readExposition(await this.#text('/metrics'))
    const samples = ['waybill_exchanges_total', 'waybill_jobs_total'].flatMap(
      (name) => metrics.get(name)?.samples ?? [],
    )
    const named = samples.map(({ name, labels, value }): [string, number] => [
      [name, ...[...labels].map(([label, value]) => `${label}=${value}`)].join(' '),
      value,
    ])
    const last = Date.parse(String(this.#events.at(-1)?.time ?? 0))
    return { metrics: new Map(named), console: await this.#console(last) }
  }

  /** Whether it has evidence at all. */
  get keepsEvidence(): boolean {
    return existsSync(this.#evidence)
  }

  /** What is kept of its messages. */
  async evidence(): Promise<readonly EvidenceKept[]> {
    const kept: EvidenceKept[] = []
    for await (const { entry, message } of entriesIn(this.#evidence)) {
      const { direction, exchange } = entry
      kept.push({ node: this.name, direction, exchange, text: message.toString('utf8') })
    }
    return kept
  }

  /** What is wrong with it. @param own  certificate of the node */
  async brokenEvidence(own: X509Certificate): Promise<readonly string[]> {
    const heads = await this.#queue()
    const node = `urn:example:${this.name}`
    const evidence = { folder: this.#evidence, node, certificates: [own], heads, partial: false }
    const { faults } = await verifyEvidence(evidence)
    await heads.close()
    return faults.map((fault) => `${this.name}: ${JSON.stringify(fault)}`)
  }

  get #evidence(): string {
    return join(this.#state, 'evidence')
  }

  get #state(): string {
    return join(this.#folder, `state-${this.name}`)
  }

  /** As commands open it beside a node that runs. */
  #queue() {
    return openSqlite({ stateDir: this.#state, serves: false, node: `urn:example:${this.name}` })
  }

  async #journal(since: number): Promise<readonly Line[]> {
    const { config } = await this.#read()
    let found: readonly Line[] = []
    await withJournalOf(config, async (journal) => {
      let after: string | undefined
      do {
        const page = await journal.search({ since }, 1_000, after)
        found = [...found, ...page.entries.map(({ event }): Line => ({ ...event }))]
        after = page.next
      } while (after !== undefined)
    })
    return found
  }

  /** It shows steps that are over only. */
  async #console(last: number): Promise<Reports['console']> {
    interface Shown {
      readonly at: number
      readonly lines: readonly {
        readonly transport: string
        readonly operation?: string
        readonly count: readonly number[]
        readonly failed: readonly number[]
      }[]
    }
    let shown: Shown = { at: 0, lines: [] }
    await until(async () => {
      shown = await this.#view<Shown>('/api/flow')
      return shown.at > last
    })
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
    return new Map(
      shown.lines.map(({ transport, operation = '', count, failed }) => [
        `${transport} ${operation}`,
        { count: sum(count), failed: sum(failed) },
      ]),
    )
  }

  async #read(changed: object = {}) {
    const sources = readSources({ file: this.#file, environment: {}, settings: [] })
    const { transports } = checked(sources, listedTransports)
    const memory = await shippedTransport('memory')
    const loaded = await loadTransports(transports, sources.folder)
    const { http } = sources.value
    const value = {
      ...sources.value,
      ...changed,
      transports: [...transports, memory.name],
      memory: { exchange: this.#exchange },
      http: { ...(typeof http === 'object' && http), port: this.#port },
    }
    return configured({ ...sources, value }, [...loaded, memory])
  }

  async #view<View>(path: string): Promise<View> {
    return JSON.parse(await this.#text(path))
  }

  /** The one way to its admin listener. */
  async #text(path: string): Promise<string> {
    const answer = await fetch(this.#admin + path, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return text
  }
}
