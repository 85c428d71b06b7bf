/** What an array is written with: its items in one row, and the attributes that say their type and number. */
import type { TypeDefinition } from '../../../schema/components.js'
import type { Value } from '../../../schema/values/value.js'
import { type XmlAttribute, XSD_NAMESPACE } from '../../../xml/tree.js'
import type { Dialect } from '../dialect.js'
import type { ArrayForm } from '../forms.js'
import { simpleTypeOf } from './inferred.js'
import { type Names, typeName } from './names.js'

export interface Row {
  readonly items: readonly Value[]
  /** Of each dimension. */
  readonly sizes: readonly number[]
  readonly form: ArrayForm
}

/** An array of several dimensions as one row; as an array of arrays, if they are not of one length. */
export function rowOf(array: readonly Value[], form: ArrayForm): Row {
  const rank = form.ranks[0] ?? 1
  let row: Row = { items: array, sizes: [array.length], form }
  for (let dimension = 1; dimension < rank; dimension += 1) {
    const flat = flattened(row.items)
    if (!flat) {
      const ranks = [1, ...form.ranks.slice(1)]
      for (let more = 1; more < rank; more += 1) ranks.push(1)
      return { items: array, sizes: [array.length], form: { ...form, ranks } }
    }
    row = { items: flat.items, sizes: [...row.sizes, flat.length], form }
  }
  return row
}

function flattened(rows: readonly Value[]): { items: Value[]; length: number } | undefined {
  const items: Value[] = []
  let length: number | undefined
  for (const row of rows) {
    if (!Array.isArray(row) || (length !== undefined && row.length !== length)) return undefined
    length = row.length
    for (const item of row) items.push(item)
  }
  return { items, length: length ?? 0 }
}

/** SOAP 1.1 §5.4.2, SOAP 1.2 Part 2 §3.1.4 and §3.1.6. */
export function arrayAttributes(
  { items, sizes, form }: Row,
  { name, uri }: Dialect,
  names: Names,
): readonly XmlAttribute[] {
  const inner = form.ranks.slice(1)
  const type = names.type({ namespace: uri, local: 'Array' })
  const item = itemName(form.item ?? commonType(items), names)
  if (name === '1.1') {
    const arrays = inner.toReversed().map((rank) => `[${','.repeat(rank - 1)}]`)
    const text = `${item}${arrays.join('')}[${sizes.join(',')}]`
    return [type, names.attribute({ namespace: uri, local: 'arrayType' }, text)]
  }
  const typeText = inner.length > 0 ? names.qname({ namespace: uri, local: 'Array' }) : item
  return [
    type,
    names.attribute({ namespace: uri, local: 'itemType' }, typeText),
    names.attribute({ namespace: uri, local: 'arraySize' }, sizes.join(' ')),
  ]
}

function itemName(type: TypeDefinition | undefined, names: Names): string {
  const name = type && typeName(type)
  return names.qname(name ?? { namespace: XSD_NAMESPACE, local: 'anyType' })
}

/** The type that all items have, if it is one. */
function commonType(items: readonly Value[]): TypeDefinition | undefined {
  const type = simpleTypeOf(items[0])
  return type && items.every((item) => simpleTypeOf(item) === type) ? type : undefined
}
