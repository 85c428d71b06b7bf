/** Writes down what a process loads: `node --import` this file, with a folder in the environment; a file for each process. */
import { appendFileSync } from 'node:fs'
import Module, { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const file = join(process.env.LOADED ?? '', String(process.pid))

// What is required, and not imported, Node.js shows no hook.
type Load = (module: object, path: string) => void
const { _extensions: kinds } = Module as unknown as { readonly _extensions: Record<string, Load> }
// Threads run this file, too; theirs are not a start's.
if (isMainThread) {
  for (const [kind, load] of Object.entries(kinds)) {
    kinds[kind] = (module, path) => {
      appendFileSync(file, `${pathToFileURL(path).href}\n`)
      load(module, path)
    }
  }
  register(new URL('./loaded-hooks.js', import.meta.url), { data: file })
}
