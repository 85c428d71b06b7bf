/** The page of commands is what they tell of themselves, and all that print for people have `--json`. */
import { readFileSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { describeCommand, everyCommand } from '../../src/cli/completion/command-tree.js'
import { createProgram } from '../../src/cli/program.js'
import { commandsPage } from '../support/commands-page.js'

const file = new URL('../../../docs/commands.md', import.meta.url)
const program = describeCommand(await createProgram([], true))

test('docs/commands.md is as the program tells it', (t) => {
  const page = commandsPage(program)
  if (process.env.UPDATE_DOCS) writeFileSync(file, page)
  t.is(
    readFileSync(file, 'utf8'),
    page,
    'run UPDATE_DOCS=1 npx ava dist/test/cli/commands-page.test.js',
  )
})

/** They print a document, a script or a log for programs, and nothing else. */
const WITHOUT_JSON = [
  'serve',
  'console',
  'completion',
  'help',
  'sample',
  'sign',
  'types',
  'wsdl',
  'config schema',
  'exchanges export',
]

test('every command that prints for people has --json', (t) => {
  const without = everyCommand(program)
    .filter(({ path, commands, options }) => {
      const leaf = path.length > 0 && commands.length === 0
      return leaf && !options.some(({ long }) => long === '--json')
    })
    .map(({ path }) => path.join(' '))
  t.deepEqual(
    without.filter((name) => !WITHOUT_JSON.includes(name)),
    [],
  )
})

test('whatever has --json tells what it prints', (t) => {
  for (const { path, options, json } of everyCommand(program)) {
    t.is(
      json !== undefined,
      options.some(({ long }) => long === '--json'),
      path.join(' '),
    )
  }
})
