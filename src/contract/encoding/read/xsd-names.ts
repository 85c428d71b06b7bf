/** The simple types that names of XML Schema, its drafts and the encodings stand for. */
import type { SimpleType } from '../../../schema/components.js'
import { isSoapEncoding } from '../../../schema/resolve/soap-encoding.js'
import { builtInType } from '../../../schema/simple/index.js'
import { XSD_NAMESPACE } from '../../../xml/tree.js'

const SCHEMAS: ReadonlySet<string> = new Set([
  XSD_NAMESPACE,
  'http://www.w3.org/1999/XMLSchema',
  'http://www.w3.org/2000/10/XMLSchema',
])

/** Names of the drafts that became others. */
const RENAMED: Readonly<Record<string, string>> = {
  base64: 'base64Binary',
  binary: 'base64Binary',
  CDATA: 'normalizedString',
  month: 'gYearMonth',
  recurringDate: 'gMonthDay',
  recurringDay: 'gDay',
  timeDuration: 'duration',
  timeInstant: 'dateTime',
  uriReference: 'anyURI',
  year: 'gYear',
}

/** `any` for the type that says nothing, `Array` and `Struct` for those of the encodings. */
export type BuiltIn = SimpleType | 'any' | 'Array' | 'Struct' | 'unknown'

/** @returns undefined for a name of another namespace */
export function builtInNamed({
  namespace,
  local,
}: {
  readonly namespace: string
  readonly local: string
}): BuiltIn | undefined {
  const encoding = isSoapEncoding(namespace)
  if (!encoding && !SCHEMAS.has(namespace)) return undefined
  if (encoding && (local === 'Array' || local === 'Struct')) return local
  if (['anyType', 'anySimpleType', 'ur-type'].includes(local)) return 'any'
  const renamed = Object.hasOwn(RENAMED, local) ? RENAMED[local] : undefined
  return builtInType(renamed ?? hyphenless(local)) ?? 'unknown'
}

/** The draft of 1999 has non-negative-integer. */
function hyphenless(local: string): string {
  return local.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
