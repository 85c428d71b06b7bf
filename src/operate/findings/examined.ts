/** What is examined: a checked configuration, what its files have in them, and the day. */
import { filesIn } from '../../config/files.js'
import type { NamedFile } from '../../config/pem.js'
import { type Config, configSchema } from '../../config/schema.js'
import type { Transports } from '../../path/plugins/transports.js'
import { type CertificateItem, type Item, readItems } from './items.js'

/** A secret in a file of the configuration that others may read. */
export interface Exposed {
  readonly key: string
  /** File, line and column of the secret. */
  readonly at: string
  readonly mode: number
}

/** A configuration before its files are read. */
export interface Configured {
  readonly config: Config
  readonly transports: Transports
  /** Undefined for none. */
  readonly exposed?: Exposed | undefined
  /** Files with a secret that every user of this machine may read. Default: none */
  readonly openSecrets?: readonly NamedFile[] | undefined
}

export interface Examined extends Configured {
  /** What all files have in them that the configuration names. */
  readonly items: readonly Item[]
  /** In milliseconds since 1970. */
  readonly now: number
}

/** Reads the files that a configuration names. */
export async function examinedAt(configured: Configured, now: number): Promise<Examined> {
  const { config, transports } = configured
  const schema = configSchema(transports.all.map(({ module }) => module))
  return { ...configured, items: await readItems(filesIn(config, schema)), now }
}

export function certificatesOf(items: readonly Item[]): readonly CertificateItem[] {
  return items.flatMap((item) => (item.kind === 'certificate' ? item : []))
}
