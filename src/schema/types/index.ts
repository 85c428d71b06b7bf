/** Writes the types of a schema's values in TypeScript, with its documentation. */
import { clarkName } from '../../xml/tree.js'
import type {
  ComplexType,
  ElementDeclaration,
  SchemaComponents,
  SimpleType,
  TypeDefinition,
} from '../components.js'
import { type SoapArray, soapArrayOf } from '../soap-array.js'
import type { ValueOptions } from '../values/index.js'
import { derivedText, OPEN, OPEN_ENCODED, shapeOf } from './complex-types.js'
import { documentationOf, facetNote } from './documentation.js'
import { identifier } from './names.js'
import { SimpleTypes } from './simple-types.js'
import { isOwn, NamedTypes } from './type-names.js'
import { arrayText, comment, unionText } from './write-text.js'

/** What the values are read as is that of the operation which they are for. */
export interface TypesOptions extends ValueOptions {
  /** What the types of values that the language does not have are imported from. */
  readonly module: string
  /** What the types are made of, for the comment at the top. */
  readonly from: string
  /** Writes what is made of the types, at the end. Default: nothing. */
  readonly more?: ((names: ElementNames) => readonly string[]) | undefined
}

/** What the types are called. */
export interface ElementNames {
  /** The type of a global element's value. */
  of(element: ElementDeclaration): string
  /** A name that no type has; begins with a capital letter. */
  make(wanted: string): string
}

/** What the text refers to, and how it is imported. */
const IMPORTS = {
  QName: 'QName',
  EncodedValue: 'Value as EncodedValue',
  OpenValues: 'Values as OpenValues',
  XmlElement: 'XmlElement',
} as const

/** @returns a module of TypeScript that `tsc --strict` compiles */
export function writeTypes(schema: SchemaComponents, options: TypesOptions): string {
  const { module, from, more = () => [] } = options
  const writer = new TypeWriter(schema, options)
  const parts = [...writer.parts(), ...more(writer)]
  const used = namesIn(parts)
  if (used.has('AnyAttribute')) parts.unshift(anyAttribute(options))
  const imported = Object.entries(IMPORTS)
    .filter(([name]) => used.has(name) || (name === 'QName' && used.has('AnyAttribute')))
    .map(([, text]) => text)
  if (imported.length > 0) {
    parts.unshift(`import type { ${imported.join(', ')} } from '${module}'\n`)
  }
  if (parts.length === 0) parts.push('export {}\n')
  const start = `/** Types of the values of ${from}, made by \`waybill types\`: make them again when it changes. */\n\n`
  return start + parts.join('\n')
}

function anyAttribute({ dates }: ValueOptions): string {
  const date = dates === 'Date' ? '  | Date\n' : ''
  return `/** An attribute that the schema does not name. */
export type AnyAttribute =
  | string
  | number
  | bigint
  | boolean
${date}  | Uint8Array
  | QName
  | readonly AnyAttribute[]
  | undefined
`
}

/** What is not the schema's own and is named outside of comments and literals. */
function namesIn(parts: readonly string[]): ReadonlySet<string> {
  const used = new Set<string>()
  const searched = ['AnyAttribute', ...Object.keys(IMPORTS)]
  for (const part of parts) {
    const code = part.replace(/\/\*\*[\s\S]*?\*\/|'(?:\\.|[^'\\])*'/g, '')
    for (const name of searched) if (hasWord(code, name)) used.add(name)
  }
  return used
}

function hasWord(code: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(code)
}

class TypeWriter implements ElementNames {
  readonly #schema: SchemaComponents
  readonly #named: NamedTypes
  readonly #simple: SimpleTypes

  constructor(schema: SchemaComponents, options: ValueOptions) {
    this.#schema = schema
    this.#named = new NamedTypes(schema)
    this.#simple = new SimpleTypes((type) => this.#named.names.get(type), options)
  }

  of(element: ElementDeclaration): string {
    return this.#named.nameOfElement(element) ?? this.#elementType(element, element.local)
  }

  make(wanted: string): string {
    return this.#named.make(wanted)
  }

  parts(): string[] {
    const parts: string[] = []
    // More names are added while types are written.
    for (const [type, name] of this.#named.names) {
      parts.push(
        type.kind === 'simple' ? this.#writeSimple(type, name) : this.#writeComplex(type, name),
      )
    }
    for (const { name, element } of this.#named.aliases) {
      const text = this.#elementType(element, name)
      parts.push(`${comment(documentationOf(element.source))}export type ${name} = ${text}\n`)
    }
    return parts
  }

  #writeSimple(type: SimpleType, name: string): string {
    const notes = [...documentationOf(type.source), ...facetNote(type)]
    return `${comment(notes)}export type ${name} = ${this.#simple.write(type)}\n`
  }

  #writeComplex(type: ComplexType, name: string): string {
    const array = soapArrayOf(type, this.#schema)
    if (array) return this.#writeArray(type, array, name)
    const shape = shapeOf(type, {
      simple: this.#simple,
      elementType: (declaration) =>
        this.#elementType(declaration, name + identifier(declaration.local)),
    })
    const notes = [type.source, this.#named.elements.get(type)?.source].flatMap(documentationOf)
    const start = `${comment(notes)}export`
    if (shape.kind === 'alias') return `${start} type ${name} = ${shape.text}\n`
    if (shape.members.length === 0) {
      return `${start} type ${name} = { readonly [name: string]: never }\n`
    }
    return `${start} interface ${name} {\n${shape.members.join('')}}\n`
  }

  /** What the SOAP encoding calls an array is one; items that it leaves out are `null`. */
  #writeArray({ source }: ComplexType, { item, ranks }: SoapArray, name: string): string {
    const open = item?.kind === 'complex' && !isOwn(item) ? OPEN_ENCODED : undefined
    let text = open ?? (item ? this.#itemType(item, name) : OPEN_ENCODED)
    for (const rank of ranks) {
      for (let n = 0; n < rank; n += 1) text = arrayText(unionText([text, 'null']))
    }
    return `${comment(documentationOf(source))}export type ${name} = ${text}\n`
  }

  #itemType(type: TypeDefinition, location: string): string {
    if (type.kind === 'simple') return this.#simple.refer(type)
    const derived = this.#named
      .derivedFrom(type, new Set())
      .map((one) => derivedText(this.#named.nameOf(one, location), clarkName(one)))
    return unionText([this.#named.nameOf(type, `${location}Item`), ...derived])
  }

  /** @param place  names its type, if that has no name */
  #elementType({ type, block }: ElementDeclaration, location: string): string {
    if (type.kind === 'simple') return this.#simple.refer(type)
    if (!isOwn(type)) return OPEN
    const own = type.abstract ? [] : [this.#named.nameOf(type, location)]
    const derived = this.#named
      .derivedFrom(type, block)
      .map((one) => derivedText(this.#named.nameOf(one, location), clarkName(one)))
    return unionText([...own, ...derived]) || 'never'
  }
}
