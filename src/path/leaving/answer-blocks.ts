/** The header blocks of an answer, in one order, whoever adds them; what leaves is sealed after that. */
import type { VisitOutcome } from '../../message/way/visits.js'
import type { Answer } from '../../soap/addressing/answer-headers.js'
import { actorOf } from '../../soap/header-block.js'
import type { XmlElement } from '../../xml/tree.js'
import type { AnsweredMessage, AnswerPart, Visiting } from '../own-blocks/row.js'
import { answerOf, type OwnBlocks } from '../own-blocks/table.js'
import type { ProcessorParts } from '../parts/parts.js'
import { type StateView, versionOf } from '../state/view.js'

/** What adds header blocks to an answer: the node itself, and who has processed the message. */
type Writer = (
  own: OwnBlocks | undefined,
  answered: AnsweredMessage,
  added: readonly XmlElement[],
) => AnswerPart

/** The first to have an action says the one for the transport. */
const WRITERS: readonly Writer[] = [
  (own, answered) => answerOf('addressing', own, answered),
  // Of header handlers and of the operation; of a fault, those that say more about it.
  (_own, _answered, added) => ({ blocks: added }),
  (own, answered) => answerOf('trace', own, answered),
]

export interface AnswerBlocks {
  readonly blocks: readonly XmlElement[]
  /** For the transport; none for a request without addressing, and for one that no header field can have. */
  readonly action: string | undefined
}

/** What it needs of the parts of the node. */
export type AnsweringParts = Pick<ProcessorParts, 'node' | 'policy'>

/** @param added  by who has processed the message */
export function answerBlocks(
  view: Pick<StateView, 'arrival' | 'tree' | 'document' | 'route' | 'understood' | 'failed'>,
  answer: Answer,
  added: readonly XmlElement[],
  { node, policy }: AnsweringParts,
): AnswerBlocks {
  const answered: AnsweredMessage = {
    answer,
    outcome: outcomeOf(answer),
    unproven: view.failed?.unproven ?? false,
    policy,
    visiting: () => visitingOf(view, node),
  }
  const own = view.understood?.own
  const blocks: XmlElement[] = []
  let action: string | undefined
  for (const writer of WRITERS) {
    const part = writer(own, answered, added)
    if (part.blocks) blocks.push(...part.blocks)
    action ??= part.action
  }
  return { blocks, action }
}

function outcomeOf({ kind }: Answer): VisitOutcome {
  return kind === 'reply' ? 'replied' : 'fault'
}

/** What the visit of a message to this node was. */
export function visitingOf(
  view: Pick<StateView, 'arrival' | 'tree' | 'document' | 'route' | 'understood'>,
  node: string,
): Visiting {
  const { message, began } = view.arrival
  return { node, actor: actorPlayed(view), transport: message.origin.transport, began }
}

/** Every node plays next, so another actor that a block was for says more. */
function actorPlayed(
  view: Pick<StateView, 'arrival' | 'tree' | 'document' | 'route' | 'understood'>,
): string | undefined {
  const { route, understood } = view
  const version = versionOf(view)
  if (route?.role !== 'intermediary') return version.ultimateReceiver.at(-1)
  const actors = (understood?.blocks ?? []).map(({ block }) => actorOf(block.element, version))
  return actors.find((actor) => actor !== version.next) ?? version.next
}
