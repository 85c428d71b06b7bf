/** Identity constraints: their XPath, and the tables of keys that are kept while an element is validated. */
export { readField, readSelector } from './read-selector.js'
export type { Refuse } from './settling.js'
export { IdentityTables } from './tables.js'
export type { AttributeValue } from './values.js'
