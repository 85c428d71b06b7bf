/** Operations that take encoded messages: of any types, and of declared ones. */
import { definePlugin } from '#plugin'

export default definePlugin(() => ({
  operations: [
    { name: '{urn:g}Any', use: 'encoded', invoke: (values) => values },
    {
      name: '{urn:g}Typed',
      use: 'encoded',
      schema: new URL('./encoded.xsd', import.meta.url),
      invoke: () => undefined,
    },
  ],
}))
