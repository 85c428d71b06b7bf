/** The navigation, and how this node is. */
import type { NodeView } from '../../src/operate/admin/api.js'
import type { SessionView } from '../../src/operate/admin/session-view.js'
import { reachable } from './base/api.js'
import { helpOpen } from './base/keys.js'
import { dark, toggleTheme } from './base/theme.js'
import { PAGES } from './pages.js'
import { Badge } from './parts/badge.js'
import { Logout } from './session/logout.js'

export function Head({
  node,
  session,
  here,
}: {
  readonly node: NodeView | undefined
  readonly session: SessionView
  readonly here: string
}) {
  return (
    <header class="head">
      <div class="identity">
        <a class="brand" href="#/flow">
          Waybill
        </a>
        <span class="uri" title={node?.uri ?? ''}>
          {node?.uri ?? ' '}
        </span>
        <Health node={node} />
      </div>
      <nav aria-label="Pages">
        <ul>
          {PAGES.map(({ path, title }, index) => (
            <li key={path}>
              <a
                href={`#/${path}`}
                aria-current={path === here ? 'page' : undefined}
                aria-keyshortcuts={String(index + 1)}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="foot">
        <Logout session={session} />
        <div class="switches">
          <button type="button" class="plain" onClick={toggleTheme} aria-pressed={dark.value}>
            Dark
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => {
              helpOpen.value = true
            }}
          >
            Keys
          </button>
          {node && <span class="version">{node.version}</span>}
        </div>
      </div>
    </header>
  )
}

function Health({ node }: { readonly node: NodeView | undefined }) {
  if (!reachable.value) return <Badge tone="bad" word="not reachable" />
  if (!node) return null
  return node.ready ? <Badge tone="good" word="ready" /> : <Badge tone="bad" word="not ready" />
}
