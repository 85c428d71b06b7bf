/** A plugin of the tests: takes values of any name, and keeps a request waiting for as long as wanted. */
import { definePlugin, type Values } from '#plugin'

let release: () => void = () => undefined
/** Has nothing, unless somebody has written where every object looks. */
const empty: Values = {}

export default definePlugin(() => ({
  operations: [
    // Ends when Release is called.
    {
      name: '{urn:hostile}Hold',
      invoke: () =>
        new Promise<void>((resolve) => {
          release = resolve
        }),
    },
    { name: '{urn:hostile}Release', invoke: () => release() },
    // Goes through the queue.
    { name: '{urn:hostile}Keep', exchange: 'one-way', invoke: () => undefined },
    // Tells what it was given, and whether it got where nothing belongs.
    {
      name: '{urn:hostile}Take',
      safe: true,
      invoke: (parameters) => ({
        names: Object.keys(parameters).sort().join(' '),
        polluted: String(empty.polluted),
        inherited: String(Object.getPrototypeOf(parameters)),
      }),
    },
  ],
}))
