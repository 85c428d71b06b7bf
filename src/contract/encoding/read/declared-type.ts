/** What a message says of the type of an element: by xsi:type, by the attributes of arrays, by names of an encoding. */
import type { TypeDefinition } from '../../../schema/components.js'
import { isSoapEncoding } from '../../../schema/resolve/soap-encoding.js'
import {
  attributeOf,
  clarkName,
  readQName,
  trimXml,
  type UnsignedPrefix,
  type XmlElement,
} from '../../../xml/tree.js'
import type { Dialect } from '../dialect.js'
import { ANY, ARRAY, type ArrayForm, type Form, type Forms, STRUCT } from '../forms.js'
import { MAX_DIMENSIONS } from '../limits.js'
import { statedType } from './instance.js'
import { type Location, misfit, shown } from './problem.js'
import { type BuiltIn, builtInNamed } from './xsd-names.js'

type Name = { readonly namespace: string; readonly local: string }

/** @returns undefined if it says nothing */
export function statedForm(
  element: XmlElement,
  dialect: Dialect,
  forms: Forms,
  location: Location,
): Form | undefined {
  const ofEncoding = isSoapEncoding(element.namespace)
  if (element.attributes.length === 0 && !ofEncoding) return undefined
  const text = statedType(element)
  const typed = text === undefined ? undefined : formNamed(nameIn(text, element, location), forms)
  const array = arrayForm(element, dialect, forms, location)
  if (array && (!typed || typed.kind === 'any' || typed.kind === 'struct')) return array
  if (array && typed?.kind === 'array') {
    return array.item ? { ...array, type: typed.type } : typed
  }
  // SOAP 1.1 §5.2: an element of the encoding's namespace has the type of its name.
  return (
    typed ?? (ofEncoding ? ofBuiltIn(builtInNamed(element), forms) : nodeType(element, dialect))
  )
}

/** What of it a signed element says by a prefix that is not signed. */
export function unsignedIn(element: XmlElement, { uri }: Dialect): UnsignedPrefix | undefined {
  const { scope } = element
  if (!scope.signed) return undefined
  const names = [
    statedType(element),
    attributeOf(element, uri, 'arrayType'),
    attributeOf(element, uri, 'itemType'),
  ]
  for (const name of names) {
    const unsigned = name === undefined ? undefined : readQName(scope, name)?.unsigned
    if (unsigned) return unsigned
  }
  return undefined
}

/** SOAP 1.2 Part 2 §3.1.7: what kind of node it is, where nothing says the type. */
function nodeType(element: XmlElement, { name, uri }: Dialect): Form | undefined {
  return name === '1.2' && attributeOf(element, uri, 'nodeType') === 'struct' ? STRUCT : undefined
}

/** The type that is written behind a prefix. */
function formNamed(name: Name, forms: Forms): Form {
  const builtIn = builtInNamed(name)
  if (builtIn !== undefined && builtIn !== 'unknown') return ofBuiltIn(builtIn, forms)
  const type = forms.schema.types.get(clarkName(name))
  return type ? forms.of(type) : { kind: 'struct', type: undefined, named: clarkName(name) }
}

function ofBuiltIn(found: BuiltIn | undefined, forms: Forms): Form {
  switch (found) {
    case undefined:
    case 'unknown':
    case 'any':
      return ANY
    case 'Array':
      return ARRAY
    case 'Struct':
      return STRUCT
    default:
      return forms.of(found)
  }
}

function arrayForm(
  element: XmlElement,
  { name, uri }: Dialect,
  forms: Forms,
  location: Location,
): ArrayForm | undefined {
  if (name === '1.1') {
    // SOAP 1.1 §5.4.2
    const text = attributeOf(element, uri, 'arrayType')
    if (text === undefined) return undefined
    const [qname = '', ...brackets] = trimXml(text).split('[', MAX_DIMENSIONS + 2)
    const ranks = brackets.map((one) => one.split(',', MAX_DIMENSIONS + 1).length).reverse()
    refuseMany(ranks, location)
    if (ranks.length === 0) throw misfit(location, `the arrayType ${shown(text)} has no size`)
    return { ...ARRAY, item: itemNamed(qname, element, forms, location), ranks }
  }
  // SOAP 1.2 Part 2 §3.1.4: itemType, arraySize, and nodeType.
  const item = attributeOf(element, uri, 'itemType')
  const size = attributeOf(element, uri, 'arraySize')
  if (item === undefined && size === undefined) {
    return attributeOf(element, uri, 'nodeType') === 'array' ? ARRAY : undefined
  }
  const rank = size === undefined ? 1 : trimXml(size).split(/[ \t\r\n]+/, MAX_DIMENSIONS + 1).length
  refuseMany([rank], location)
  return {
    ...ARRAY,
    item: item === undefined ? undefined : itemNamed(item, element, forms, location),
    ranks: [rank],
  }
}

function refuseMany(ranks: readonly number[], location: Location): void {
  const dimensions = ranks.reduce((all, one) => all + one, 0)
  if (dimensions > MAX_DIMENSIONS) {
    throw misfit(location, `an array may have ${MAX_DIMENSIONS} dimensions, and no more`)
  }
}

/** undefined if every item is to say what it is. */
function itemNamed(
  qname: string,
  element: XmlElement,
  forms: Forms,
  location: Location,
): TypeDefinition | undefined {
  const form = formNamed(nameIn(qname, element, location), forms)
  return form.kind === 'any' ? undefined : form.type
}

function nameIn(qname: string, { scope }: XmlElement, location: Location): Name {
  const name = readQName(scope, qname)
  if (!name) throw misfit(location, `the prefix of the type ${shown(qname)} is not declared`)
  return name
}
