/** The header blocks that a node handles itself, before any plugin: one row for each kind. */
import type { Reading } from '../../soap/addressing/read-addressing.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import type { HeaderBlock } from '../../soap/header-block.js'
import type { SoapVersion } from '../../soap/version.js'
import type { ClarkName, XmlElement } from '../../xml/tree.js'
import { ADDRESSING } from './addressing.js'
import { HOPS_ROW } from './hops.js'
import type {
  AnsweredMessage,
  AnswerPart,
  CheckedMessage,
  OnwardPart,
  OwnRow,
  SentMessage,
} from './row.js'
import { SECURITY_ROW } from './security.js'
import { TRACE_ROW } from './trace.js'

/** What the own blocks of a message say, by their kinds. */
export interface OwnBlocks {
  /** The Hops blocks as they came: one at most, or the message is refused. */
  readonly hops: readonly XmlElement[]
  /** The Trace blocks as they came, likewise. */
  readonly trace: readonly XmlElement[]
  /** What the addressing blocks say, and what is wrong with them; undefined if there are none. */
  readonly addressing: Reading | undefined
  /** The blocks of WS-Security and SOAP-DSIG as they came. */
  readonly security: readonly HeaderBlock[]
}

export type OwnKind = keyof OwnBlocks

/** In the order in which they are checked, and written into what is sent on. */
const ROWS: { readonly [Kind in OwnKind]: OwnRow<OwnBlocks[Kind]> } = {
  hops: HOPS_ROW,
  trace: TRACE_ROW,
  addressing: ADDRESSING,
  security: SECURITY_ROW,
}

/** A header block that the node handles itself. */
export interface OwnBlock {
  readonly name: ClarkName
  /** The actor that the handler is for, as in a header handler. Default: every actor that this node plays. */
  readonly actor?: string | undefined
  readonly schema?: URL | undefined
  /** Names the node as its handler, and the key that turns it off. */
  readonly owner: string
  readonly kind: OwnKind
  /** True if it stays in the message; the node adds to it when it sends the message on. */
  readonly kept: boolean
}

const KINDS = Object.keys(ROWS) as readonly OwnKind[]

/** @param handles  whether the node handles each kind; a mandatory block of another is not understood */
export function ownBlocks(handles: Readonly<Record<OwnKind, boolean>>): readonly OwnBlock[] {
  return KINDS.filter((kind) => handles[kind]).flatMap((kind) => {
    const { names, actor, schema, owner, kept } = ROWS[kind]
    return names.map((name) => ({ name, actor, schema, owner, kind, kept }))
  })
}

export interface FoundBlock {
  readonly kind: OwnKind
  readonly block: HeaderBlock
}

/**
 * @param found   in document order
 * @param policy  decides where answers may be sent; undefined for a message that was checked before
 */
export function readOwnBlocks(
  found: readonly FoundBlock[],
  version: SoapVersion,
  policy: ReplyPolicy | undefined,
): OwnBlocks {
  const of = (kind: OwnKind) => found.filter((one) => one.kind === kind).map(({ block }) => block)
  return {
    hops: ROWS.hops.read(of('hops'), version, policy),
    trace: ROWS.trace.read(of('trace'), version, policy),
    addressing: ROWS.addressing.read(of('addressing'), version, policy),
    security: ROWS.security.read(of('security'), version, policy),
  }
}

/** @throws whatever `refused` makes of a SoapFault about a block of a kind */
export function checkOwn(
  own: OwnBlocks,
  checked: CheckedMessage,
  refused: (error: unknown, kind: OwnKind) => Error,
): void {
  for (const kind of KINDS) {
    try {
      check(kind, own, checked)
    } catch (error) {
      throw refused(error, kind)
    }
  }
}

function check<Kind extends OwnKind>(kind: Kind, own: OwnBlocks, checked: CheckedMessage): void {
  ROWS[kind].check?.(own[kind], checked)
}

/** What a kind writes into an answer. */
export function answerOf<Kind extends OwnKind>(
  kind: Kind,
  own: OwnBlocks | undefined,
  answered: AnsweredMessage,
): AnswerPart {
  return (own && ROWS[kind].answer?.(own[kind], answered)) ?? NO_BLOCKS
}

/** What all of them write into a message that is sent on. */
export function onwardOf(own: OwnBlocks, sent: SentMessage): readonly OnwardPart[] {
  return KINDS.map((kind) => onward(kind, own, sent))
}

function onward<Kind extends OwnKind>(kind: Kind, own: OwnBlocks, sent: SentMessage): OnwardPart {
  return ROWS[kind].onward?.(own[kind], sent) ?? NO_BLOCKS
}

const NO_BLOCKS = {}
