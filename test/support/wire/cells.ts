/** Every cell of SOAP's tables about header blocks at a node on the way: the block, and its fate by the text. */
import { element, elementText, type Plugin } from '../../../src/plugin.js'
import { soap11, soap12 } from './envelopes.js'

export const CELLS = 'urn:example:cells'
/** The one actor beside `next` that the node plays. */
export const HERE = 'urn:example:here'

export type Fate = 'as it came' | 'gone' | 'another in its place' | 'MustUnderstand'

export interface Cell {
  /** Unique among all; the text of the block, and of the Body. */
  readonly key: string
  /** The block, as the node gets it. */
  readonly block: string
  readonly processed: boolean
  readonly fate: Fate
}

type Forwarded = 'yes' | 'no' | 'no, unless reinserted' | 'no, unless relay="true"'

interface Row {
  /** Value of the attribute; none for undefined. */
  readonly role: string | undefined
  readonly assumed: boolean
  /** Understood and processed; undefined where it does not matter. */
  readonly processed: boolean | undefined
  readonly forwarded: Forwarded
}

const ROLE_12 = 'http://www.w3.org/2003/05/soap-envelope/role'

const row = (
  role: string | undefined,
  assumed: boolean,
  processed: boolean | undefined,
  forwarded: Forwarded,
): Row => ({ role, assumed, processed, forwarded })

/**
 * SOAP 1.2 Part 1 §2.7.1 table 3, line by line. An ultimate receiver forwards nothing, so that its line
 * is left out; a role that is empty or absent is ultimateReceiver by §2.2 and §5.2.2.
 */
const TABLE_3: readonly Row[] = [
  row(`${ROLE_12}/next`, true, true, 'no, unless reinserted'),
  row(`${ROLE_12}/next`, true, false, 'no, unless relay="true"'),
  row(HERE, true, true, 'no, unless reinserted'),
  row(HERE, true, false, 'no, unless relay="true"'),
  row('urn:example:elsewhere', false, undefined, 'yes'),
  row(`${ROLE_12}/ultimateReceiver`, false, undefined, 'yes'),
  row('', false, undefined, 'yes'),
  row(undefined, false, undefined, 'yes'),
  row(`${ROLE_12}/none`, false, undefined, 'yes'),
]

/**
 * SOAP 1.1 §2 and §4.2.2: a recipient "MUST NOT forward that header element", and may "insert a similar"
 * one; it knows no relay and no role none, and what is not for a node is not its business.
 */
const SOAP_11_TABLE: readonly Row[] = [
  row('http://schemas.xmlsoap.org/soap/actor/next', true, true, 'no, unless reinserted'),
  row('http://schemas.xmlsoap.org/soap/actor/next', true, false, 'no'),
  row(HERE, true, true, 'no, unless reinserted'),
  row(HERE, true, false, 'no'),
  row('urn:example:elsewhere', false, undefined, 'yes'),
  row(undefined, false, undefined, 'yes'),
  row('', false, undefined, 'yes'),
  row(`${ROLE_12}/next`, false, undefined, 'yes'),
  row(`${ROLE_12}/none`, false, undefined, 'yes'),
]

/** Names of blocks: whether the node understands them, and what its handler puts back. */
const UNDERSTOOD = { Taken: 'gone', Kept: 'as it came', Changed: 'another in its place' } as const
const UNHEARD = 'Unheard'

/** Handlers for the blocks of the cells, and the keys of those that were processed. */
export function cellHandlers(): { readonly plugin: Plugin; readonly processed: string[] } {
  const processed: string[] = []
  const note = (key: string) => void processed.push(key)
  const plugin: Plugin = {
    headers: [
      { name: `{${CELLS}}Taken`, process: (block) => note(elementText(block)) },
      {
        name: `{${CELLS}}Kept`,
        process(block) {
          note(elementText(block))
          return block
        },
      },
      {
        name: `{${CELLS}}Changed`,
        process(block) {
          const key = elementText(block)
          note(key)
          return element({ name: `{${CELLS}}Another`, prefix: 't', children: [key] })
        },
      },
    ],
  }
  return { plugin, processed }
}

