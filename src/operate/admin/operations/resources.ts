/** The operations of this node, and calls that operators send to try them. */
import { z } from 'zod'
import type { CallView, FieldView, OperationsView } from '../api.js'
import { Refused } from '../refused.js'
import { NO_INPUT, type Resource, resource } from '../resource.js'
import { acted } from '../resources/acted.js'
import type { AdminSources } from '../sources.js'
import { send } from './call.js'
import type { Catalogue } from './catalogue.js'

const kind = z.enum(['text', 'number', 'boolean', 'moment', 'date', 'binary', 'group', 'xml'])

const field: z.ZodType<FieldView> = z.looseObject({
  name: z.string(),
  kind,
  min: z.number(),
  max: z.number().nullable(),
})

const operations = z.object({
  operations: z.array(
    z.object({
      name: z.string(),
      plugin: z.string(),
      ownPath: z.boolean(),
      documentation: z.string().optional(),
      action: z.string().optional(),
      answers: z.array(z.string()),
      form: field
        .optional()
        .describe('Its fields, with those in them; src/operate/admin/api.ts has all.'),
      sample: z.string().optional(),
    }),
  ),
  addresses: z.array(z.object({ transport: z.string(), url: z.string() })),
})

const pairs = z.array(z.tuple([z.string(), z.string()]))

const called = z.object({
  ms: z.number(),
  status: z.int().optional(),
  requestHeaders: pairs,
  answerHeaders: pairs,
  answer: z.string(),
  exchange: z.string().optional().describe('Id of its trace, by which the journal knows it.'),
  error: z.string().optional(),
})

/** @param speaks  true for a transport whose listeners answer on the connection */
export function operationResources(
  sources: AdminSources,
  catalogue: Catalogue,
  speaks: (transport: string) => boolean,
): readonly Resource[] {
  const addresses = () =>
    sources
      .listeningNow()
      .filter(({ transport }) => speaks(transport))
      .flatMap(({ transport, urls }) => urls.map((url) => ({ transport, url })))
  return [
    resource({
      method: 'GET',
      path: '/api/operations',
      needs: 'look',
      summary: 'The operations of this node, each with a form and a sample of its request.',
      takes: NO_INPUT,
      view: operations,
      handle: async (): Promise<OperationsView> => ({
        operations: await catalogue.views(),
        addresses: addresses(),
      }),
    }),
    resource({
      method: 'POST',
      path: '/api/operations/call',
      needs: 'change',
      summary: 'Sends an envelope to a listener of this node, and returns its answer.',
      takes: z.strictObject({
        url: z.string().max(2_000),
        soap: z.enum(['1.1', '1.2']),
        action: z
          .string()
          .max(2_000)
          .regex(/^[\u0021\u0023-\u007e]*$/, 'expected a URI')
          .optional(),
        envelope: z.string().min(1),
      }),
      view: called,
      handle: async (call, { caller, signal }): Promise<CallView> => {
        // To itself only: else whoever may look could make this node ask anything of any machine.
        if (
          !isBelow(
            call.url,
            addresses().map(({ url }) => url),
          )
        ) {
          throw new Refused(400, 'url: expected an address of this node, as /api/operations has it')
        }
        const view = await send(call, signal)
        const outcome = view.status === undefined ? 'failed' : 'done'
        const ids = view.exchange === undefined ? [] : [view.exchange]
        sources.observe(acted(caller, 'call', outcome, { ids, cause: view.error }))
        return view
      },
    }),
  ]
}

/** One of them, or the path of a plugin below it. */
function isBelow(url: string, own: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { origin, pathname, username } = new URL(url)
  return (
    username === '' &&
    own.some((one) => {
      const { origin: there, pathname: path } = new URL(one)
      return there === origin && (pathname === path || pathname.startsWith(`${path}/`))
    })
  )
}
