/** The catalogue of what this node can be asked, made from its contracts. */
import type { OperationsView, OperationView } from '../../../src/operate/admin/api.js'
import { shownLocation } from '../base/location.js'
import { useResource } from '../base/resource.js'
import { Name } from '../parts/name.js'
import { QueryField, Search } from '../parts/search.js'
import { Empty, Waiting } from '../parts/states.js'
import { Table } from '../parts/table.js'
import { linkTo } from '../pure/location.js'
import { CallPage } from './call.js'

export function OperationsPage({
  name,
  plugin,
  change,
}: {
  readonly name: string | undefined
  readonly plugin: string | undefined
  readonly change: boolean
}) {
  const found = useResource<OperationsView>('api/operations')
  if (!found.view) return <Waiting of={found} />
  const { operations, addresses } = found.view
  if (name === undefined) return <Catalogue operations={operations} />
  const operation = operations.find(
    (one) => one.name === name && (plugin === undefined || one.plugin === plugin),
  )
  if (!operation) {
    return (
      <Empty title="This node has no such operation.">
        <a href="#/operations">All that it has</a>
      </Empty>
    )
  }
  return <CallPage operation={operation} addresses={addresses} change={change} />
}

function Catalogue({ operations }: { readonly operations: readonly OperationView[] }) {
  const filter = shownLocation.value.query.filter ?? ''
  const shown = operations.filter(({ name, plugin }) =>
    `${name} ${plugin}`.toLowerCase().includes(filter.toLowerCase()),
  )
  if (operations.length === 0) {
    return (
      <Empty title="This node has no operation." command="waybill init my-operation">
        Plugins bring them. Make one, and name it under plugins in the configuration:
      </Empty>
    )
  }
  return (
    <>
      <Search>
        <QueryField name="filter" label="Name or plugin" search wide />
      </Search>
      <Table
        label="Operations"
        columns={['Operation', 'Plugin', 'Answer', ['Documentation', 'wide']]}
      >
        {shown.map(({ name, plugin, answers, documentation }) => (
          <tr key={`${plugin} ${name}`}>
            <th scope="row">
              <a data-row href={linkTo(['operations', name, plugin])}>
                <Name of={name} />
              </a>
            </th>
            <td>{plugin}</td>
            <td>
              {answers.length === 0 ? <span class="quiet">one-way</span> : <Name of={answers[0]} />}
            </td>
            <td class="wide">{documentation ?? ''}</td>
          </tr>
        ))}
      </Table>
      {shown.length === 0 && <p class="quiet after">None has this in its name.</p>}
    </>
  )
}
