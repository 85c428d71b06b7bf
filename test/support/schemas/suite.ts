/** The W3C's schema test suite: unpacked into a folder of the run, and judged by our own rules. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidSchema } from '../../../src/schema/engine.js'
import { lineOf } from '../../../src/schema/finding.js'
import type { CompiledSchema } from '../../../src/schema/validate/index.js'
import { compileSchema } from '../../../src/schema/waybill.js'
import { decodeText } from '../../../src/xml/charset.js'
import { DEFAULT_XML_LIMITS } from '../../../src/xml/limits.js'
import { readDocument } from '../../../src/xml/read.js'
import { Unreadable } from '../../../src/xml/unreadable.js'
import { atOnce } from '../../../src/xml/walk.js'

/** The suite has elements with more attributes than a message may have. */
const LIMITS = { ...DEFAULT_XML_LIMITS, attributes: Number.POSITIVE_INFINITY }

export type Verdict = 'valid' | 'invalid'

/** A group as the index of the suite has it. */
interface Group {
  readonly id: string
  readonly schemas: readonly string[]
  readonly expected: Verdict
  readonly libxml2: string | null
  readonly instances: readonly {
    readonly document: string
    readonly expected: Verdict
    readonly libxml2: string | null
  }[]
}

/** What we say of a schema set, or of a document. */
export interface Judged {
  readonly kind: 'schema' | 'instance'
  /** Files of it. */
  readonly name: string
  readonly expected: Verdict
  readonly ours: Verdict
  /** What is wrong with it, in words: `''` for what is valid. */
  readonly why: string
  /** What libxml2 says; null where it was not asked. */
  readonly libxml2: string | null
  /** The schemas, as they are written. */
  readonly text: string
}

/** @returns false where there is no suite */
export function unpackSuite(conformance: string, into: string): boolean {
  const archive = join(conformance, 'xsd-suite.tar.xz')
  if (!existsSync(archive)) return false
  execFileSync('tar', ['-xJf', archive, '-C', into])
  return true
}

/** Judges every schema set, and the documents of those that are expected to be valid. */
export function* judgeSuite(folder: string): Generator<Judged> {
  const index = readFileSync(join(folder, 'index.jsonl'), 'utf8')
  for (const line of index.trim().split('\n')) yield* judgeGroup(JSON.parse(line), folder)
}

function* judgeGroup(group: Group, folder: string): Generator<Judged> {
  const { id, schemas, expected, libxml2, instances } = group
  const files = schemas.map((file) => join(folder, file))
  const text = files.map((file) => readFileSync(file, 'latin1')).join('\n')
  const [compiled, why] = compile(files)
  const ours = compiled ? 'valid' : 'invalid'
  yield { kind: 'schema', name: id, expected, ours, why, libxml2, text }
  if (expected === 'invalid') return
  for (const { document, expected: verdict, libxml2: theirs } of instances) {
    const found = compiled ? findings(compiled, join(folder, document)) : `no schema: ${why}`
    const judged = found === '' ? 'valid' : 'invalid'
    yield {
      kind: 'instance',
      name: document,
      expected: verdict,
      // A document without its schema is not judged: that is wrong whatever is expected.
      ours: compiled ? judged : verdict === 'valid' ? 'invalid' : 'valid',
      why: found,
      libxml2: theirs,
      text,
    }
  }
}

function compile(
  files: readonly string[],
): readonly [compiled: CompiledSchema | undefined, why: string] {
  try {
    return [compileSchema(files), '']
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    return [undefined, error.message]
  }
}

function findings(schema: CompiledSchema, file: string): string {
  try {
    const root = readDocument(decodeText(readFileSync(file)), LIMITS)
    return atOnce(schema.validating(root)).findings.map(lineOf).join(' ')
  } catch (error) {
    // Messages have no processing instructions: a document that has one is refused as a message would be.
    if (!(error instanceof Unreadable)) throw error
    return error.message
  }
}
