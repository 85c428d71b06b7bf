/** Reads distinguished names (RFC 4514), so that two texts of one name are found to be the same. */

export interface DistinguishedName {
  /** The same text for the same name. */
  readonly normal: string
  /** Undefined if the name has none, or more than one. */
  readonly commonName: string | undefined
}

/** RFC 4514 §3, RFC 4519, RFC 2985: short names of what stands in names, by their numbers. */
const SHORT: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'ORGANIZATIONIDENTIFIER',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID',
  '1.2.840.113549.1.9.1': 'EMAILADDRESS',
  E: 'EMAILADDRESS',
  EMAIL: 'EMAILADDRESS',
  S: 'ST',
}

/** Characters of the longest name that is read. */
const LONGEST = 4096
/** RFC 4514 §3: a type and a value; a `\` stands before a special character, or two digits. */
const PAIR = /\s*([A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)\s*=((?:[^\\,+"<>;]|\\[\s\S])*)([,+]|$)/y

/** @returns undefined for a text that is no name */
export function readName(text: string): DistinguishedName | undefined {
  if (text.length > LONGEST) return undefined
  const names: string[][] = [[]]
  const commonNames: string[] = []
  const pair = new RegExp(PAIR)
  for (let end = ','; end !== ''; ) {
    const [whole, type = '', written = '', next = ''] = pair.exec(text) ?? []
    if (whole === undefined) return undefined
    const value = valueIn(written)
    const upper = type.toUpperCase()
    const short = SHORT[upper] ?? upper
    if (short === 'CN') commonNames.push(value)
    names.at(-1)?.push(JSON.stringify([short, value]))
    if (next === ',') names.push([])
    end = next
  }
  return {
    normal: names.map((pairs) => pairs.toSorted().join('+')).join(','),
    commonName: commonNames.length === 1 ? commonNames[0] : undefined,
  }
}

/** RFC 4514 §2.4: spaces at its ends count if a `\` stands before them. */
function valueIn(written: string): string {
  const tokens = written.match(/\\[0-9A-Fa-f]{2}|\\[\s\S]|[\s\S]/g) ?? []
  const counts = (token: string) => token.trim() !== ''
  const counted = tokens.slice(tokens.findIndex(counts), tokens.findLastIndex(counts) + 1)
  return Buffer.concat(counted.map(bytesOf)).toString('utf8')
}

function bytesOf(token: string): Buffer {
  if (!token.startsWith('\\')) return Buffer.from(token, 'utf8')
  const escaped = token.slice(1)
  return Buffer.from(escaped, escaped.length === 2 ? 'hex' : 'utf8')
}
