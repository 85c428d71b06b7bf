/** Has all cases happen at nodes that they share, and records what happened. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '../folder.js'
import type { Arrived, Heard, History, Sent } from '../promises/history.js'
import { issue } from '../security/certificates.js'
import { type People, people } from '../security/forge/letter.js'
import { Turns } from '../turns.js'
import { configurationFor, hasPath, type Numbered } from './configuration.js'
import { type Endpoints, endpoints } from './endpoints.js'
import type { Case } from './factors.js'
import { isSigned, signsBlock, write } from './letter.js'
import { LocalDaemon } from './local-daemon.js'
import type { Met } from './plugin.js'
import { fetchAnswer, type Sending, send } from './sending.js'

interface Teardown {
  teardown(clean: () => void | Promise<void>): void
}

/** Messages at once: as many as let the others go on while one waits. */
const AT_ONCE = 6

/** @param reports  whether nodes are asked for journal, metrics and console, which show what is some seconds old */
export async function meet(t: Teardown, cases: readonly Case[], reports = true): Promise<History> {
  const everybody = await people()
  const answers = await endpoints(t)
  const numbered = [...cases.entries()]
  const nodes = await nodesFor(t, numbered, everybody, answers, reports)
  const meeting = new Meeting(everybody, answers, nodes)
  for (const reload of ['no', 'yes'] as const) {
    await meeting.round(
      numbered.filter(([, one]) => one.reload === reload),
      reload === 'yes',
    )
  }
  return meeting.history(cases)
}

interface Nodes {
  readonly plain: LocalDaemon
  readonly secure: LocalDaemon
  readonly far: LocalDaemon
}

async function nodesFor(
  t: Teardown,
  cases: readonly Numbered[],
  { authority, alice, bob, node }: People,
  { relay }: Endpoints,
  reports: boolean,
): Promise<Nodes> {
  const server = issue(
    { subject: 'CN=localhost, O=Example, C=NL', names: ['DNS:localhost', 'IP:127.0.0.1'] },
    authority,
  )
  const folder = folderOf(t, {})
  const file = (name: string) => join(folder, name)
  const files = {
    'server.pem': server.pem,
    'server.key': server.keyPem,
    'authority.pem': authority.pem,
    'alice.pem': alice.pem,
    'bob.pem': bob.pem,
    'node.pem': node.pem,
    'node.key': node.keyPem,
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(file(name), content, { mode: 0o600 })
  }
  const start = async (name: string, own: readonly Numbered[], secure: boolean, next?: string) => {
    const stateDir = file(`state-${name}`)
    const around = { file, stateDir, relay, next, secure, name }
    const daemon = new LocalDaemon(name, folder, configurationFor(own, around), reports)
    await daemon.start()
    t.teardown(() => daemon.stop())
    return daemon
  }
  const isSecure = ([, one]: Numbered) => one.transport === 'https'
  const far = await start('far', cases, false)
  const next = far.url('http')
  const secure = await start('secure', cases.filter(isSecure), true, next)
  const plain = await start(
    'plain',
    cases.filter((one) => !isSecure(one)),
    false,
    next,
  )
  return { plain, secure, far }
}

interface Prepared extends Sending {
  readonly number: number
  readonly token: string
  readonly block: string
}

class Meeting {
  readonly #people: People
  readonly #endpoints: Endpoints
  readonly #nodes: Nodes
  readonly #sent: Sent[] = []
  readonly #arrived: Arrived[] = []
  /** Answers that can be fetched once they are there. */
  readonly #later: (() => Promise<void>)[] = []
  readonly #turns = new Turns(AT_ONCE)

  constructor(people: People, endpoints: Endpoints, nodes: Nodes) {
    this.#people = people
    this.#endpoints = endpoints
    this.#nodes = nodes
  }

