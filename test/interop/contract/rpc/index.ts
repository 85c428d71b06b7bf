/** The interop service, style rpc with literal values. */
import { definePlugin, operation } from '#plugin'

type Concat = { readonly first: string; readonly second: string }

export default definePlugin(() => ({
  operations: [
    operation<Concat, { readonly joined: string }>({
      name: '{urn:example:interop:rpc}Concat',
      schema: new URL('./rpc.xsd', import.meta.url),
      style: 'rpc',
      safe: true,
      invoke: ({ first, second }) => ({ joined: first + second }),
    }),
  ],
}))
