/** Loads the build with one text of it replaced: `node --import` this file, with the place in the environment. */
import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface Broken {
  /** In the build, as `src/path/once/claim.js`. */
  readonly file: string
  /** Stands there exactly once. */
  readonly text: string
  readonly replacement: string
}

/** Command that runs a node with something broken in it. */
export function brokenWithin(broken: Broken): readonly string[] {
  return [
    'env',
    `NODE_OPTIONS=--conditions=modules --import=${import.meta.url}`,
    `BROKEN=${JSON.stringify(broken)}`,
  ]
}

const { BROKEN } = process.env
if (BROKEN !== undefined) {
  const { file, text, replacement }: Broken = JSON.parse(BROKEN)
  const url = new URL(`../../${file}`, import.meta.url)
  const source = readFileSync(fileURLToPath(url), 'utf8')
  if (source.split(text).length !== 2) throw new Error(`${file} has not once: ${text}`)
  const data = { url: url.href, source: source.replace(text, () => replacement) }
  register(new URL('../support/mutants/hooks.js', import.meta.url), { data })
}