  get #all(): readonly LocalDaemon[] {
    const { plain, secure, far } = this.#nodes
    return [plain, secure, far]
  }

  /** First messages, then what comes again: at once, after a restart, and after what was done was forgotten. */
  async round(cases: readonly Numbered[], reload: boolean): Promise<void> {
    if (cases.length === 0) return
    const first = new Map<number, Prepared>()
    const eachOf = async (
      some: readonly Numbered[],
      what: Sent['what'],
      prepare: (one: Numbered) => Promise<Prepared>,
    ) => {
      await Promise.all(
        some.map(async (one) => {
          const done = await this.#turns.take()
          try {
            await this.#send(await prepare(one), what)
          } finally {
            done()
          }
        }),
      )
      await this.#idle()
      for (const fetch of this.#later.splice(0)) await fetch()
    }
    await eachOf(cases, 'first', async (one) => {
      const prepared = await this.#prepare(one, 1)
      first.set(one[0], prepared)
      return prepared
    })
    if (reload) for (const node of this.#all) await node.reload()
    const those = (...some: readonly Case['repetition'][]) =>
      cases.filter(([, { repetition }]) => some.includes(repetition))
    const again = async (numbered: Numbered): Promise<Prepared> => {
      const [number, { repetition }] = numbered
      const before = first.get(number)
      if (!before) throw new Error(`nothing was sent of ${number}`)
      return repetition === 'same-id' ? this.#prepare(numbered, 2, before) : before
    }
    await eachOf(those('same-bytes', 'same-id'), 'repetition', again)
    if (those('after-restart').length > 0) {
      for (const node of this.#all) await node.restart()
      await eachOf(those('after-restart'), 'repetition', again)
    }
    if (those('after-trim').length > 0) {
      for (const node of this.#all) await node.trim()
      await eachOf(those('after-trim'), 'repetition', again)
    }
  }

  async history(cases: readonly Case[]): Promise<History> {
    const { plain, secure } = this.#nodes
    const kept = [plain, secure].filter((node) => node.keepsEvidence)
    const own = this.#people.node.certificate
    const met = this.#all.flatMap(({ name, lines }) =>
      lines.flatMap((line) => ('met' in line ? [{ node: name, ...(line.met as Met) }] : [])),
    )
    return {
      cases,
      sent: this.#sent,
      arrived: [...this.#arrived, ...this.#endpoints.arrived()],
      ran: met.flatMap((one) => (one.kind === 'ran' ? [one] : [])),
      handed: met.flatMap((one) => (one.kind === 'handed' ? [one] : [])),
      evidence: (await Promise.all(kept.map((node) => node.evidence()))).flat(),
      broken: (await Promise.all(kept.map((node) => node.brokenEvidence(own)))).flat(),
      reports: (await Promise.all(this.#all.map((node) => node.reports()))).flat(),
    }
  }

  /** @param before  whose identification it takes */
  async #prepare([number, one]: Numbered, count: number, before?: Prepared): Promise<Prepared> {
    const key = `c${number}-${count}`
    const messageId = before?.messageId ?? `urn:example:message:${key}`
    const [token, block] = [key, `block-${key}`]
    const replyTo = this.#endpoints.address(key)
    const writing = { number, one, token, block, messageId, replyTo }
    const path = hasPath(one, number) ? `c${number}` : undefined
    const letter = await write(writing, this.#people)
    const mailboxes = one.attempt === 'behind-another' ? ['bus', `c${number}`] : [path ?? 'bus']
    // The same identification counts for the same sender.
    const sender = before?.key ?? key
    return { number, one, token, block, letter, key: sender, path, mailboxes, messageId }
  }

  async #send(prepared: Prepared, what: Sent['what']): Promise<void> {
    const { number, one, token, block, key } = prepared
    const node = one.transport === 'https' ? this.#nodes.secure : this.#nodes.plain
    const heard = await send(prepared, node, this.#people)
    const { attempt } = one
    const isRegistered = ['honest', 'unsigned-block', 'unsigned-place'].includes(attempt)
    const sent: Sent = {
      of: number,
      key,
      what,
      token,
      block,
      proven: attempt === 'honest' || attempt === 'unsigned-block',
      signs: {
        body: isRegistered && isSigned(one),
        block: isRegistered && signsBlock(one),
      },
      heard,
    }
    this.#sent.push(sent)
    this.#hear(prepared, 'connection', heard)
    const { location } = heard
    if (location === undefined || one.answerTo !== 'connection') return
    this.#later.push(async () => {
      const answer = await fetchAnswer(prepared, location, node, this.#people)
      if (answer) this.#hear(prepared, 'fetched', answer)
    })
  }

  #hear({ key }: Prepared, channel: Arrived['channel'], { kind, token }: Heard): void {
    if (kind === 'reply' || kind === 'fault') this.#arrived.push({ key, channel, kind, token })
  }

  async #idle(): Promise<void> {
    // What one has done may be work for the next one.
    for (const node of [...this.#all, ...this.#all]) await node.idle()
  }
}
