/** Calls a function of a module where the heap is small, so that what it takes has a bound. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const HEAP = 96

/**
 * @param module  URL of the module
 * @param call    expression for a text, in which `module` is the module
 * @returns the length of the text
 */
export async function lengthWithin96MiB(module: URL, call: string): Promise<number> {
  const worker = new Worker(
    `import(${JSON.stringify(module.href)}).then((module) => {
      require('node:worker_threads').parentPort.postMessage((${call}).length)
    })`,
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: HEAP } },
  )
  const [length] = (await once(worker, 'message')) as [number]
  return length
}
