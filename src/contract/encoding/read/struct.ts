/** Reads the accessors of a struct: their names tell them apart, and their order does not matter (SOAP 1.1 §5.4.1, SOAP 1.2 Part 2 §3.1.3). */
import { ANY, CONTENT, type ElementField, record } from '../../../schema/values/index.js'
import type { Value } from '../../../schema/values/value.js'
import { RPC_NAMESPACE } from '../../../soap/version.js'
import { isNamed, type XmlElement } from '../../../xml/tree.js'
import { ELEMENT, type Walk } from '../../../xml/walk.js'
import { ANY as ANYTHING, type Form } from '../forms.js'
import { type Location, misfit } from './problem.js'
import { inArray, inRecord, type Record, type Slot } from './slot.js'
import type { Accessors, Task } from './task.js'
import { weightOf } from './weight.js'

type StructTask = Task<Extract<Form, { kind: 'struct' }>, Record>

export function* fillStruct(graph: Accessors, task: StructTask): Walk<void> {
  const { type } = task.form
  const complex = type && graph.parts.mappings.complex(type)
  if (!complex || complex.mapping.content.kind === 'open') return yield* fillOpen(graph, task)
  const { fields, mapping } = complex
  const { value, location } = task
  const { content } = mapping
  const form = content.kind === 'elements' ? content.form : 'named'
  const inOrder: Value[] = []
  if (form !== 'named') value[CONTENT] = inOrder
  if (form !== 'ordered') for (const { key } of fields.arrays) value[key] = []
  const seen = new Set<ElementField>()
  for (const child of task.element.children) {
    if (!isAccessor(child)) continue
    const field = fields.named(child.namespace, child.local) ?? fields.allOf(child.local)[0]
    const at = { above: location, step: child.local }
    if (!field) {
      if (!fields.any) throw misfit(at, 'the contract has no such accessor')
      addAny(value, child)
      continue
    }
    const isInOrder = form === 'ordered' || field.group !== undefined
    if (seen.has(field) && !field.repeats && !isInOrder) throw misfit(at, 'it is there twice')
    seen.add(field)
    const slot = slotOf(field, isInOrder ? added(inOrder) : value, at)
    const accessor = graph.parts.forms.of(field.declaration?.type)
    const work = graph.accessor(child, task.dialect, accessor, slot)
    if (graph.parts.pace.done(weightOf(child) + work)) yield
  }
  if (content.kind !== 'elements' || form === 'ordered') return
  for (const field of content.fields) {
    if (!field.required || !field.declaration || field.group || seen.has(field)) continue
    if (field.declaration.nillable && !field.repeats) value[field.key] = null
    else throw misfit({ above: location, step: field.key }, 'it is missing')
  }
}

/** A generic compound (SOAP 1.1 §5.4.3): accessors of one name are a list. */
function* fillOpen(
  graph: Accessors,
  { element, dialect, value, location }: StructTask,
): Walk<void> {
  const { pace } = graph.parts
  const lists = new Map<string, Value[] | undefined>()
  for (const child of element.children) {
    if (!isAccessor(child)) continue
    const { local } = child
    if (!lists.has(local)) lists.set(local, undefined)
    else if (!lists.get(local)) lists.set(local, [])
    if (pace.done(ELEMENT)) yield
  }
  for (const child of element.children) {
    if (!isAccessor(child)) continue
    const { local } = child
    const list = lists.get(local)
    if (list) value[local] = list
    const at = { above: location, step: local }
    const slot = list ? next(list, at) : inRecord(value, local, at, 'null')
    const work = graph.accessor(child, dialect, ANYTHING, slot)
    if (pace.done(weightOf(child) + work)) yield
  }
}

/** SOAP 1.2 Part 2 §4.2.1: `rpc:result` names an accessor, and is none itself. */
function isAccessor(child: XmlElement | string): child is XmlElement {
  return typeof child !== 'string' && !isNamed(child, RPC_NAMESPACE, 'result')
}

function slotOf(
  { key, declaration, required, repeats }: ElementField,
  values: Record,
  at: Location,
): Slot {
  const nillable = declaration?.nillable ?? true
  const list = repeats ? values[key] : undefined
  if (Array.isArray(list)) {
    const slot = next(list, at)
    return nillable ? slot : { ...slot, nil: 'refused' }
  }
  // SOAP 1.1 §5.1.9: "A NULL value or a default value MAY be represented by omission of the accessor element."
  return inRecord(values, key, at, nillable ? 'null' : required ? 'refused' : 'absent')
}

/** The place behind the last one. */
function next(list: Value[], above: Location): Slot {
  const index = list.push(null) - 1
  return inArray(list, index, { above, step: index })
}

function added(inOrder: Value[]): Record {
  const one: Record = record()
  inOrder.push(one)
  return one
}

function addAny(values: Record, element: XmlElement): void {
  const before = values[ANY]
  if (Array.isArray(before)) before.push(element)
  else values[ANY] = [element]
}
