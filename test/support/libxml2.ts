/** Asks libxml2, in processes of its own because some documents kill it, what it makes of documents. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { eachLine } from './lines.js'

const CHILD = fileURLToPath(new URL('./libxml2-child.js', import.meta.url))

export type Verdict =
  | { readonly accepted: unknown }
  | { readonly refused: string; readonly namespace?: true }
  | { readonly killed: true }

/** @returns one verdict for each document */
export async function askLibxml2(documents: readonly string[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  while (verdicts.length < documents.length) {
    const answered = await run(documents.slice(verdicts.length))
    verdicts.push(...answered)
    // It died over the next one: that one gets a verdict too, and a new process goes on behind it.
    if (verdicts.length < documents.length) verdicts.push({ killed: true })
  }
  return verdicts
}

function run(documents: readonly string[]): Promise<readonly Verdict[]> {
  return new Promise((resolve, reject) => {
    const verdicts: Verdict[] = []
    const child = spawn(process.execPath, [CHILD], { stdio: ['pipe', 'pipe', 'ignore'] })
    eachLine(child.stdout, (line) => verdicts.push(JSON.parse(line)))
    child.stdout.on('close', () => resolve(verdicts))
    child.on('error', reject)
    // The process may be gone before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
  })
}
