/** Each state of a claim, by what a policy says of repetitions, for the same bytes and for the same identity signed anew. */
import test, { type ExecutionContext } from 'ava'
import type { EvidenceEntry } from '../../src/security/evidence.js'
import { factsOf } from '../../src/security/trust/certificate-facts.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import type { Outcome } from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { gate, until } from '../support/jobs.js'
import { T } from '../support/nodes/marking.js'
import { MemoryQueue } from '../support/nodes/memory-queue.js'
import { makeNode, type TestNode } from '../support/nodes/node.js'
import { type Kit, letter, people, write } from '../support/security/forge/letter.js'
import { securityOf } from '../support/security/guarded.js'
import { openSqlite } from '../support/sqlite-queue.js'

const POLICIES = {
  once: { require: 'signature', replays: 'once' },
  refuse: { require: 'signature', replays: 'refuse' },
  'non-repudiation': { require: 'non-repudiation' },
} as const
type PolicyName = keyof typeof POLICIES

const STATES = ['none', 'running', 'ended', 'open again', 'holder dead', 'forgotten'] as const
type State = (typeof STATES)[number]

const SENT = ['same bytes', 'signed anew'] as const
type Again = (typeof SENT)[number]

/** What the repetition gets. */
type Gets = 'runs' | 'the first outcome' | 'refused'

/** What it gets that was signed anew; the same bytes get it where a policy says `once`, and are refused elsewhere. */
const ANEW: Readonly<Record<State, Gets>> = {
  none: 'runs',
  running: 'the first outcome',
  ended: 'the first outcome',
  'open again': 'runs',
  'holder dead': 'runs',
  // Nothing knows its outcome any more, and a signature under it could still be taken.
  forgotten: 'refused',
}

function expected(state: State, policy: PolicyName, again: Again): Gets {
  if (state === 'none' || again === 'signed anew' || policy === 'once') return ANEW[state]
  return 'refused'
}

const table: (readonly [State, PolicyName, Again, Gets])[] = []
test.after(() => {
  const cells = (of: State, policy: PolicyName) =>
    SENT.map((again) => table.find((row) => row[0] === of && row[1] === policy && row[2] === again))
  for (const state of STATES) {
    const row = Object.keys(POLICIES).flatMap((policy) =>
      cells(state, policy as PolicyName).map((cell) => (cell?.[3] ?? '?').padEnd(18)),
    )
    process.stderr.write(`${state.padEnd(12)} ${row.join('')}\n`)
  }
})

/** A node with an operation that a test holds, and has fail. */
function nodeOn(t: ExecutionContext, kit: Kit, policy: PolicyName, queue: JobQueue) {
  const entries: EvidenceEntry[] = []
  const runs: string[] = []
  const held = gate()
  const state = { held: false, throws: false }
  const plugin = {
    operations: [
      {
        name: `{${T}}Mark` as const,
        async invoke() {
          runs.push('begun')
          const number = runs.length
          if (state.held) await held.opened
          if (state.throws) throw new Error('away')
          return { result: `run ${number}`, more: 'second' }
        },
      },
    ],
  }
  const node = makeNode(
    { marking: plugin },
    {
      queue,
      settings: [securityOf(t, kit, [POLICIES[policy]])],
      evidence: {
        append: async (entry) => void entries.push(entry),
        probe: async () => undefined,
        close: async () => undefined,
      },
    },
  )
  return { node, entries, runs, held, state }
}

const contentOf = (outcome: Outcome): string =>
  outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : outcome.kind
const isRefusal = (outcome: Outcome) =>
  outcome.kind === 'fault' && /does not have the security/.test(contentOf(outcome))

for (const state of STATES) {
  for (const policy of Object.keys(POLICIES) as PolicyName[]) {
    for (const again of SENT) {
      const gets = expected(state, policy, again)
      test(`${state}, ${policy}, ${again}: ${gets}`, async (t) => {
        const cell = await cellOf(t, state, policy, again)
        table.push([state, policy, again, cell.gets])
        t.is(cell.gets, gets)
        if (policy === 'non-repudiation') t.deepEqual(cell.evidence, cell.exchanged)
      })
    }
  }
}

interface Cell {
  readonly gets: Gets
  /** How many lines of evidence there are, and how many messages there were under the policy. */
  readonly evidence: { readonly received: number; readonly sent: number }
  readonly exchanged: { readonly received: number; readonly sent: number }
}

async function cellOf(
  t: ExecutionContext,
  state: State,
  policy: PolicyName,
  again: Again,
): Promise<Cell> {
  const kit: Kit = { ...(await people()), soap: '1.1', form: 'wss', at: Date.now() }
  const peer = { tls: { protocol: 'TLSv1.3', certificate: factsOf(kit.alice.certificate) } }
  const text = write(letter(kit))
  const repeated = again === 'same bytes' ? text : write(letter({ ...kit, at: kit.at + 1 }))
  const dies = state === 'holder dead'
  const stateDir = dies ? folderOf(t, {}) : undefined
  const open = () => (stateDir ? openSqlite({ stateDir }) : new MemoryQueue())
  const queue = await open()
  const one = nodeOn(t, kit, policy, queue)
  const other = dies ? nodeOn(t, kit, policy, await open()) : one
  t.teardown(() => other.node.queue.close())
  const inject = ({ node }: { node: TestNode }, body: string) =>
    node.inject(body, { peer, idempotencyKey: 'one' })
  one.state.held = state === 'running' || dies
  one.state.throws = state === 'open again'
  const first = state === 'none' ? undefined : inject(one, text)
  if (one.state.held) await until(() => one.runs.length === 1)
  else await first
  if (state === 'forgotten') t.is(await queue.admin.trim(Date.now() + 3_600_000), 1)
  one.state.throws = false
  const before = one.runs.length
  const second = inject(other, repeated)
  if (state === 'running') {
    const found = ({ msg }: Record<string, unknown>) => msg === 'the message was sent before'
    // It waits, or is refused at once.
    await Promise.race([second, until(() => one.node.log.some(found))])
    one.held.open()
  }
  if (dies) {
    const heard = ({ msg }: Record<string, unknown>) => msg === 'the message was sent before'
    await Promise.race([second, until(() => other.node.log.some(heard))])
    await queue.close()
  }
  const outcome = await second
  // Its process is dead: what its handler does now is of no account.
  one.held.open()
  const reported = first && (await first)
  const ran = other.runs.length - (dies ? 0 : before)
  const gets = isRefusal(outcome)
    ? 'refused'
    : ran === 1
      ? 'runs'
      : reported && contentOf(outcome) === contentOf(reported)
        ? 'the first outcome'
        : undefined
  if (gets === undefined) throw new Error(`neither run nor repeated: ${contentOf(outcome)}`)
  const entries = dies ? [...one.entries, ...other.entries] : one.entries
  const count = (direction: EvidenceEntry['direction']) =>
    entries.filter((entry) => entry.direction === direction).length
  // A line of what came says that it was accepted; a refusal is an answer, too.
  const taken = gets !== 'refused' || (state === 'forgotten' && again === 'signed anew')
  const firsts = state === 'none' ? 0 : 1
  return {
    gets,
    evidence: { received: count('received'), sent: count('sent') },
    exchanged: {
      received: firsts + (taken ? 1 : 0),
      sent: (dies ? 0 : firsts) + 1,
    },
  }
}
