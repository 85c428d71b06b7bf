/** The operations that make something new of what came. */
import { type Operation, operation } from '#plugin'
import type * as Types from './documents.types.js'
import { named, schema } from './names.js'

export const work: readonly Operation[] = [
  operation<Types.Reverse, Types.ReverseResponse>({
    name: named('Reverse'),
    schema,
    safe: true,
    invoke: ({ item }) => ({ item: item.toReversed() }),
  }),
  operation<Types.Convert, Types.ConvertResponse>({
    name: named('Convert'),
    schema,
    safe: true,
    invoke: ({ price, to }) => ({
      price: { $value: String(2 * Number(price.$value)), '@currency': to },
      from: price['@currency'],
    }),
  }),
  operation<Types.Enclose, Types.EncloseResponse>({
    name: named('Enclose'),
    schema,
    safe: true,
    invoke: ({ shape }) => ({
      shape:
        'radius' in shape
          ? { $type: `{urn:example:interop}Square`, name: shape.name, side: 2 * shape.radius }
          : shape,
    }),
  }),
  operation<Types.Reserve, Types.ReserveResponse>({
    name: named('Reserve'),
    schema,
    invoke: ({ flight, seats, guest }) => ({ ticket: `${flight} ${seats} ${guest}` }),
  }),
  operation<Types.Mirror, Types.MirrorResponse>({
    name: named('Mirror'),
    schema,
    safe: true,
    invoke: ({ tree }) => ({ tree: mirrored(tree) }),
  }),
  operation<Types.Locate, Types.LocateResponse>({
    name: named('Locate'),
    schema,
    safe: true,
    invoke: ({ place: location }) => ({ found: location, height: location.length }),
  }),
  operation<{ readonly value: Types.Shout }, { readonly value: Types.ShoutResponse }>({
    name: named('Shout'),
    schema,
    safe: true,
    invoke: ({ value }) => ({ value: value.toUpperCase() }),
  }),
  operation<Types.Repeat, Types.RepeatResponse>({
    name: named('Repeat'),
    schema,
    safe: true,
    invoke: ({ text, times }) => ({ text: text.repeat(times) }),
  }),
]

/** The reader of messages bounds the depth. */
function mirrored({ label, branch }: Types.Tree): Types.Tree {
  return { label, branch: branch.toReversed().map(mirrored) }
}
