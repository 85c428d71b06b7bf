/** The tours of the documentation: every file, every command and every answer in them is as it stands there. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from './support/folder.js'
import { patternOf, stopsOf, Walker } from './support/tour.js'

const TOURS = fileURLToPath(new URL('../../docs/tours/', import.meta.url))
const pages = readdirSync(TOURS).filter((name) => name.endsWith('.md'))

test('there are five tours', (t) => {
  t.deepEqual(pages.sort(), ['chain.md', 'contract.md', 'http.md', 'mail.md', 'signed.md'])
})

for (const name of pages) {
  test(`the tour ${name} goes as it says`, async (t) => {
    t.timeout(300_000)
    const page = readFileSync(TOURS + name, 'utf8')
    const stops = stopsOf(page)
    t.true(stops.length >= 4)
    const walker = await Walker.of(page, folderOf(t, {}))
    t.teardown(() => walker.end())
    for (const stop of stops) {
      const printed = await walker.at(stop)
      if (printed === undefined) continue
      t.is(printed, stop.kind === 'file' ? '' : stop.prints, JSON.stringify(stop))
    }
  })
}

test('what is printed is compared to the letter, but for what is left out', (t) => {
  t.regex('a\nb\nc\n', patternOf('a\n…\nc'))
  t.notRegex('a\nb\nd\n', patternOf('a\n…\nc'))
  t.regex('id=123 (x)', patternOf('id=… (x)'))
  t.notRegex('id=123 (x) y', patternOf('id=… (x)'))
})
