/** The namespace of the interop service, and its schema. */
import type { ClarkName } from '#plugin'

export const NAMESPACE = 'urn:example:interop'

export const schema = new URL('./documents.xsd', import.meta.url)

export function named(local: string): ClarkName {
  return `{${NAMESPACE}}${local}`
}
