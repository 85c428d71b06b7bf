/** Gives one module another source as it is loaded; Node.js calls these functions. */
import type { InitializeHook, LoadHook } from 'node:module'

interface Changed {
  readonly url: string
  readonly source: string
}

let changed: Changed | undefined

export const initialize: InitializeHook<Changed> = (data) => {
  changed = data
}

export const load: LoadHook = async (url, context, next) => {
  if (url !== changed?.url) return next(url, context)
  return { format: 'module', source: changed.source, shortCircuit: true }
}
