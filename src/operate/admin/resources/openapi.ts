/** Describes the API in OpenAPI 3.1, from the very definitions that read its input. */
import { z } from 'zod'
import { NO_INPUT, type Resource, resource } from '../resource.js'
import { own as ownShape } from './shapes.js'

const ERROR = z.object({ error: z.string(), hint: z.string().optional() })

/** @returns the resources, and one that describes them and itself */
export function described(resources: readonly Resource[], version: string): readonly Resource[] {
  const own: Resource = resource({
    method: 'GET',
    path: '/api/openapi.json',
    needs: 'look',
    summary: 'This description.',
    takes: NO_INPUT,
    view: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
    handle: () => document([...resources, own], version),
  })
  return [...resources, own]
}

function document(resources: readonly Resource[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const one of resources) {
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: operationOf(one) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Waybill: the admin API of a node', version },
    // A browser that has logged in shows a cookie, a program its token.
    security: [{ token: [] }, { session: [] }],
    paths: { ...paths, '/api/events': EVENTS },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'waybill',
          description:
            'Behind the name come a dash and the port by which the browser reaches the node, such as waybill-8081; over TLS, __Host- stands before it.',
        },
      },
    },
  }
}

function operationOf(one: Resource): object {
  const { method, path, summary, takes, view } = one
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  const { properties = {}, required = [] } = z.toJSONSchema(takes, { io: 'input' })
  const parameters = Object.entries(properties)
    .filter(([name]) => method === 'GET' || inPath.includes(name))
    .map(([name, schema]) => {
      const position = inPath.includes(name) ? 'path' : 'query'
      return { name, in: position, required: required.includes(name), schema }
    })
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: required.filter((name) => !inPath.includes(name)),
    additionalProperties: false,
  }
  return {
    summary,
    operationId: `${method.toLowerCase()} ${path}`,
    ...describedRight(one),
    parameters,
    ...(method === 'POST' && { requestBody: { required: true, content: json(body) } }),
    responses: {
      ...(view
        ? { 200: { description: 'done', content: json(z.toJSONSchema(view, { io: 'output' })) } }
        : { 204: { description: 'done' } }),
      default: { description: 'not done', content: json(z.toJSONSchema(ERROR)) },
    },
  }
}

const json = (schema: object) => ({ 'application/json': { schema } })

/** The one that is no JSON. */
const EVENTS = {
  get: {
    summary: 'What the journal keeps from now on, an entry for each event.',
    operationId: 'get /api/events',
    parameters: [
      {
        name: 'own',
        in: 'query',
        required: false,
        schema: z.toJSONSchema(ownShape, { io: 'input' }),
      },
    ],
    responses: {
      200: {
        description: 'goes on until one of both ends it',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    },
  },
}

function describedRight({ needs, byMessage }: Resource): { readonly description?: string } {
  if (needs === 'nothing' || needs === 'look') return {}
  const limit = byMessage ? '' : ' A right that is limited to some messages does not suffice.'
  return { description: `Needs the right to ${needs}.${limit}` }
}
