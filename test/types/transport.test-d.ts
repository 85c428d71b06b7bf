/** The types of the transport contract: a section is typed by its schema, an outcome is what it can be. */
import {
  count,
  defineTransport,
  type Outcome,
  type Receive,
  type SectionOf,
  type Transport,
  type TransportModule,
  text,
  z,
} from '#transport'

const config = z.strictObject({
  path: text().default('.'),
  most: count(10).optional(),
  names: z.array(text()).default([]),
})

declare function made(path: string, most: number | undefined): Transport

const whole = {
  name: 'mine',
  schemes: ['mine'],
  config,
  answers: 'message',
  hostOf: () => undefined,
  isOwn: () => false,
} as const

/** What a module needs is enough, and its section has the types of its schema. */
export const least: TransportModule = defineTransport({
  ...whole,
  create: ({ section }) => made(section.path, section.most),
})

/** Asynchronous, with flags and options that only the module knows. */
export const most: TransportModule = defineTransport({
  ...whole,
  isUsed: ({ names }) => names.length > 0,
  create: async ({ section: { path, most }, plugins }) =>
    made(plugins.find((plugin) => plugin.public)?.name ?? path, most),
  client: {
    option: 'mine',
    flags: [{ flags: '--via <url>', description: 'where to', read: (url) => new URL(url) }],
    fromFlags: ({ via }: { readonly via: URL }) => ({ options: { via }, wait: 1 }),
    open: ({ via }: { readonly via: URL }) => ({
      send: async (_message, to) => {
        if (to.href !== via.href) throw new TypeError(to.href)
        return undefined
      },
      close: async () => undefined,
    }),
  },
})

defineTransport({
  ...whole,
  // @ts-expect-error  the schema has no such key
  create: ({ section }) => made(section.nowhere, 1),
})

defineTransport({
  ...whole,
  // @ts-expect-error  an optional key may be undefined
  create: ({ section }) => made(section.path, section.most.toFixed()),
})

defineTransport({
  ...whole,
  create: ({ section }) => {
    // @ts-expect-error  a section is read only
    section.names.push('more')
    return made(section.path, 1)
  },
})

// @ts-expect-error  nobody could send or listen
defineTransport({ ...whole, create: () => ({ name: 'mine' }) })

// @ts-expect-error  answers come in one of two ways
defineTransport({ ...whole, answers: 'later', create: () => made('', 1) })

// @ts-expect-error  loops could not be found
defineTransport({ ...whole, isOwn: undefined, create: () => made('', 1) })

export const section: SectionOf<typeof config> = { path: '.', most: undefined, names: [] }

export const receive: Receive = async (message) => {
  // @ts-expect-error  only an envelope has a body
  if (message.body.length === 0) return { kind: 'accepted' }
  return message.kind === 'envelope' && message.body.length > 0
    ? { kind: 'accepted' }
    : { kind: 'refused', refusal: 'undecodable' }
}

// @ts-expect-error  a reply has its message
export const outcome: Outcome = { kind: 'reply' }
