/** What flows through this node, and the backlog of its queue. */
import { z } from 'zod'
import type { FlowView } from '../api.js'
import type { Backlog } from '../flow/backlog.js'
import { type Flow, STEP } from '../flow/flow.js'
import { NO_INPUT, type Resource, resource } from '../resource.js'
import { numbers, queueStats } from './shapes.js'

const MAX_LINES = 50

const line = z.object({
  transport: z.string(),
  operation: z.string().optional(),
  count: z.array(z.int()),
  failed: z.array(z.int()),
  p50: numbers(),
  p99: numbers(),
})

const view = z.object({
  step: z.int(),
  at: z.int(),
  lines: z.array(line),
  backlog: numbers(),
  queue: queueStats.optional(),
})

export function flowResource(flow: Flow, backlog: Backlog): Resource {
  return resource({
    method: 'GET',
    path: '/api/flow',
    needs: 'look',
    summary: 'The last quarter of an hour at this node, in steps, by transport and operation.',
    takes: NO_INPUT,
    view,
    handle: (): FlowView => ({
      step: STEP,
      ...flow.lines(MAX_LINES),
      backlog: backlog.of('waiting'),
      queue: backlog.last,
    }),
  })
}
