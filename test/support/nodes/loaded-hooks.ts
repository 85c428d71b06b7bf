/** Writes down each module as it is loaded; Node.js calls these functions. */
import { appendFileSync } from 'node:fs'
import type { InitializeHook, LoadHook } from 'node:module'

let file = ''

export const initialize: InitializeHook<string> = (data) => {
  file = data
}

export const load: LoadHook = (url, context, next) => {
  if (url.startsWith('file:')) appendFileSync(file, `${url}\n`)
  return next(url, context)
}
