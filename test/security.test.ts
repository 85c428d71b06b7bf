/** SECURITY.md names what shows each of its claims: the files are there. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The cells of each row of the table of threats. */
const ROWS = readFileSync(`${ROOT}/SECURITY.md`, 'utf8')
  .replace(/^## How long others wait$.*?^## /ms, '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

test('every threat has what stops it, where that is, and a test that shows it', (t) => {
  t.true(ROWS.length > 30)
  for (const [threat = '', how = '', where, shown, ...more] of ROWS) {
    t.not(threat, '')
    t.not(how, '')
    t.deepEqual(more, [], threat)
    t.true(quoted(where).length > 0 && quoted(shown).length > 0, threat)
    const files = quoted(shown).map((name) => `test/${name}.test.ts`)
    for (const file of [...quoted(where), ...files]) t.true(existsSync(`${ROOT}/${file}`), file)
    for (const file of files) t.true(statSync(`${ROOT}/${file}`).isFile(), file)
  }
})
