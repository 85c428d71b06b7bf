/** Step: makes the message for the next node, without the header blocks that this node removes. */
import { splicedMessage } from '../../message/spliced-message.js'
import { carried } from '../facts/carried.js'
import { onwardOf } from '../parts/onward.js'
import type { ProcessorParts } from '../parts/parts.js'
import { step } from '../state/step.js'
import { cutsOf } from './cuts.js'
import { passOn } from './pass-on.js'
import { answersOf } from './rules.js'

/** What it needs of the parts of the node. */
export type Forwarding = Pick<ProcessorParts, 'node' | 'limits' | 'tracesIn' | 'declares'>

export const forward = step({
  name: 'forward',
  takes: ['arrival', 'message', 'document', 'route', 'targets', 'understood', 'handled', 'task'],
  gives: 'passage',
  run(taken, exchange, parts: Forwarding) {
    const { message, document, task } = taken
    const onward = onwardOf(taken.route)
    const { envelope } = document
    const declared = parts.declares(onward.destination, task.operation)
    const { cuts, marks, visits } = passOn(taken, onward.to, exchange.id, parts)
    const about = {
      soap: envelope.version.name,
      id: exchange.id,
      action: message.action,
      ...carried(message, document),
      ...marks,
      answerExpected: answersOf(onward, declared) === 'expected',
    }
    const sent = splicedMessage(about, envelope, [...cutsOf(taken), ...cuts])
    const { to, operation } = task
    exchange.log.debug({ route: onward.name, reason: onward.reason, to, operation }, 'sent on')
    return { message: sent, visits }
  },
})
