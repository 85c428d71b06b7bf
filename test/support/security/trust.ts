/** Trust, as a node has it with a section `security`, made from files in a folder of the test. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Decision } from '../../../src/security/keys.js'
import { readTrust } from '../../../src/security/trust/read.js'
import type { ConfiguredTrust } from '../../../src/security/trust/trust.js'
import { readConfig } from '../config.js'
import { folderOf } from '../folder.js'
import { type Issued, listPem } from './certificates.js'

interface Teardown {
  teardown(clean: () => void): void
}

/** Now, as far as certificates of tests go. */
export const NOW = Date.parse('2030-06-01T12:00:00Z')

type Values = Readonly<Record<string, unknown>>

/** @param section  `security`, as the configuration file has it */
export function trustBy(section: Values): ConfiguredTrust {
  const settings = Object.entries(section).map(
    ([key, value]) => `security.${key}=${JSON.stringify(value)}`,
  )
  return readTrust(readConfig({ environment: {}, settings }).security)
}

/** Writes files for a configuration. */
export interface Files {
  /** A file with these certificates, in this order. */
  pem(...issued: readonly Issued[]): string
  /** A file with these revocation lists. */
  lists(...lists: readonly Buffer[]): string
  bytes(content: Buffer): string
}

export function filesOf(t: Teardown): Files {
  const folder = folderOf(t, {})
  let number = 0
  const write = (text: string | Buffer) => {
    number += 1
    const file = join(folder, `${number}.pem`)
    writeFileSync(file, text)
    return file
  }
  return {
    pem: (...issued) => write(issued.map(({ pem }) => pem).join('')),
    bytes: write,
    lists: (...lists) => write(lists.map(listPem).join('')),
  }
}

/** The peer, or why there is none. */
export function outcome(decision: Decision): string {
  return decision.trusted ? decision.peer : decision.why
}

/** Decides on a certificate now. */
export function decided(
  trust: ConfiguredTrust,
  { certificate }: Issued,
  ...others: readonly Issued[]
): string {
  const along = others.map((one) => one.certificate)
  return outcome(trust.decide(certificate, along, NOW))
}
