/** What operators do with dead letters: send them again, send another envelope in their place, remove them. */
import { z } from 'zod'
import type { OperatorActed } from '../../../message/events/events.js'
import { newId } from '../../../message/exchange-id.js'
import type { Changed } from '../../../store/queue/admin.js'
import { positionText } from '../../../store/queue/page.js'
import type { ChangeView } from '../api.js'
import { Refused } from '../refused.js'
import { type Asking, type Resource, refuseUnless, resource } from '../resource.js'
import { acted } from '../resources/acted.js'
import { queueOf } from '../resources/queue-of.js'
import { change, moment, position } from '../resources/shapes.js'
import type { AdminSources } from '../sources.js'
import { checkEdit } from './check-edit.js'
import type { DownAmong } from './down.js'
import { group, id } from './look.js'
import { each, existing, sliceOf } from './several.js'

/** Dead letters of one request that names them. */
const MAX_DEAD_LETTERS = 1_000

const dryRun = z
  .boolean()
  .default(false)
  .describe('Changes nothing, and reports what would be done.')

const word = () => z.string().min(1).max(1_000).optional()

const several = z.strictObject({
  ids: z.array(id).min(1).max(MAX_DEAD_LETTERS).optional(),
  filter: z
    .strictObject({
      operation: word(),
      to: word(),
      sender: word(),
      cause: word(),
      since: moment().optional(),
      until: moment().optional(),
      group: group(),
      died: moment().optional().describe('Died then or before, in milliseconds since 1970.'),
    })
    .optional()
    .describe('In place of ids: those for which it holds, the newest first, a slice of them.'),
  after: position(),
  dryRun,
})

export function changeResources(sources: AdminSources, downOf: DownAmong): readonly Resource[] {
  const bulk = async (
    action: 'replay' | 'remove',
    { ids, filter, after, dryRun: dry }: z.output<typeof several>,
    asking: Asking,
  ): Promise<ChangeView> => {
    if ((ids === undefined) === (filter === undefined)) {
      throw new Refused(400, 'expected ids, or filter')
    }
    if (ids && after) throw new Refused(400, 'after goes with filter')
    const queue = queueOf(sources)
    const { wanted, next } = filter
      ? await sliceOf(queue, filter, after)
      : { wanted: await existing(queue, ids ?? []), next: undefined }
    const changed = await each(wanted, async ([one, job]): Promise<Result> => {
      if (!job) return 'unknown'
      if (!asking.caller.rights.allows('change', job)) return 'not-allowed'
      if (job.state !== 'dead') return 'not-dead'
      return dry ? 'done' : queue[action](one)
    })
    const goals = action === 'replay' ? changed.goals : []
    const view = {
      ...viewOf(changed.results),
      next: next && positionText(next),
      down: await downOf(queue, goals),
    }
    if (!dry && (ids || wanted.length > 0)) emitAction(sources, asking, action, view)
    return view
  }
  return [
    resource({
      method: 'POST',
      path: '/api/dead/replay',
      needs: 'change',
      byMessage: true,
      summary: 'Sends dead letters again, each with all its attempts.',
      takes: several,
      view: change,
      handle: (input, asking) => bulk('replay', input, asking),
    }),
    resource({
      method: 'POST',
      path: '/api/dead/remove',
      needs: 'change',
      byMessage: true,
      summary: 'Removes dead letters for good.',
      takes: several,
      view: change,
      handle: (input, asking) => bulk('remove', input, asking),
    }),
    resource({
      method: 'POST',
      path: '/api/dead/{id}/remove',
      needs: 'change',
      byMessage: true,
      summary: 'Removes a dead letter for good.',
      takes: z.strictObject({ id, dryRun }),
      view: change,
      handle: ({ id: one, dryRun: dry }, asking) =>
        bulk('remove', { ids: [one], dryRun: dry }, asking),
    }),
    resource({
      method: 'POST',
      path: '/api/dead/{id}/replace',
      needs: 'change',
      byMessage: true,
      summary: 'Sends another envelope in place of a dead letter, once it is found to be right.',
      takes: z.strictObject({ id, envelope: z.string().min(1), dryRun }),
      view: change,
      handle: async ({ id: one, envelope, dryRun: dry }, asking): Promise<ChangeView> => {
        const queue = queueOf(sources)
        const letter = await queue.show(one)
        if (letter && !asking.caller.rights.allows('change', letter)) {
          return viewOf([[one, 'not-allowed']])
        }
        if (letter?.state !== 'dead') return viewOf([[one, letter ? 'not-dead' : 'unknown']])
        const rules = sources.pathNow()
        if (!rules) throw new Refused(503, 'the node is not ready yet')
        const { findings, operation } = await checkEdit(envelope, letter, rules, asking.signal)
        if (findings.length > 0) return { ...viewOf([]), findings }
        // Edited, it must not become a message that this operator has no right to.
        refuseUnless(asking.caller, 'change', { ...letter, operation })
        if (dry) return viewOf([[one, 'done']])
        const edit = {
          id: newId(),
          body: Buffer.from(envelope, 'utf8'),
          charset: 'utf-8',
          operation,
        }
        const view = viewOf([[one, await queue.replace(one, edit)]])
        emitAction(sources, asking, 'replace', view)
        return view.done.length > 0 ? { ...view, replacedBy: edit.id } : view
      },
    }),
  ]
}

type Result = Changed | 'not-allowed'

const WHY = {
  'not-allowed': 'this operator may not change it',
  'not-dead': 'it is not dead any more',
  unknown: 'there is no such job',
} as const

function viewOf(results: readonly (readonly [string, Result])[]): ChangeView {
  const done = results.flatMap(([one, result]) => (result === 'done' ? [one] : []))
  const failed = results.flatMap(([one, result]) =>
    result === 'done' ? [] : [{ id: one, why: WHY[result] }],
  )
  return { done, failed, findings: [], replacedBy: undefined, down: [] }
}

function emitAction(
  { observe }: AdminSources,
  { caller }: Asking,
  action: OperatorActed['action'],
  { done, failed }: ChangeView,
): void {
  const outcome = done.length > 0 ? 'done' : 'refused'
  observe(acted(caller, action, outcome, { ids: done, cause: failed[0]?.why }))
}
