/** A notice as people read it, and as programs do. */
import type { Notice } from './problem.js'

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

/**
 * @param node     URI of the node
 * @param console  URL of its console; undefined if it is not known
 */
export function noticeText(notice: Notice, node: string, console: string | undefined): NoticeText {
  const { kind, state, title, count, first, last, examples, page, more } = notice
  const link = console === undefined ? undefined : new URL(page, console).href
  const times = count > 1 ? ` (${count} times)` : ''
  const subject = `${SAYS[state]}: ${title}${times}`
  const lines = [
    `${subject} [${node}]`,
    `First seen ${when(first)}${count > 1 ? `, last ${when(last)}` : ''}.`,
    ...examples.map((example) => `- ${example}`),
    ...(more > 0 ? [`and ${more} more problems of this kind`] : []),
    ...(link === undefined ? [] : [link]),
  ]
  const span = { first: new Date(first).toISOString(), last: new Date(last).toISOString() }
  const text = lines.join('\n')
  return {
    subject,
    text,
    json: { text, node, kind, state, title, count, ...span, examples, more, link },
  }
}

function when(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
