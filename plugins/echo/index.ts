/** Answers with the text it was given. */
import { definePlugin } from '#plugin'

export default definePlugin(() => ({
  operations: [
    {
      name: '{urn:example:echo}Echo',
      schema: new URL('./echo.xsd', import.meta.url),
      safe: true,
      invoke: ({ text }) => ({ text }),
    },
  ],
}))
