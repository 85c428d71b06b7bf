/** What stands where there is nothing to show: it is loading, it failed, or there is none and what to do next. */
import type { ComponentChildren } from 'preact'
import { reachable, sentenceOf } from '../base/api.js'
import type { Resource } from '../base/resource.js'
import { Command } from './command.js'

export function Empty({
  title,
  children,
  command,
}: {
  readonly title: string
  readonly children?: ComponentChildren
  readonly command?: string
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children !== undefined && <p>{children}</p>}
      {command !== undefined && <Command text={command} />}
    </div>
  )
}

/** What a page says until its first answer is there; nothing once it is. */
export function Waiting<View>({ of: resource }: { readonly of: Resource<View> }) {
  if (resource.view !== undefined) return null
  // That the node cannot be reached, the bar on top says for all pages.
  if (resource.error === undefined || !reachable.value) {
    return (
      <p class="loading" aria-busy="true">
        Loading …
      </p>
    )
  }
  return <Failed error={resource.error} again={resource.again} />
}

export function Failed({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>{sentenceOf(error)}</p>
      <button type="button" onClick={again}>
        Try again
      </button>
    </div>
  )
}
