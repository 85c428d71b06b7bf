/** Says what would let the Node.js that runs load libxmljs2. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { messageOf } from '../base/errno.js'

/** What decides which remedy helps. */
export interface Attempt {
  readonly error: unknown
  /** Of Node.js, such as `v26.10.0`. */
  readonly version: string
  /** The nan that libxmljs2 is compiled with; undefined if there is none. */
  readonly nan: string | undefined
}

/** The first line of why it could not be loaded. */
export function causeOf(error: unknown): string {
  const [cause = ''] = messageOf(error).split('\n')
  return cause
}

/** @returns why it is missing, and what to do */
export function describeMissing({ error, version, nan }: Attempt): readonly [string, string] {
  const message = messageOf(error)
  if (isAbsent(error)) return ['libxmljs2 is not installed', 'run npm install']
  if (message.includes('NODE_MODULE_VERSION')) {
    const why = `libxmljs2 was compiled for another Node.js than the ${version} that runs`
    return [why, `${newerNan(version, nan)}run npm rebuild libxmljs2 with this one first in PATH`]
  }
  if (message.includes('Could not locate the bindings file')) {
    const tools =
      'install a C++ compiler, make and Python (Debian: apt-get install g++ make python3), then run npm install-scripts approve libxmljs2 (npm 11.19 or later) and npm rebuild libxmljs2'
    return ['libxmljs2 was not compiled when it was installed', newerNan(version, nan) + tools]
  }
  const again = 'fix the cause, or compile it again by npm rebuild libxmljs2'
  return ['libxmljs2 cannot be loaded', newerNan(version, nan) + again]
}

/** libxmljs2 asks for a nan with which it does not compile on Node.js 26. */
function newerNan(version: string, nan: string | undefined): string {
  const [major = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [first = 0, second = 0] = (nan ?? '').split('.').map(Number)
  if (major < 26 || nan === undefined || first > 2 || second >= 30) return ''
  return `have "overrides": { "nan": "2.30.0" } in the package.json of the project, as it does not compile on ${version} with nan ${nan}, run npm install, then `
}

function isAbsent(error: unknown): boolean {
  const absent = error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
  return absent && /Cannot find module 'libxmljs2'/.test(error.message)
}

/** The version of nan that libxmljs2 finds. */
export function installedNan(): string | undefined {
  try {
    const library = createRequire(import.meta.url).resolve('libxmljs2/package.json')
    const file = createRequire(library).resolve('nan/package.json')
    const { version }: { version?: unknown } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}
