/** README and the map of the source print code and name files: this keeps them true. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from './support/folder.js'
import { cli } from './support/nodes/cli.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')

const MAP = 'docs/architecture.md'

/** The code between two marks of a document. */
function printed(document: string, mark: string, language: string): string {
  const found = new RegExp(
    `<!-- ${mark} -->\n\`\`\`${language}\n([\\s\\S]*?)\`\`\`\n<!-- /${mark} -->`,
  ).exec(read(document))
  return found?.[1] ?? ''
}

/** With UPDATE_README set, the code is written first. */
function matches(mark: string, code: string): boolean {
  if (process.env.UPDATE_README) {
    const map = read(MAP)
    const pattern = new RegExp(
      `(<!-- ${mark} -->\n\`\`\`ts\n)[\\s\\S]*?(\`\`\`\n<!-- /${mark} -->)`,
    )
    writeFileSync(
      root + MAP,
      map.replace(pattern, (_, open, close) => open + code + close),
    )
  }
  return printed(MAP, mark, 'ts') === code
}

test.serial('the map of the source prints the echo plugin as it is', (t) => {
  t.true(matches('echo', read('plugins/echo/index.ts')))
})

test('the ten lines of the map are a gateway to the other nodes of examples/chain', async (t) => {
  const gateway = printed(MAP, 'gateway', 'yaml')
  t.is(gateway.trimEnd().split('\n').length, 10)
  const folder = folderOf(t, { 'gateway.yaml': gateway })
  const checked = await cli(['config', 'check', '--config', 'gateway.yaml'], { folder })
  t.is(checked.code, 0, checked.err)
  const { out } = await cli(['plan', '--config', 'gateway.yaml'], { folder })
  t.regex(out, /actor urn:example:auditor: request-reply to mailto:bus@auditor\.example/)
  t.regex(out, /operation {urn:example:ledger}\*: relay to http:\/\/127\.0\.0\.1:8100\/soap/)
  // Where an answer by mail comes to must be an address of the gateway.
  t.regex(out, /smtp:\/\/127\.0\.0\.1:2525 .* bus@gateway\.example$/m)
  t.regex(out, /leaves by smtp:\/\/127\.0\.0\.1:2526, from bus@gateway\.example/)
  const auditor = read('examples/chain/auditor.yaml')
  t.regex(auditor, /actors: \[urn:example:auditor\]/)
  t.regex(auditor, /port: 2526\n {2}domains: \[auditor\.example\]\n {2}relay:\n {4}url: .*:2525/)
  t.regex(read('examples/chain/ledger.yaml'), /port: 8100/)
})

test('the gateway of the README forwards to the service that `waybill init` writes', async (t) => {
  const folder = folderOf(t, { 'gateway.yaml': printed('README.md', 'gateway', 'yaml') })
  const { out, err } = await cli(['plan', '--config', 'gateway.yaml'], { folder })
  t.regex(out, /urn:example:greeting}\*: relay to http:\/\/127\.0\.0\.1:8080\/soap/, err)
  const init = await cli(['init', 'my-service'], { folder })
  t.regex(init.out, /http:\/\/127\.0\.0\.1:8080\/soap\/greeting/, init.err)
})

test('every file the README links to exists', (t) => {
  const links = [...read('README.md').matchAll(/\]\(([^)#:]+)\)/g)].map((link) => link[1] ?? '')
  t.true(links.length > 5)
  for (const link of links) t.true(existsSync(root + link), link)
})
