/** `npm run bench -- schema`: what compiling a schema, reading, validating and reading values take, in processor time. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Schema, SchemaEngine } from '../src/schema/engine.js'
import { openEngine } from '../src/schema/open.js'
import { waybillEngine } from '../src/schema/waybill.js'
import { readDocument } from '../src/xml/read.js'
import { MODELLED } from '../test/support/schemas/modelled/all.js'

const CALCULATOR = fileURLToPath(new URL('../plugins/calculator/calculator.xsd', import.meta.url))
const ADD = '<Add xmlns="urn:example:calculator"><a>1</a><b>2</b></Add>'
const ROUNDS = 5

/** Microseconds of processor time that a call takes once the code is warm: median of rounds. */
function cost(work: () => unknown, times: number): number {
  for (let warm = 0; warm < times; warm += 1) work()
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    for (let at = 0; at < times; at += 1) work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / times
  })
  return rounds.toSorted((one, other) => one - other)[(ROUNDS - 1) / 2] ?? Number.NaN
}

/** Milliseconds that a process takes to load our own rules, and to compile a schema with them: median of rounds. */
function startOf(file: string): number {
  const module = new URL('../src/schema/waybill.js', import.meta.url).href
  const code = `const { waybillEngine } = await import(${JSON.stringify(module)}); const began = performance.now();
    waybillEngine.compile(${JSON.stringify(file)}); console.log(performance.now() - began)`
  const rounds = Array.from({ length: ROUNDS }, () =>
    Number(spawnSync(process.execPath, ['--input-type=module', '-e', code]).stdout),
  )
  return rounds.toSorted((one, other) => one - other)[(ROUNDS - 1) / 2] ?? Number.NaN
}

const line = (what: string, value: number, unit: string, more = '') =>
  process.stdout.write(`${what.padEnd(52)}${value.toFixed(2).padStart(10)} ${unit}${more}\n`)

const ratio = (value: number, to: number) => `  ${(value / to).toFixed(2)} times reading it`

const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
try {
  const [business] = MODELLED
  if (!business) throw new Error('there is no modelled schema')
  for (const [name, text] of Object.entries(business.files)) writeFileSync(join(folder, name), text)
  const [first = ''] = Object.keys(business.files)
  const main = join(folder, first)
  line(`start: compile ${business.name}`, startOf(main), 'ms')
  const read = cost(() => readDocument(business.valid), 300)
  line(`read its document of ${business.valid.length} characters`, read, 'µs')
  const document = readDocument(business.valid)
  const checked = waybillEngine.compile(main)
  const validated = cost(() => checked.validate(document), 300)
  line('validate it', validated, 'µs', ratio(validated, read))
  const readAdd = cost(() => readDocument(ADD), 50_000)
  line('read an Add', readAdd, 'µs')
  const add = readDocument(ADD)
  const native = await openEngine('libxmljs2')
  const engines: readonly (readonly [SchemaEngine, number])[] = [
    [waybillEngine, 50_000],
    [native, 1_000],
  ]
  for (const [engine, times] of engines) {
    const schema: Schema = engine.compile(CALCULATOR)
    if (schema.validate(add).length > 0) throw new Error(`${engine.name} refuses the Add`)
    const validated = cost(() => schema.validate(add), times)
    line(`validate it with ${engine.name}`, validated, 'µs', ratio(validated, readAdd))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
