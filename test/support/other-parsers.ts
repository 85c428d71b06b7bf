/** Asks other parsers, in processes of their own because some documents kill them, what they make of documents. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Verdict } from './differential.js'
import { eachLine } from './lines.js'

type Command = readonly [program: string, script: string]

const LIBXML2: Command = [
  process.execPath,
  fileURLToPath(new URL('./libxml2-child.js', import.meta.url)),
]
/** Beside the sources, as the build compiles TypeScript only. */
const EXPAT: Command = [
  'python3',
  fileURLToPath(new URL('../../../test/fuzz/expat.py', import.meta.url)),
]

/** @returns one verdict for each document */
export const askLibxml2 = (documents: readonly string[]) => ask(LIBXML2, documents)

/** Needs python3, which brings expat. */
export const askExpat = (documents: readonly string[]) => ask(EXPAT, documents)

async function ask(command: Command, documents: readonly string[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  while (verdicts.length < documents.length) {
    const answered = await run(command, documents.slice(verdicts.length))
    verdicts.push(...answered)
    // It died over the next one: that one gets a verdict too, and a new process goes on behind it.
    if (verdicts.length < documents.length) verdicts.push({ killed: true })
  }
  return verdicts
}

function run(
  [program, script]: Command,
  documents: readonly string[],
): Promise<readonly Verdict[]> {
  return new Promise((resolve, reject) => {
    const verdicts: Verdict[] = []
    const child = spawn(program, [script], { stdio: ['pipe', 'pipe', 'ignore'] })
    eachLine(child.stdout, (line) => verdicts.push(JSON.parse(line)))
    child.stdout.on('close', () => resolve(verdicts))
    child.on('error', reject)
    // The process may be gone before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
  })
}
