/** What happened in a campaign of calls with identities, and what in it no node may do. */
import type { Span } from './moments.js'

/** One sending of a call, and what its sender heard. */
export interface Sending extends Span {
  readonly id: string
  /** `pending` is the fault of a message that is not finished, `empty` an answer without an envelope. */
  readonly heard: 'reply' | 'fault' | 'pending' | 'empty' | 'refused' | 'lost'
  /** The run that a reply is of. */
  readonly run?: string | undefined
  readonly text: string
}

export interface RunOfCall {
  readonly id: string
  readonly run: string
  readonly pid: number
  readonly begun: number
  readonly ended?: { readonly at: number; readonly how: 'returned' | 'threw' } | undefined
}

/** A process that was killed. */
export interface Death extends Span {
  readonly pid: number
}

export interface CampaignHistory {
  readonly sendings: readonly Sending[]
  /** In the order in which they began. */
  readonly runs: readonly RunOfCall[]
  readonly deaths: readonly Death[]
  /** Milliseconds by which a timer of the callers' process was late at most. */
  readonly lateness: number
}

/** Milliseconds: how long a lease lives once its process is dead, and what operation and store take. */
const LEASE = 8_000
const WORK = 2_000

export interface Verdict {
  readonly breaches: readonly string[]
  /** Calls that ran once more, since their process was killed while they ran: `id, run, pid`. */
  readonly again: readonly string[]
  /** The longest that somebody waited for an answer, in milliseconds. */
  readonly longest: number
}

export function verdictOf(history: CampaignHistory): Verdict {
  const again: string[] = []
  const breaches = [...heard(history), ...late(history)]
  for (const runs of byId(history.runs).values()) {
    for (const [index, run] of runs.entries()) {
      const next = runs[index + 1]
      if (!next) continue
      const how = repeated(run, next, history)
      if (how === 'killed') again.push(`${run.id}, ${run.run}, ${run.pid}`)
      else if (how !== undefined) breaches.push(how)
    }
  }
  return { breaches, again, longest: Math.max(0, ...answered(history).map(took)) }
}

/** @returns undefined if the next run was right, `killed` if it was since the process died, or what is wrong */
function repeated(
  { id, run, pid, begun, ended }: RunOfCall,
  next: RunOfCall,
  { deaths, sendings }: CampaignHistory,
): string | undefined {
  if (ended?.how === 'threw' && ended.at <= next.begun) return undefined
  const death = deaths.find((one) => one.pid === pid && begun <= one.to)
  if (!death || next.begun < death.from) {
    const alive = ended && ended.at <= next.begun ? 'has returned' : 'goes on'
    return `${id} ran again on ${next.pid} while its run ${run} on ${pid} ${alive}, and its process lived`
  }
  const sending = sendings.find((one) => one.id === id && one.run === run)
  return sending ? `${id} ran again though somebody has the answer of run ${run}` : 'killed'
}

/** Every caller gets an envelope, the same one that all others of its call get. */
function heard({ sendings, runs }: CampaignHistory): readonly string[] {
  const byRun = new Map(runs.map((one) => [one.run, one]))
  const answers = new Map<string, string>()
  return sendings.flatMap(({ id, heard, run, text }): readonly string[] => {
    if (heard === 'empty') return [`${id} got no envelope: ${text}`]
    if (heard === 'pending') return [`${id} waited, and got no outcome: ${text}`]
    if (heard !== 'reply') return []
    const first = answers.get(id) ?? run ?? ''
    answers.set(id, first)
    if (run === undefined || byRun.get(run)?.id !== id) return [`${id} got another answer: ${text}`]
    return first === run ? [] : [`${id} got the answers of two runs: ${first} and ${run}`]
  })
}

function late(history: CampaignHistory): readonly string[] {
  const most = LEASE + WORK + 4 * history.lateness
  return answered(history)
    .filter((one) => took(one) > most)
    .map((one) => `${one.id} waited for ${Math.round(took(one))} ms`)
}

const took = ({ from, to }: Span) => to - from
const answered = ({ sendings }: CampaignHistory) =>
  sendings.filter(({ heard }) => heard === 'reply' || heard === 'fault')

function byId(runs: readonly RunOfCall[]): ReadonlyMap<string, readonly RunOfCall[]> {
  const all = new Map<string, RunOfCall[]>()
  for (const run of runs) all.set(run.id, [...(all.get(run.id) ?? []), run])
  return all
}
