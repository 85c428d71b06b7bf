/** What operators do with dead letters: send them again, send another envelope in their place, remove them. */
import { z } from 'zod'
import type { OperatorActed } from '../../../message/events/events.js'
import { newId } from '../../../message/exchange-id.js'
import type { Changed, QueueAdmin } from '../../../store/queue/admin.js'
import type { ChangeView } from '../api.js'
import { Refused } from '../refused.js'
import { type Asking, type Resource, resource } from '../resource.js'
import { acted } from '../resources/acted.js'
import { queueOf } from '../resources/queue-of.js'
import { change, moment } from '../resources/shapes.js'
import type { AdminSources } from '../sources.js'
import { checkEdit } from './check-edit.js'
import { id } from './look.js'

/** Dead letters of one request. */
const MAX_DEAD_LETTERS = 1_000
/** Of them at once: what the queue writes together, it writes fast. */
const AT_ONCE = 50

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
    })
    .optional()
    .describe('In place of ids: the newest of all dead letters for which it holds.'),
  dryRun,
})

export function changeResources(sources: AdminSources): readonly Resource[] {
  const bulk = async (
    action: 'replay' | 'remove',
    { ids, filter, dryRun: dry }: z.output<typeof several>,
    asking: Asking,
  ): Promise<ChangeView> => {
    if ((ids === undefined) === (filter === undefined)) {
      throw new Refused(400, 'expected ids, or filter')
    }
    const queue = queueOf(sources)
    const wanted = ids ? [...new Set(ids)] : await meant(queue, filter ?? {})
    const states = new Map(
      (await queue.list({ ids: wanted, limit: wanted.length || 1 })).map((job) => [
        job.id,
        job.state,
      ]),
    )
    const work = async (one: string): Promise<Changed> => {
      const state = states.get(one)
      if (state !== 'dead') return state === undefined ? 'unknown' : 'not-dead'
      return dry ? 'done' : queue[action](one)
    }
    const view = await each(wanted, work)
    if (!dry) emitAction(sources, asking, action, view)
    return view
  }
  return [
    resource({
      method: 'POST',
      path: '/api/dead/replay',
      needs: 'change',
      summary: 'Sends dead letters again, each with all its attempts.',
      takes: several,
      view: change,
      handle: (input, asking) => bulk('replay', input, asking),
    }),
    resource({
      method: 'POST',
      path: '/api/dead/remove',
      needs: 'change',
      summary: 'Removes dead letters for good.',
      takes: several,
      view: change,
      handle: (input, asking) => bulk('remove', input, asking),
    }),
    resource({
      method: 'POST',
      path: '/api/dead/{id}/remove',
      needs: 'change',
      summary: 'Removes a dead letter for good.',
      takes: z.strictObject({ id, dryRun }),
      view: change,
      handle: (input, asking) => bulk('remove', { ids: [input.id], dryRun: input.dryRun }, asking),
    }),
    resource({
      method: 'POST',
      path: '/api/dead/{id}/replace',
      needs: 'change',
      summary: 'Sends another envelope in place of a dead letter, once it is found to be right.',
      takes: z.strictObject({ id, envelope: z.string().min(1), dryRun }),
      view: change,
      handle: async ({ id: one, envelope, dryRun: dry }, asking): Promise<ChangeView> => {
        const queue = queueOf(sources)
        const letter = await queue.show(one)
        if (letter?.state !== 'dead') return viewOf([[one, letter ? 'not-dead' : 'unknown']])
        const rules = sources.pathNow()
        if (!rules) throw new Refused(503, 'the node is not ready yet')
        const { findings, operation, keys } = await checkEdit(
          envelope,
          letter,
          rules,
          asking.signal,
        )
        if (findings.length > 0) return { ...viewOf([]), findings }
        if (dry) return viewOf([[one, 'done']])
        const edit = {
          id: newId(),
          body: Buffer.from(envelope, 'utf8'),
          charset: 'utf-8',
          operation,
          keys,
        }
        const view = viewOf([[one, await queue.replace(one, edit)]])
        emitAction(sources, asking, 'replace', view)
        return view.done.length > 0 ? { ...view, replacedBy: edit.id } : view
      },
    }),
  ]
}

async function meant(
  queue: QueueAdmin,
  filter: NonNullable<z.output<typeof several>['filter']>,
): Promise<readonly string[]> {
  const found = await queue.list({ ...filter, state: ['dead'], limit: MAX_DEAD_LETTERS })
  return found.map((job) => job.id)
}

async function each(
  ids: readonly string[],
  work: (id: string) => Promise<Changed>,
): Promise<ChangeView> {
  const results: (readonly [string, Changed])[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    results.push(...(await Promise.all(some.map(async (one) => [one, await work(one)] as const))))
  }
  return viewOf(results)
}

const WHY = { 'not-dead': 'it is not dead any more', unknown: 'there is no such job' } as const

function viewOf(results: readonly (readonly [string, Changed])[]): ChangeView {
  const done = results.flatMap(([one, result]) => (result === 'done' ? [one] : []))
  const failed = results.flatMap(([one, result]) =>
    result === 'done' ? [] : [{ id: one, why: WHY[result] }],
  )
  return { done, failed, findings: [], replacedBy: undefined }
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
