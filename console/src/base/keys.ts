/** What a key does anywhere in the console: / searches, j and k go through a list, Esc goes back up. */
import { signal } from '@preact/signals'

export const helpOpen = signal(false)

/** @param pages  where the digits lead */
export function listenToKeys(pages: readonly string[]): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') {
      leave()
      return
    }
    if (isTyping(event.target)) return
    const page = pages[Number(event.key) - 1]
    if (event.key === '/') first('[data-search]')?.focus()
    else if (event.key === 'j') step(1)
    else if (event.key === 'k') step(-1)
    else if (event.key === '?') helpOpen.value = true
    else if (/^[1-9]$/.test(event.key) && page !== undefined) location.hash = `#/${page}`
    else return
    event.preventDefault()
  })
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function first(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector)
}

function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.matches(':focus'))
  const next = at === -1 ? rows.at(by > 0 ? 0 : -1) : rows[at + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** Out of a field first; then up to the list that a page came from. */
function leave(): void {
  if (isTyping(document.activeElement) && document.activeElement instanceof HTMLElement) {
    document.activeElement.blur()
    return
  }
  first('a[data-up]')?.click()
}
