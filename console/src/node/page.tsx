/** The node itself: what it uses of its machine, its certificates, its configuration, its last log lines, what operators did. */
import type { NodeCertificatesView, NodeView } from '../../../src/operate/admin/api.js'
import { useResource } from '../base/resource.js'
import { Waiting } from '../parts/states.js'
import { Ago } from '../parts/time.js'
import { Certificates } from '../peers/certificates.js'
import { Actions } from './actions.js'
import { Configuration } from './configuration.js'
import { Log } from './log.js'
import { Machine } from './machine.js'

export function NodePage({ node }: { readonly node: NodeView | undefined }) {
  return (
    <>
      {node && (
        <p class="quiet">
          {node.uri}, version {node.version}, role {node.role}, started <Ago at={node.started} />
        </p>
      )}
      <Machine />
      <OwnCertificates />
      <Configuration />
      <Log />
      <Actions node={node} />
    </>
  )
}

function OwnCertificates() {
  const found = useResource<NodeCertificatesView>('api/node/certificates', 60_000)
  const { view } = found
  return (
    <section>
      <h2>Certificates of this node</h2>
      {view ? <Found view={view} /> : <Waiting of={found} />}
    </section>
  )
}

function Found({ view }: { readonly view: NodeCertificatesView }) {
  if (view.certificates.length === 0) {
    return <p class="quiet">The configuration names no certificate of this node.</p>
  }
  const all = view.certificates.map((certificate) => ({ name: certificate.use, certificate }))
  return <Certificates all={all} title="For" />
}
