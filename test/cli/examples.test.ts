/** The examples of every command, and the commands in the documentation: each is taken as it stands. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { Command } from 'commander'
import { describeCommand, everyCommand } from '../../src/cli/completion/command-tree.js'
import { createProgram } from '../../src/cli/program.js'
import { commandIn, wordsOf } from '../support/shell-words.js'

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url))
const program = await createProgram([], true)
const commands = everyCommand(describeCommand(program))

test('every command has one to three examples, and says in a sentence what it is for', (t) => {
  t.true(commands.length > 40)
  const without = commands.filter(
    ({ examples, description }) =>
      examples.length < 1 || examples.length > 3 || !/^\S.{9,}[\w.]$/.test(description),
  )
  t.deepEqual(
    without.map(({ path }) => path.join(' ')),
    [],
  )
})

test('the examples of a command are of that command, or of one below it', (t) => {
  for (const { path, examples } of commands) {
    for (const example of examples) {
      const words = commandIn(wordsOf(example))
      t.deepEqual(words.slice(0, path.length + 1), ['waybill', ...path], example)
    }
  }
})

for (const { path, examples } of commands) {
  for (const example of examples) {
    test(`waybill ${path.join(' ')} takes: ${example}`, (t) => isTaken(t, example))
  }
}

test('every command in the blocks of the documentation is taken', async (t) => {
  const pages = [
    ...readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).map((name) => join(DOCS, name)),
    fileURLToPath(new URL('../../../README.md', import.meta.url)),
  ].filter((file) => file.endsWith('.md'))
  const lines = pages.flatMap((file) => commandsOn(readFileSync(file, 'utf8')))
  t.true(lines.length > 80, String(lines.length))
  for (const line of lines) await isTaken(t, line)
})

/** Lines of a shell that begin with the command, whole. */
function commandsOn(page: string): readonly string[] {
  const blocks = page.match(/(?<=^```(?:sh|console)\n)[\s\S]*?(?=^```$)/gm) ?? []
  return blocks.flatMap((block) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/^\$ /, '').replace(/\s+#\s.*$/, ''))
      .filter((line) => line.startsWith('waybill ')),
  )
}

async function isTaken(t: ExecutionContext, example: string): Promise<void> {
  // Of its own: a command that has read options once keeps their values.
  const whole = await createProgram([], true)
  const [, ...words] = commandIn(wordsOf(example))
  const { command, rest } = reached(whole, words)
  t.is(command.commands.length, 0, `it names a whole command: ${example}`)
  const { operands, unknown } = command.parseOptions(rest)
  t.deepEqual(unknown, [], example)
  const locations = command.registeredArguments
  t.true(operands.length >= locations.filter(({ required }) => required).length, example)
  t.true(operands.length <= locations.length || locations.at(-1)?.variadic === true, example)
  if (command.name() === 'call') t.regex(operands[1] ?? 'Name', /^(\{[^{}]+\})?[\w.-]+$/, example)
  for (const { mandatory, attributeName, long } of mandatoryOf(command)) {
    t.true(!mandatory || command.getOptionValue(attributeName) !== undefined, `${long}: ${example}`)
  }
}

function mandatoryOf({ options }: Command) {
  return options.map((one) => ({
    mandatory: one.mandatory,
    attributeName: one.attributeName(),
    long: one.long ?? '',
  }))
}

function reached(
  command: Command,
  words: readonly string[],
): { readonly command: Command; readonly rest: string[] } {
  const [first, ...rest] = words
  const next = command.commands.find((one) => one.name() === first)
  return next ? reached(next, rest) : { command, rest: [...words] }
}
