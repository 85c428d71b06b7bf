/** A notice as people read it, and as programs do. */
import { spanText } from '../problems/shown-text.js'
import type { Notice } from './notice.js'

export interface NoticeText {
  readonly subject: string
  readonly text: string
  /** For a webhook: `text` alone is what Slack and those like it show. */
  readonly json: Readonly<Record<string, unknown>>
}

const SAYS = {
  firing: 'Alert',
  reminder: 'Still so',
  resolved: 'Over',
  test: 'Test',
} as const

/** Page of the console's listener that says what to do, by the names of problems. */
const RUNBOOK = 'incidents.html'

/**
 * @param node     URI of the node
 * @param console  URL of its console; undefined if it is not known
 */
export function noticeText(notice: Notice, node: string, console: string | undefined): NoticeText {
  const { page, title, count, state, kind, first, last, more, examples, remedy } = notice
  const link = console === undefined ? undefined : new URL(page, console).href
  const runbook =
    console === undefined || kind === 'test'
      ? undefined
      : new URL(`${RUNBOOK}#${kind}`, console).href
  // Of dead letters the title says how many there are.
  const times = count > 1 && kind !== 'dead-letters' ? ` (${count} times)` : ''
  const subject = `${SAYS[state]}: ${title}${times}`
  const lines = [
    `${subject} [${node}]`,
    ...(kind === 'test' ? [] : [since(notice)]),
    ...examples.map((example) => `- ${example}`),
    ...(more > 0 ? [`and ${more} more problems of this kind`] : []),
    ...(remedy === '' || state === 'resolved' ? [] : [remedy]),
    ...[link, runbook].filter((one) => one !== undefined),
  ]
  const span = { first: new Date(first).toISOString(), last: new Date(last).toISOString() }
  const text = lines.join('\n')
  const { subject: concerns, severity, waiting, oldest } = notice
  return {
    subject,
    text,
    json: {
      text,
      node,
      kind,
      state,
      subject: concerns,
      severity,
      title,
      count,
      ...span,
      waiting,
      oldest,
      examples,
      more,
      remedy,
      link,
      runbook,
    },
  }
}

function since({ first, last, state }: Notice): string {
  const so = `Since ${when(first)}`
  return state === 'resolved' ? `${so}, for ${spanText(Math.max(0, last - first))}.` : `${so}.`
}

function when(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
