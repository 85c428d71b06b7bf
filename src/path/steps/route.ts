/** Step: decides whether a message is for this node, goes on to another one, or is an answer on its way back. */
import type { FindRoute } from '../parts/onward.js'
import { step } from '../state/step.js'

export const route = step({
  name: 'route',
  takes: ['arrival', 'message', 'document', 'correlation'],
  gives: 'route',
  run(
    { arrival, message, document, correlation: { answers } },
    _exchange,
    { findRoute }: { readonly findRoute: FindRoute },
  ) {
    if (answers) return { role: 'returning', answers } as const
    // A job from the queue was for this node when it was queued, whatever routes there are now.
    const onward = arrival.attempt ? undefined : findRoute(document.envelope, message)
    return onward ? ({ role: 'intermediary', onward } as const) : ULTIMATE_RECEIVER
  },
})

const ULTIMATE_RECEIVER = { role: 'ultimate-receiver' } as const
