/** Runs the cases of a mutant in a process of its own, which has loaded the build with the mutant in it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Broken } from '../promises/broken.js'
import { Turns } from '../turns.js'
import type { Mutant } from './mutant.js'

/** Processes at once, for a machine with two cores. */
const turns = new Turns(2)
const LOAD = fileURLToPath(new URL('./load.js', import.meta.url))
const RUN = fileURLToPath(new URL('./run.js', import.meta.url))

/** @throws Error if the mutant cannot be loaded, or the node does not even start */
export async function running({ name }: Mutant): Promise<Broken> {
  const done = await turns.take()
  try {
    const child = spawn(process.execPath, ['--conditions=modules', '--import', LOAD, RUN], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, MUTANT: name },
    })
    const written = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written.out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written.err += text
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${name}: it ended with ${code}: ${written.err}`)
    return JSON.parse(written.out)
  } finally {
    done()
  }
}
