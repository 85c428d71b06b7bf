/** Values of Postgres as node-postgres gives and takes them: a bigint is a string, JSON is parsed. */
import type { PGlite } from '@electric-sql/pglite'

type Read = (text: string) => unknown

/** By the type's number in pg_type; the rest is text, or what PGlite makes of it, such as arrays. */
const READ: Readonly<Record<number, Read>> = {
  16: (text) => text === 't',
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  20: (text) => text,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  1700: (text) => text,
  3802: JSON.parse,
}

export function readValue(db: PGlite, type: number, text: string | null): unknown {
  if (text === null) return null
  const read: Read | undefined = READ[type] ?? db.parsers[type]
  return read ? read(text) : text
}

/** What goes to the database: text, or bytes as they are. */
export function writeValue(
  db: PGlite,
  type: number | undefined,
  value: unknown,
): string | Uint8Array | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || value instanceof Uint8Array) return value
  if (Array.isArray(value)) {
    const write = type === undefined ? undefined : db.serializers[type]
    if (write) return write(value)
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
