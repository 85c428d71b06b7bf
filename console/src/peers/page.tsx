/** Who may send what, how they prove who they are, and how long their certificates hold. */
import type { PeersView, PeerView } from '../../../src/operate/admin/api.js'
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
    peer.certificates.map((certificate) => ({ name: peer.name, certificate })),
  )
  return (
    <>
      {certificates.length > 0 && (
        <section>
          <h2>Certificates, the first to expire on top</h2>
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
        title="Who is admitted"
        none="No transport reports whom it admits."
        all={admission.map(({ transport, says }) => ({ name: transport, says }))}
      />
    </>
  )
}

function Peers({ peers }: { readonly peers: readonly PeerView[] }) {
  return (
    <Table label="Peers" columns={['Peer', 'May call', 'Proves itself by', 'Policies']}>
      {peers.map(({ name, operations, transports, proves, policies }) => (
        <tr key={name}>
          <th scope="row">
            <a data-row href={`#/exchanges?peer=${encodeURIComponent(name)}`}>
              {name}
            </a>
          </th>
          <td>
            <Operations of={operations} />
            {transports && <div class="quiet">over {transports.join(', ')} only</div>}
          </td>
          <td class="broken">
            {proves.length === 0 ? <span class="tone-warn">nothing</span> : <Lines of={proves} />}
          </td>
          <td>
            {policies.length === 0 ? <span class="quiet">none</span> : <Lines of={policies} />}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Operations({ of: names }: { readonly of: PeerView['operations'] }) {
  if (names === undefined) return 'every operation'
  if (names.length === 0) return <span class="tone-warn">no operation</span>
  return names.map((name) => (
    <div key={name}>
      <Name of={name} />
    </div>
  ))
}

function Lines({ of: lines }: { readonly of: readonly string[] }) {
  return lines.map((line) => <div key={line}>{line}</div>)
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
