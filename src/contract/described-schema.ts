/** Makes one schema of those of a plugin's operations and header handlers, and of what none of them declares. */
import { fileURLToPath } from 'node:url'
import type { MadeDocument } from '../schema/documents.js'
import type { CompiledSchema } from '../schema/validate/index.js'
import { compileSchema } from '../schema/waybill.js'
import { type ClarkName, parseClarkName } from '../xml/tree.js'
import { escapeAttribute } from '../xml/write.js'
import type { HeaderHandler } from './header-handler.js'
import type { Operation } from './operation.js'

/** What of a plugin is described. */
export interface Described {
  /** Its name in the configuration. */
  readonly name: string
  readonly operations: readonly Operation[]
  readonly headers: readonly HeaderHandler[]
}

/** Name of the body entry that calls an operation; undefined for an empty Body. */
export function entryOf({ name, entry = name }: Operation): ClarkName | undefined {
  return entry ?? undefined
}

/** Name of the answer's body entry; undefined for an empty Body. */
export function responseOf({
  name,
  response = `${name}Response`,
}: Operation): ClarkName | undefined {
  return response ?? undefined
}

/** @throws InvalidSchema if the schemas contradict each other */
export function schemaFor({ operations, headers }: Omit<Described, 'name'>): CompiledSchema {
  const urls = [...operations, ...headers].flatMap(({ schema }) => schema ?? [])
  const files = [...new Set(urls.map((url) => fileURLToPath(url)))]
  const schema = files.length === 0 ? undefined : compileSchema(files)
  const untyped = operations
    .flatMap(namesOf)
    .filter((name) => !schema?.components.elements.has(name))
  if (schema && untyped.length === 0) return schema
  return compileSchema(files, untypedSchemas(new Set(untyped)))
}

/** The elements that its messages are made of. */
function namesOf(operation: Operation): readonly ClarkName[] {
  const { faults = [], requestHeaders = [], responseHeaders = [] } = operation
  const answer = operation.exchange === 'one-way' ? undefined : responseOf(operation)
  const entries = [entryOf(operation), answer].flatMap((name) => name ?? [])
  return [...entries, ...faults, ...requestHeaders, ...responseHeaders]
}

/**
 * @param names  of global elements
 * @returns a document for each namespace
 */
function untypedSchemas(names: ReadonlySet<ClarkName>): readonly MadeDocument[] {
  const byNamespace = new Map<string, string[]>()
  for (const name of names) {
    const { namespace, local } = parseClarkName(name)
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), local])
  }
  return [...byNamespace].map(([namespace, locals]) => ({
    name: `untyped elements of ${namespace || 'no namespace'}`,
    text: schemaOf(namespace, locals),
  }))
}

function schemaOf(namespace: string, locals: readonly string[]): string {
  const target = namespace === '' ? '' : ` targetNamespace="${escapeAttribute(namespace)}"`
  return [
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${target} elementFormDefault="qualified">`,
    ...locals.map(elementOf),
    '</xs:schema>',
  ].join('\n')
}

const elementOf = (local: string) => `  <xs:element name="${local}">
    <xs:complexType>
      <xs:sequence>
        <xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>`
