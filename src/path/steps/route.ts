/** Step: decides whether a message is for this node, goes on to another one, or is an answer on its way back. */
import type { FindRoute } from '../parts/onward.js'
import { step } from '../state/step.js'

export const route = step({
  name: 'route',
  takes: ['arrival', 'admission', 'message', 'document', 'keys', 'correlation'],
  gives: 'route',
  run(
    { arrival, admission, message, document, keys, correlation: { answers } },
    _exchange,
    { findRoute }: { readonly findRoute: FindRoute },
  ) {
    if (answers) return { role: 'returning', answers } as const
    // A job from the queue was for this node when it was queued, whatever routes there are now.
    // Who signs a message is found once its route is: what the transport has proven counts here.
    const facts = { keys, peer: admission.peer }
    const onward = arrival.attempt ? undefined : findRoute(document.envelope, message, facts)
    return onward ? ({ role: 'intermediary', onward } as const) : ULTIMATE_RECEIVER
  },
})

const ULTIMATE_RECEIVER = { role: 'ultimate-receiver' } as const
