/** What a plugin may be called in this node: its name is a segment of a path. */
import { basename } from 'node:path'

/** For people to read. */
export const PLUGIN_NAME = 'letters, digits, and . _ ~ -, but not ., .. or exchanges'

/**
 * RFC 3986 §5.2.4: the two of dots are no names but steps, and whoever sends a request leaves them out.
 * Under `exchanges` answers are picked up later, so no plugin is there.
 */
export const PLUGIN_NAMES = /^(?!(?:\.|\.\.|exchanges)$)[A-Za-z0-9._~-]+$/

/** An entry of `plugins`, as far as it names one. */
export type NamedEntry = string | { readonly use: string; readonly as?: string | undefined }

/** The name that an entry of the configuration gives its plugin; it may still be none to be used. */
export function nameOf(entry: NamedEntry): string {
  const { use, as } = typeof entry === 'string' ? { use: entry, as: undefined } : entry
  return as ?? basename(use).replace(/\.m?js$/, '')
}
