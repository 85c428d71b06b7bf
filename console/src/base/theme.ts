/** Light or dark: as the system says, unless somebody has chosen. */
import { signal } from '@preact/signals'

const KEY = 'waybill-theme'
const system = matchMedia('(prefers-color-scheme: dark)')

export const dark = signal(chosen() ?? system.matches)
show()

system.addEventListener('change', () => {
  if (chosen() !== undefined) return
  dark.value = system.matches
  show()
})

export function toggleTheme(): void {
  dark.value = !dark.value
  localStorage.setItem(KEY, dark.value ? 'dark' : 'light')
  show()
}

function chosen(): boolean | undefined {
  const kept = localStorage.getItem(KEY)
  return kept === null ? undefined : kept === 'dark'
}

function show(): void {
  document.documentElement.setAttribute('data-theme', dark.value ? 'dark' : 'light')
}
