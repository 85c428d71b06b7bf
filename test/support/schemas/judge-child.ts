/** Run as a process: has every schema engine judge random schemas and elements, and tells where they differ. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../../src/base/errno.js'
import { InvalidSchema, type Schema, type SchemaEngine } from '../../../src/schema/engine.js'
import { lineOf } from '../../../src/schema/finding.js'
import { libxmljs2Engine } from '../../../src/schema/libxmljs2.js'
import { waybillEngine } from '../../../src/schema/waybill.js'
import { readDocument } from '../../../src/xml/read.js'
import type { XmlElement } from '../../../src/xml/tree.js'
import { Random } from '../random.js'
import type { Difference, Judgement, Totals } from './difference.js'
import { randomInstance, writeInstance } from './instance.js'
import { libxml2WasmEngine } from './libxml2-wasm.js'
import { mutateInstance } from './mutate.js'
import { randomSchema } from './random-schema.js'

const [seed = 1, schemas = 1, documents = 1] = process.argv.slice(2).map(Number)
const ENGINES: readonly SchemaEngine[] = [waybillEngine, libxmljs2Engine, libxml2WasmEngine]

const folder = mkdtempSync(join(tmpdir(), 'waybill-'))
const file = join(folder, 's.xsd')
const totals: Totals = { schemas: 0, compiled: 0, elements: 0, valid: 0 }

try {
  for (let index = 0; index < schemas; index += 1) judgeSchema(seed + index)
} finally {
  rmSync(folder, { recursive: true })
}
report({ totals })

function judgeSchema(from: number): void {
  const random = new Random(from)
  const model = randomSchema(random)
  writeFileSync(file, model.text)
  const compiled = ENGINES.map(compile)
  totals.schemas += 1
  const judgements = compiled.map(([, judgement]) => judgement)
  if (differ(judgements)) {
    report({ seed: from, change: undefined, schema: model.text, document: undefined, judgements })
  }
  // What one of them refuses says nothing of elements.
  if (compiled.some(([schema]) => !schema)) return
  totals.compiled += 1
  for (let count = 0; count < documents; count += 1) {
    const root = randomInstance(random, model)
    const changes = Array.from({ length: random.pick([0, 1, 1, 1, 2]) }, () =>
      mutateInstance(random, root),
    )
    const document = writeInstance(root)
    const element = readDocument(document)
    const all = compiled.map(([schema]) => judge(schema as Schema, element))
    totals.elements += 1
    if (all[0]?.valid) totals.valid += 1
    if (!differ(all)) continue
    report({
      seed: from,
      change: changes.join(', '),
      schema: model.text,
      document,
      judgements: all,
    })
  }
}

function compile({ compile: make, name }: SchemaEngine): readonly [Schema | undefined, Judgement] {
  try {
    return [make(file), { valid: true, why: '' }]
  } catch (error) {
    const expected = error instanceof InvalidSchema
    return [
      undefined,
      { valid: false, why: `${expected ? '' : `${name} failed: `}${messageOf(error)}` },
    ]
  }
}

function judge(schema: Schema, element: XmlElement): Judgement {
  try {
    const findings = schema.validate(element)
    return { valid: findings.length === 0, why: findings.map(lineOf).join(' ') }
  } catch (error) {
    return { valid: false, why: `failed: ${messageOf(error)}` }
  }
}

function differ(judgements: readonly Judgement[]): boolean {
  return judgements.some(({ valid }) => valid !== judgements[0]?.valid)
}

function report(message: Difference | { readonly totals: Totals }): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
