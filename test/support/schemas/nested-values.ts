/** A thread with a small stack that writes and reads values which nest: what was written, or why not, by name. */
import { parentPort } from 'node:worker_threads'
import type { TypedElement } from '../../../src/contract/typed-schema.js'
import type { Value, Values } from '../../../src/plugin.js'
import { isRecord } from '../../../src/schema/values/index.js'
import { isElement } from '../../../src/schema/values/kind.js'
import { MAX_DEPTH } from '../../../src/schema/values/levels.js'
import { NO_XML_LIMITS } from '../../../src/xml/limits.js'
import { readDocument } from '../../../src/xml/read.js'
import { childElements, element } from '../../../src/xml/tree.js'
import { atOnce, walking } from '../../../src/xml/walk.js'
import { writeElement } from '../../../src/xml/write.js'
import { read, written } from '../encoding/through.js'
import { typed } from '../typed.js'

interface Node {
  [name: string]: Value
}

/** As many objects in each other, the outermost among them. */
function deep(levels = MAX_DEPTH): Node {
  let inmost: Node = {}
  for (let level = 1; level < levels; level += 1) inmost = { node: inmost }
  return inmost
}

function itself(): Node {
  const node: Node = {}
  node.node = node
  return node
}

const cleaning: (() => void)[] = []
const schema = typed(
  { teardown: (clean) => cleaning.push(clean) },
  `<xs:element name="node"><xs:complexType><xs:sequence>
    <xs:element ref="node" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="any" type="xs:anyType"/>
  <xs:element name="holder"><xs:complexType><xs:sequence>
    <xs:element ref="any"/></xs:sequence></xs:complexType></xs:element>`,
)

function declared(name: string): TypedElement {
  const found = schema.element(`{urn:u}${name}`)
  if (!found) throw new TypeError(`the schema has no ${name}`)
  return found
}

function write(name: string, value: Values): string {
  return writeElement(atOnce(declared(name).writing(value, true)))
}

/** Writes them, and reads them back. */
function again(name: string, value: Values): string {
  const entry = readDocument(write(name, value), NO_XML_LIMITS)
  const { findings, value: found } = atOnce(declared(name).validating(entry))
  if (findings.length > 0) return findings.join()
  return levelsOf(atOnce(walking(declared(name).named(found, entry))))
}

/** Of a type that says nothing they are read as the element that they stand in. */
function levelsOf(values: Values): string {
  let levels = 1
  const { value } = values
  if (typeof value === 'object' && value !== null && isElement(value)) {
    for (let [node] = childElements(value); node; [node] = childElements(node)) levels += 1
    return `${levels} levels`
  }
  for (let { node } = values; isRecord(node); { node } = node) levels += 1
  return `${levels} levels`
}

const TRIALS: Readonly<Record<string, () => string>> = {
  typed: () => again('node', deep()),
  'typed, itself': () => write('node', itself()),
  open: () => again('any', deep()),
  'open, itself': () => write('any', itself()),
  'open inside typed, itself': () => write('holder', { any: itself() }),
  encoded: () => levelsOf(read(written(deep(), '1.2'))),
  'an element': () => {
    let inmost = element({ name: '{urn:u}node' })
    for (let level = 0; level < 100_000; level += 1) inmost = { ...inmost, children: [inmost] }
    return `${writeElement(inmost).length} characters`
  },
}

const results: Record<string, string> = {}
for (const [name, trial] of Object.entries(TRIALS)) {
  try {
    results[name] = trial()
  } catch (error) {
    results[name] = String(error).replaceAll('.node', '')
  }
}
for (const clean of cleaning) clean()
parentPort?.postMessage(results)
