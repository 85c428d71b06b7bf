/** A plugin that answers with the span that is active while its operation runs, before and after it waits. */
import { setImmediate as turn } from 'node:timers/promises'
import { trace } from '@opentelemetry/api'
import { definePlugin } from '../../src/plugin.js'

const active = () => trace.getActiveSpan()?.spanContext().spanId ?? 'none'

export default definePlugin(() => ({
  operations: [
    {
      name: '{urn:example:active}Tell',
      safe: true,
      async invoke() {
        const before = active()
        await turn()
        return { before, after: active() }
      },
    },
    {
      name: '{urn:example:active}Fail',
      safe: true,
      invoke() {
        throw new RangeError('the secret of 4711')
      },
    },
  ],
}))
