/** The bull-board of a queue on Redis: every job of it, without envelopes; it takes no request that changes anything. */
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import type { Queue } from 'bullmq'
import { answered } from '../answered.js'
import type { Board } from '../board.js'
import { BoardParts } from './board-parts.js'
import { readStored } from './stored-job.js'

/** Milliseconds that an operator waits for an answer at most. */
const LONGEST = 10_000
/** Jobs of each state on a page. */
const MOST = 50

/** @param base  path of the board, with a slash at its end */
export function openBoard(queue: Queue, base: string): Board {
  const shown = new BullMQAdapter(queue, { readOnlyMode: true, displayName: 'Jobs' })
  shown.setFormatter('name', ({ data }) => readStored(data)?.head.job.label.operation ?? 'unknown')
  shown.setFormatter('data', shownOfJob)
  shown.setFormatter('returnValue', shownOfResult)
  const parts = new BoardParts()
  createBullBoard({
    queues: [shown],
    serverAdapter: parts,
    options: {
      uiConfig: {
        boardTitle: 'Waybill: jobs',
        hideDocsLink: true,
        miscLinks: [{ text: 'Back to the console', url: '/#/queue' }],
      },
    },
  })
  return {
    files: parts.files,
    page: (path) => parts.page(path, base),
    answer: (path, query) => {
      const asked = parts.find(path)
      if (!asked) return Promise.resolve(undefined)
      const jobsPerPage = `${Math.min(Number(query.jobsPerPage ?? 10), MOST)}`
      return answered(LONGEST, () => asked({ ...query, jobsPerPage }))
    },
  }
}

/** What may be seen of a job by who may look: no envelope, no key, no credentials. */
function shownOfJob(data: unknown): unknown {
  const stored = readStored(data)
  if (!stored) return { unreadable: true }
  const { head, plan, life, stalls, suspension, replaces } = stored
  const { kind, soap, action, label, lane, way } = head.job
  const [envelope, ...attachments] = head.sizes
  const bytes = { envelope, attachments }
  return {
    kind,
    soap,
    action,
    ...label,
    lane,
    way,
    bytes,
    plan,
    life,
    stalls,
    suspension,
    replaces,
  }
}

/** Without the answer itself. */
function shownOfResult(value: unknown): unknown {
  const isWhole = typeof value === 'object' && value !== null && 'result' in value
  const result = isWhole ? value.result : undefined
  if (typeof result !== 'object' || result === null) return undefined
  return Object.fromEntries(Object.entries(result).filter(([name]) => name !== 'message'))
}
