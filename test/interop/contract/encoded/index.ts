/** The interop service, style rpc with values in the SOAP encoding. */
import { definePlugin, operation } from '#plugin'

type Runner = { readonly name: string; readonly time: number }
type Team = { readonly captain: Runner; readonly fastest: Runner }

const schema = new URL('./encoded.xsd', import.meta.url)

export default definePlugin(() => ({
  operations: [
    operation<{ readonly runners: readonly Runner[] }, { readonly ranked: readonly Runner[] }>({
      name: '{urn:example:interop:encoded}Rank',
      schema,
      style: 'rpc',
      safe: true,
      use: 'encoded',
      invoke: ({ runners }) => ({
        ranked: runners.toSorted((one, other) => one.time - other.time),
      }),
    }),
    operation<{ readonly team: Team }, { readonly led: Team & { readonly same: boolean } }>({
      name: '{urn:example:interop:encoded}Lead',
      schema,
      style: 'rpc',
      safe: true,
      use: 'encoded',
      // What came as one value is one object here, and goes back as one value.
      invoke: ({ team: { captain, fastest } }) => ({
        led: { same: captain === fastest, captain: fastest, fastest },
      }),
    }),
  ],
}))
