/** Who may send what, how they prove who they are, and how long their certificates hold. */
import type { PeersView, PeerView } from '../../../src/admin/api.js'
import { useResource } from '../base/resource.js'
import { Name } from '../parts/name.js'
import { Empty, Waiting } from '../parts/states.js'
import { Table } from '../parts/table.js'
import { Certificates } from './certificates.js'

export function PeersPage() {
  const found = useResource<PeersView>('api/peers')
  if (!found.view) return <Waiting of={found} />
  const { peers, policies, admission } = found.view
  const certificates = peers.flatMap((peer) =>
    peer.certificates.map((certificate) => ({ peer, certificate })),
  )
  return (
    <>
      {certificates.length > 0 && (
        <section>
          <h2>Certificates, the first to end on top</h2>
          <Certificates all={certificates} />
        </section>
      )}
      <section>
        <h2>Peers</h2>
        {peers.length === 0 ? (
          <Empty title="No peer is named." command="waybill keys --help">
            Whoever the transports let in may call every operation. security.peers in the
            configuration names peers, and says what each may do: docs/security.md.
          </Empty>
        ) : (
          <Peers peers={peers} />
        )}
      </section>
      <Says title="Policies" none="No policy is configured." all={policies} />
      <Says
        title="Who is let in"
        none="No transport says whom it lets in."
        all={admission.map(({ transport, says }) => ({ name: transport, says }))}
      />
    </>
  )
}

function Peers({ peers }: { readonly peers: readonly PeerView[] }) {
  return (
    <Table label="Peers" columns={['Peer', 'May call', 'Proves itself by', 'Policy']}>
      {peers.map(({ name, operations, proves, policy }) => (
        <tr key={name}>
          <th scope="row">
            <a data-row href={`#/exchanges?peer=${encodeURIComponent(name)}`}>
              {name}
            </a>
          </th>
          <td>
            {operations === undefined
              ? 'every operation'
              : operations.map((operation) => (
                  <div key={operation}>
                    <Name of={operation} />
                  </div>
                ))}
          </td>
          <td>
            {proves.length === 0 ? <span class="tone-warn">nothing</span> : proves.join(', ')}
          </td>
          <td>{policy ?? <span class="quiet">none</span>}</td>
        </tr>
      ))}
    </Table>
  )
}

function Says({
  title,
  none,
  all,
}: {
  readonly title: string
  readonly none: string
  readonly all: readonly { readonly name: string; readonly says: readonly string[] }[]
}) {
  return (
    <section>
      <h2>{title}</h2>
      {all.length === 0 ? (
        <p class="quiet">{none}</p>
      ) : (
        <dl class="facts framed">
          {all.map(({ name, says }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{says.join('; ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
