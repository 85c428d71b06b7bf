/** Evidence for tests: a folder, a node's key, and a store for the ends of chains. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EvidenceOptions, openEvidence } from '../../../src/evidence/open.js'
import { type Verified, verifyEvidence } from '../../../src/evidence/verify.js'
import type { Evidence, EvidenceEntry, HeadStore } from '../../../src/security/evidence.js'
import type { OwnKey } from '../../../src/security/keys.js'
import { SILENT } from '../silent.js'
import { PATIENCE } from '../waiting.js'
import { certificates, type IssuedName } from './certificates.js'

export const NODE = 'urn:example:node'

/** As a queue keeps them. */
export function memoryHeads(): HeadStore & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    head: async (name) => kept.get(name),
    keepHead: async (name, before, value) => {
      if (kept.get(name) !== before) return false
      kept.set(name, value)
      return true
    },
  }
}

export function ownKey(name: IssuedName = 'rsa'): OwnKey {
  const { certificate, key } = certificates()[name]
  return { certificate, key, chain: [] }
}

export function entryOf(parts: Partial<EvidenceEntry> = {}): EvidenceEntry {
  return {
    direction: 'received',
    exchange: 'one',
    bytes: Buffer.from('<a xmlns="urn:x">\u00e4\u{1f600}</a>\r\n'),
    contentType: 'text/xml; charset=utf-8',
    policy: 'contracts',
    signatures: [],
    ...parts,
  }
}

/** What a file is ended after may be less than one line: then each has a file of its own. */
export function opening(
  folder: string,
  heads: HeadStore,
  options: Partial<EvidenceOptions> = {},
): Promise<Evidence> {
  return openEvidence({
    folder,
    heads,
    node: NODE,
    fileSize: 1024 ** 2,
    key: () => ownKey(),
    acknowledge: PATIENCE,
    log: SILENT,
    ...options,
  })
}

/** @param heads  undefined: nobody knows where chains end */
export function verifying(
  folder: string,
  heads: HeadStore | undefined,
  names: readonly IssuedName[] = ['rsa'],
  partial = false,
): Promise<Verified> {
  const existing = names.map((name) => certificates()[name].certificate)
  return verifyEvidence({ folder, node: NODE, certificates: existing, heads, partial })
}

/** The files of a chain, without what is beside them. */
export function chainFiles(folder: string, chain = '1'): readonly string[] {
  return readdirSync(join(folder, chain))
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => join(folder, chain, name))
}

export function linesIn(file: string): readonly string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1)
}

export function rewrite(file: string, change: (lines: string[]) => readonly string[]): void {
  writeFileSync(
    file,
    change([...linesIn(file)])
      .map((line) => `${line}\n`)
      .join(''),
  )
}

/** As who has no key, but knows the format, would make a chain whole again. */
export function relinked(lines: readonly string[]): readonly string[] {
  let previous = lines[0]?.slice(13, 77) ?? ''
  return lines.map((line) => {
    const linked = `${line.slice(0, 13)}${previous}${line.slice(77)}`
    previous = createHash('sha256').update(linked).digest('hex')
    return linked
  })
}
