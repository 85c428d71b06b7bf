/** The header blocks of a message, and what each node did with them. */
import type { BlockSeen } from '../../../src/message/events/events.js'
import { Name } from '../parts/name.js'
import { type Column, Table } from '../parts/table.js'
import { nodeName } from '../pure/entry.js'
import type { Hop } from '../pure/hops.js'

const SAYS: Readonly<Record<BlockSeen['did'], string>> = {
  handled: 'handled by a plugin',
  own: 'handled by the node',
  ignored: 'ignored: not known here',
  passed: 'passed on: for another',
  missed: 'not understood',
}

export function Blocks({ hops }: { readonly hops: readonly Hop[] }) {
  const forth = hops.filter(({ exchange }) => exchange?.blocks !== undefined)
  const keyOf = ({ name, actor }: BlockSeen) => `${name} ${actor ?? ''}`
  const rows = new Map<string, BlockSeen>()
  for (const { exchange } of forth) {
    for (const block of exchange?.blocks ?? []) {
      if (!rows.has(keyOf(block))) rows.set(keyOf(block), block)
    }
  }
  if (rows.size === 0) return <p class="quiet">The message has no header block.</p>
  const columns: readonly Column[] = [
    'Header block',
    'For',
    ...forth.map(
      ({ node, back }): Column => [`${nodeName(node)}${back ? ', answer' : ''}`, '', node],
    ),
  ]
  return (
    <Table label="Header blocks" columns={columns}>
      {[...rows].map(([key, block]) => (
        <tr key={key}>
          <th scope="row">
            <Name of={block.name} />
          </th>
          <td>
            {block.actor ?? 'ultimate receiver'}
            {block.mustUnderstand && <b> must understand</b>}
          </td>
          {forth.map(({ key: hop, exchange }) => {
            const seen = exchange?.blocks?.find((one) => keyOf(one) === key)
            return (
              <td key={hop} class={seen?.did === 'missed' ? 'tone-bad' : ''}>
                {seen ? SAYS[seen.did] : <span class="quiet">not there</span>}
              </td>
            )
          })}
        </tr>
      ))}
    </Table>
  )
}