/** What the handler of `Changed` puts in its place. */
const anotherOf = (key: string) => `<t:Another xmlns:t="${CELLS}">${key}</t:Another>`

interface Values {
  readonly table: readonly Row[]
  readonly roleAttribute: string
  readonly mandatory: Readonly<Record<string, boolean>>
  readonly relayable: Readonly<Record<string, boolean>>
}

/** `''` stands for no attribute at all. */
const VALUES: Readonly<Record<'1.1' | '1.2', Values>> = {
  '1.2': {
    table: TABLE_3,
    roleAttribute: 'role',
    mandatory: { '': false, true: true, '1': true, false: false, '0': false },
    relayable: { '': false, true: true, '1': true, false: false, '0': false },
  },
  '1.1': {
    table: SOAP_11_TABLE,
    roleAttribute: 'actor',
    mandatory: { '': false, '1': true, '0': false },
    // An attribute that SOAP 1.1 does not know.
    relayable: { '': false, true: false, '1': false },
  },
}

export function cellsOf(soap: '1.1' | '1.2'): readonly Cell[] {
  const { table, roleAttribute, mandatory, relayable } = VALUES[soap]
  const cells: Cell[] = []
  for (const { role, assumed, processed, forwarded } of table) {
    for (const local of namesFor(processed)) {
      for (const [must, isMandatory] of Object.entries(mandatory)) {
        for (const [relay, isRelayable] of Object.entries(relayable)) {
          const key = `${soap}-${cells.length}`
          const attributes =
            (role === undefined ? '' : ` s:${roleAttribute}="${role}"`) +
            (must && ` s:mustUnderstand="${must}"`) +
            (relay && ` s:relay='${relay}'`)
          // SOAP 1.2 Part 1 §2.6: mandatory, for the node, and not understood.
          const fails = assumed && processed === false && isMandatory
          cells.push({
            key,
            block: `<t:${local} xmlns:t="${CELLS}"${attributes}>${key}</t:${local}>`,
            processed: processed === true,
            fate: fails ? 'MustUnderstand' : fateBy(forwarded, local, isRelayable),
          })
        }
      }
    }
  }
  return cells
}

function namesFor(processed: boolean | undefined): readonly string[] {
  if (processed === undefined) return [UNHEARD, 'Taken']
  return processed ? Object.keys(UNDERSTOOD) : [UNHEARD]
}

function fateBy(forwarded: Forwarded, local: string, relayable: boolean): Fate {
  switch (forwarded) {
    case 'yes':
      return 'as it came'
    case 'no':
      return 'gone'
    case 'no, unless reinserted':
      return UNDERSTOOD[local as keyof typeof UNDERSTOOD]
    case 'no, unless relay="true"':
      return relayable ? 'as it came' : 'gone'
  }
}

/** A message with the block of a cell among others that are nobody's business here. */
export function messageWith({ key }: Cell, block: string, soap: '1.1' | '1.2'): string {
  const before = `<o:Before xmlns:o='urn:o' a = ">">&#65;<![CDATA[</t:Kept>]]></o:Before >`
  const after = `<o:After xmlns:o="urn:o"><o:Deep> &gt; </o:Deep></o:After>`
  const header = `\r\n  <!-- <a> -->${before}\t${block}${after}\n<!-- b -->`
  return { '1.1': soap11, '1.2': soap12 }[soap](
    `<q:Run xmlns:q="urn:q"><q:n>${key}</q:n></q:Run>`,
    header,
  )
}

/** The text that the next node gets; undefined where it gets nothing. */
export function expectedOf(cell: Cell, soap: '1.1' | '1.2'): string | undefined {
  switch (cell.fate) {
    case 'as it came':
      return messageWith(cell, cell.block, soap)
    case 'gone':
      return messageWith(cell, '', soap)
    case 'another in its place':
      return messageWith(cell, anotherOf(cell.key), soap)
    case 'MustUnderstand':
      return undefined
  }
}
