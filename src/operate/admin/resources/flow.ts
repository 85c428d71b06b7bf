/** What flows through this node, and the backlog of its queue: now, and as far back as the journal has it. */
import { z } from 'zod'
import { within } from '../../../base/deadline.js'
import type { FlowView } from '../api.js'
import type { Backlog } from '../flow/backlog.js'
import { type Flow, STEP } from '../flow/flow.js'
import type { FlowHistory } from '../flow/history.js'
import { STEPS } from '../flow/line.js'
import { WINDOW_NAMES } from '../flow/windows.js'
import { Refused } from '../refused.js'
import { type Resource, resource } from '../resource.js'
import { moment, numbers, queueStats } from './shapes.js'

/** Lines that are shown. */
export const MAX_LINES = 50
/** Milliseconds that a look into the journal may take. */
const DEADLINE = 20_000

const counts = () => z.array(z.int())

const durations = z.object({
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
})

const line = z.object({
  transport: z.string(),
  operation: z.string().optional(),
  count: counts(),
  failed: counts(),
  clientFaults: counts(),
  serverFaults: counts(),
  p50: numbers(),
  p95: numbers(),
  p99: numbers(),
  durations: durations.optional(),
})

const view = z.object({
  window: z.enum(WINDOW_NAMES),
  kept: z.boolean(),
  step: z.int(),
  at: moment(),
  lines: z.array(line),
  backlog: numbers(),
  marks: z.array(
    z.object({ at: moment(), kind: z.enum(['start', 'reload', 'stop']), text: z.string() }),
  ),
  durations: durations.optional(),
  queue: queueStats.optional(),
})

const takes = z.strictObject({
  window: z
    .enum(WINDOW_NAMES)
    .default('15m')
    .describe('Span up to now, in steps of 5 s, a minute, 5 minutes or an hour.'),
})

export function flowResource(flow: Flow, backlog: Backlog, history: FlowHistory): Resource {
  const recent = (): FlowView => {
    const { at, lines } = flow.lines(MAX_LINES)
    return {
      window: '15m',
      kept: history.isKept,
      step: STEP,
      at,
      lines,
      backlog: backlog.of('waiting'),
      marks: history.marks(at - STEP * STEPS),
      queue: backlog.last,
    }
  }
  return resource({
    method: 'GET',
    path: '/api/flow',
    needs: 'look',
    summary: 'What flowed through this node, in steps, by transport and operation.',
    takes,
    view,
    async handle({ window }): Promise<FlowView> {
      if (window === '15m') return recent()
      const read = await within(DEADLINE, () => history.read(window))
      if (!read) {
        throw new Refused(
          409,
          'this node keeps no journal: there is the last quarter of an hour only',
          { hint: 'journal.enabled keeps more' },
        )
      }
      return { window, kept: true, ...read, queue: backlog.last }
    },
  })
}
