/** What a plugin may be called in this node: its name is a segment of a path. */

/** For people to read. */
export const PLUGIN_NAME = 'letters, digits, and . _ ~ -, but not ., .. or exchanges'

/** Under this name answers are picked up later, so no plugin is there. */
const TAKEN = 'exchanges'

export function isPluginName(name: string): boolean {
  // RFC 3986 §5.2.4: these two are no names but steps, and whoever sends a request leaves them out.
  return /^[A-Za-z0-9._~-]+$/.test(name) && !['.', '..', TAKEN].includes(name)
}
