/** The README prints code and names files: this keeps what it says true. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from './support/folder.js'
import { cli } from './support/nodes/cli.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')

/** The code between two marks of the README. */
function printed(mark: string, language = 'ts'): string {
  const found = new RegExp(
    `<!-- ${mark} -->\n\`\`\`${language}\n([\\s\\S]*?)\`\`\`\n<!-- /${mark} -->`,
  ).exec(read('README.md'))
  return found?.[1] ?? ''
}

/** The steps of the path, and what is done at its end, without indentation. */
function path(): string {
  const steps = read('src/path/envelope-processor.ts')
  const start = steps.indexOf('  *#path(')
  const end = steps.indexOf('\n  }\n', start) + '\n  }\n'.length
  const act = read('src/path/act.ts')
  const done = act.slice(act.indexOf('export function* act('))
  return `${steps.slice(start, end).replace(/^ {2}/gm, '')}\n${done.trimEnd()}\n`
}

/** The function that is the deferred line. */
function deferred(): string {
  const source = read('src/path/deliver/deliver.ts')
  const start = source.indexOf('async function deliverMessage(')
  const end = source.indexOf('\n}\n', start) + '\n}\n'.length
  return source.slice(start, end)
}

/** With UPDATE_README set, the code is put in place of being compared. */
function matches(mark: string, code: string): boolean {
  if (process.env.UPDATE_README) {
    const readme = read('README.md')
    const pattern = new RegExp(
      `(<!-- ${mark} -->\n\`\`\`ts\n)[\\s\\S]*?(\`\`\`\n<!-- /${mark} -->)`,
    )
    writeFileSync(
      `${root}README.md`,
      readme.replace(pattern, (_, open, close) => open + code + close),
    )
  }
  return printed(mark) === code
}

test.serial('the README prints the path as it is in the source', (t) => {
  t.true(matches('path', path()), 'run UPDATE_README=1 npx ava dist/test/readme.test.js')
})

test.serial('the README prints the deferred line as it is in the source', (t) => {
  t.true(matches('deferred', deferred()), 'run UPDATE_README=1 npx ava dist/test/readme.test.js')
})

test.serial('the README prints the echo plugin as it is', (t) => {
  t.true(matches('echo', read('plugins/echo/index.ts')))
})

test('the ten lines of the README are a gateway to the other nodes of examples/chain', async (t) => {
  const gateway = printed('gateway', 'yaml')
  t.is(gateway.trimEnd().split('\n').length, 10)
  const folder = folderOf(t, { 'gateway.yaml': gateway })
  const checked = await cli(['config', 'check', '--config', 'gateway.yaml'], { folder })
  t.is(checked.code, 0, checked.err)
  const { out } = await cli(['plan', '--config', 'gateway.yaml'], { folder })
  t.regex(out, /actor urn:example:auditor: bridge to mailto:bus@auditor\.example/)
  t.regex(out, /operation {urn:example:ledger}\*: relay to http:\/\/127\.0\.0\.1:8100\/soap/)
  // Where an answer by mail comes to must be an address of the gateway.
  t.regex(out, /smtp:\/\/127\.0\.0\.1:2525 .* bus@gateway\.example$/m)
  t.regex(out, /leaves by smtp:\/\/127\.0\.0\.1:2526, from bus@gateway\.example/)
  const auditor = read('examples/chain/auditor.yaml')
  t.regex(auditor, /actors: \[urn:example:auditor\]/)
  t.regex(auditor, /port: 2526\n {2}domains: \[auditor\.example\]\n {2}relay:\n {4}url: .*:2525/)
  t.regex(read('examples/chain/ledger.yaml'), /port: 8100/)
})

test('the steps are called in the order of the README, and their files exist', (t) => {
  const rows = [...read('README.md').matchAll(/^\| (\w+) \| (`[^|]+`) \|/gm)]
  t.deepEqual(
    rows.map((row) => row[1]),
    'receive decode admit read version correlate route target understand validate process act answer encode deliver'.split(
      ' ',
    ),
  )
  const files = rows.flatMap((row) =>
    [...(row[2] ?? '').matchAll(/`([^`]+)`/g)].map((file) => file[1] ?? ''),
  )
  for (const file of files) t.true(existsSync(root + file), file)
  const called = [
    'read',
    'readEnvelope',
    'correlate',
    'route',
    'target',
    'understand',
    'refuseMissed',
    'validate',
    'checkOwnBlocks',
    'processHeaders',
    'forward',
    'enqueue',
    'dispatch',
    'reply',
  ]
  const places = called.map((step) => path().search(new RegExp(`[ (.]${step}\\(`)))
  t.false(places.includes(-1), called[places.indexOf(-1)] ?? '')
  t.deepEqual(
    places,
    places.toSorted((one, two) => one - two),
  )
})

test('every file the README links to exists', (t) => {
  const links = [...read('README.md').matchAll(/\]\(([^)#:]+)\)/g)].map((link) => link[1] ?? '')
  t.true(links.length > 5)
  for (const link of links) t.true(existsSync(root + link), link)
})
