/** The man page is what the commands tell of themselves. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { describeCommand, everyCommand } from '../../src/cli/completion/command-tree.js'
import { createProgram } from '../../src/cli/program.js'
import { manPage } from '../support/man-page.js'

const file = new URL('../../../man/waybill.1', import.meta.url)
const program = describeCommand(await createProgram([], true))

/** Today's for a page that is written anew. */
function dateOf(page: string): string {
  if (process.env.UPDATE_DOCS) {
    return new Date().toLocaleDateString('en-US', {
      month: 'long',
      day: 'numeric',
      year: 'numeric',
    })
  }
  return /^\.Dd (.*)$/m.exec(page)?.[1] ?? ''
}

test('man/waybill.1 is as the program tells it', (t) => {
  const before = readFileSync(file, { encoding: 'utf8', flag: 'a+' })
  const page = manPage(program, dateOf(before))
  if (process.env.UPDATE_DOCS) writeFileSync(file, page)
  t.is(readFileSync(file, 'utf8'), page, 'run UPDATE_DOCS=1 npx ava dist/test/cli/man.test.js')
})

test('every command and every option is in it', (t) => {
  const page = readFileSync(file, 'utf8')
  for (const { path, commands, options } of everyCommand(program)) {
    if (commands.length > 0) continue
    t.true(page.includes(`\n.Ss waybill ${path.join(' ')}`), path.join(' '))
    for (const { long } of options) t.true(page.includes(`Fl -${long.slice(2)}`), long)
  }
})

const mandoc = spawnSync('mandoc', ['-Tlint', '-Wall', fileURLToPath(file)], { encoding: 'utf8' })

if (mandoc.error) test.skip('mandoc finds nothing in it (skipped: there is no mandoc)', () => {})
else test('mandoc finds nothing in it', (t) => t.is(mandoc.stdout, ''))
