/** The node as a whole: what it is, and whether it is ready. */
import { z } from 'zod'
import type { NodeView } from '../api.js'
import { NO_INPUT, type Resource, resource } from '../resource.js'
import { RIGHTS } from '../rights.js'
import type { AdminSources } from '../sources.js'
import { mayOf } from './may-of.js'
import { listening } from './shapes.js'

const view = z.object({
  uri: z.string(),
  version: z.string(),
  role: z.enum(['all', 'listener', 'worker']),
  started: z.int(),
  listening,
  plugins: z.array(z.string()),
  journal: z.boolean(),
  ready: z.boolean(),
  may: z.enum(RIGHTS),
  limited: z.literal(true).optional(),
})

export function nodeResource(sources: AdminSources): Resource {
  return resource({
    method: 'GET',
    path: '/api/node',
    needs: 'look',
    summary: 'What this node is, whether it is ready, and what the caller may do.',
    takes: NO_INPUT,
    view,
    handle: async (_, { caller }): Promise<NodeView> => ({
      ...sources.facts,
      listening: sources.listeningNow(),
      ready: (await sources.readiness()).ready,
      ...mayOf(caller.rights),
    }),
  })
}
