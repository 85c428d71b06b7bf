/** Schemas as large vocabularies have them, made from a seed, each with a valid document and flaws that make it invalid. */

export interface Modelled {
  readonly name: string
  /** By name; the first one brings in the others. */
  readonly files: Readonly<Record<string, string>>
  readonly valid: string
  /** Each is to be replaced once in the valid document, which is invalid then. */
  readonly flaws: readonly Flaw[]
}

export interface Flaw {
  readonly what: string
  readonly from: string | RegExp
  readonly to: string
}

export const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"'

export function schema(attributes: string, inside: readonly string[]): string {
  return `<xs:schema ${XS} ${attributes}>\n${inside.join('\n')}\n</xs:schema>\n`
}

/** @throws Error for a flaw that changes nothing */
export function flawed({ valid, name }: Modelled, { what, from, to }: Flaw): string {
  const text = valid.replace(from, to)
  if (text === valid) throw new Error(`${name}: ${what} changes nothing`)
  return text
}
