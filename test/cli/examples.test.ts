/** The examples of every command: each is there, and is taken by the command as it stands. */

import test from 'ava'
import type { Command } from 'commander'
import { everyCommand, tellCommand } from '../../src/cli/command-tree.js'
import { createProgram } from '../../src/cli/program.js'
import { commandIn, wordsOf } from '../support/shell-words.js'

const program = await createProgram([], true)
const commands = everyCommand(tellCommand(program))

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
    test(`waybill ${path.join(' ')} takes: ${example}`, async (t) => {
      // Of its own: a command that has read options once keeps their values.
      const whole = await createProgram([], true)
      const [, ...words] = commandIn(wordsOf(example))
      const { command, rest } = reached(whole, words)
      t.is(command.commands.length, 0, 'it names a whole command')
      const { operands, unknown } = command.parseOptions(rest)
      t.deepEqual(unknown, [])
      const places = command.registeredArguments
      t.true(operands.length >= places.filter(({ required }) => required).length)
      t.true(operands.length <= places.length || places.at(-1)?.variadic === true)
      for (const { mandatory, attributeName, long } of mandatoryOf(command)) {
        t.true(!mandatory || command.getOptionValue(attributeName) !== undefined, long)
      }
    })
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
