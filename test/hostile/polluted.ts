/** A plugin of the tests: takes values of any name, and tells whether they got where none belong. */
import { definePlugin, type Values } from '#plugin'

export default definePlugin(() => ({
  operations: [
    {
      name: '{urn:hostile}Take',
      safe: true,
      invoke: (parameters) => ({
        names: Object.keys(parameters).sort().join(' '),
        polluted: String(({} as Values).polluted),
        inherited: String(Object.getPrototypeOf(parameters)),
      }),
    },
  ],
}))
