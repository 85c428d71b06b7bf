/** Dead letters: which there are, and one of them whole. */
import { z } from 'zod'
import { decodeText } from '../../../xml/charset.js'
import type { DeadLettersView, DeadLetterView } from '../api.js'
import { Refused } from '../refused.js'
import { type Resource, resource } from '../resource.js'
import type { ContentsRead } from '../resources/contents-read.js'
import { queueOf } from '../resources/queue-of.js'
import { job, limit, since, word } from '../resources/shapes.js'
import type { AdminSources } from '../sources.js'
import { newestOf } from './several.js'

const LIMIT = 100
const MAX_DEAD_LETTERS = 1_000

/** By which words dead letters are meant. */
export const meant = {
  operation: word(),
  to: word(),
  sender: word(),
  cause: word(),
  since: since(),
  until: since(),
}

const listed = z.object({ jobs: z.array(job), dead: z.int() })

const shown = z.object({
  job,
  envelope: z.string().optional().describe('For those who may read it.'),
  hidden: z.literal(true).optional().describe('The caller has no right to read the envelope.'),
  attachments: z.array(z.object({ contentType: z.string(), size: z.int() })),
  history: z.array(
    z.object({ attempt: z.int(), at: z.int(), node: z.string(), cause: z.string() }),
  ),
  plugin: z.string().optional(),
  replaces: z.string().optional(),
  replacedBy: z.string().optional(),
})

/** Part of a question: the group that a dead letter is in. */
export const group = () =>
  z
    .string()
    .max(120)
    .optional()
    .describe('A `group` of GET /api/dead/groups; empty for those without a cause.')

export const id = z.string().min(1).max(1_000)

export function deadResources(sources: AdminSources, contents: ContentsRead): readonly Resource[] {
  return [
    resource({
      method: 'GET',
      path: '/api/dead',
      needs: 'look',
      summary: 'Dead letters, newest first.',
      takes: z.strictObject({ ...meant, group: group(), limit: limit(MAX_DEAD_LETTERS) }),
      view: listed,
      handle: async ({ limit: most = LIMIT, group: of, ...query }): Promise<DeadLettersView> => {
        const queue = queueOf(sources)
        const [jobs, { dead }] = await Promise.all([
          of === undefined
            ? queue.list({ ...query, state: ['dead'], limit: most })
            : newestOf(queue, { ...query, group: of }, most),
          queue.stats(),
        ])
        return { jobs, dead }
      },
    }),
    resource({
      method: 'GET',
      path: '/api/dead/{id}',
      needs: 'look',
      summary: 'A job, with its envelope and every attempt that failed.',
      takes: z.strictObject({ id }),
      view: shown,
      handle: async (input, { caller }): Promise<DeadLetterView> => {
        const detail = await queueOf(sources).show(input.id)
        if (!detail) throw new Refused(404, 'there is no such job')
        const { body, charset, attachments, history, replaces, replacedBy, ...more } = detail
        const { plugin, arrival: _, ...summary } = more
        const allowed = caller.rights.allows('read', summary)
        if (allowed) contents.record(caller, [summary.id])
        return {
          job: summary,
          ...(allowed
            ? { envelope: bodyText(body, charset) }
            : { envelope: undefined, hidden: true as const }),
          attachments: attachments.map(({ contentType, content: { size } }) => ({
            contentType,
            size,
          })),
          history,
          plugin,
          replaces,
          replacedBy,
        }
      },
    }),
  ]
}

/** @returns undefined for what cannot be shown as text */
function bodyText(body: Uint8Array, charset: string | undefined): string | undefined {
  try {
    return decodeText(body, charset)
  } catch {
    return undefined
  }
}
