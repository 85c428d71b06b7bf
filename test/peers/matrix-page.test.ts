/** The page docs/clients.md has the matrix as it is declared, and the versions that the projects are pinned to. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { LIMITS } from './matrix/limits.js'
import { columnOf, PEERS } from './matrix/peers.js'
import { matrixText } from './matrix/table.js'
import { folderOf } from './projects.js'

const test = anyTest as TestFn
const PAGE = new URL('../../../docs/clients.md', import.meta.url)
const BEGIN = '<!-- Between these lines: made by UPDATE_DOCS=1 npm run test:peers. -->\n'
const END = '<!-- /matrix -->'

test('docs/clients.md has the matrix', async (t) => {
  const page = await readFile(PAGE, 'utf8')
  const begin = page.indexOf(BEGIN) + BEGIN.length
  const end = page.indexOf(END)
  t.true(begin >= BEGIN.length && begin <= end)
  const wanted = `${page.slice(0, begin)}\n${matrixText()}\n\n${page.slice(end)}`
  if (process.env.UPDATE_DOCS) await writeFile(PAGE, wanted)
  else t.is(page, wanted)
})

/** Where a project pins the version of its stack. */
const PINNED: readonly (readonly [peer: string, file: string, version: RegExp])[] = [
  ['Apache CXF', 'cxf/pom.xml', /<cxf\.version>(.+)</],
  ['JAX-WS RI', 'jax-ws/pom.xml', /<jaxws\.version>(.+)</],
  ['Spring-WS', 'spring-ws/pom.xml', /<spring-ws\.version>(.+)</],
  ['Apache Axis2', 'axis2/pom.xml', /<axis2\.version>(.+)</],
  ['zeep', 'zeep/requirements.txt', /^zeep(?:\[.*\])?==(\S+)/m],
  ['node-soap', 'node-soap/package.json', /"soap": "(.+)"/],
  ['gowsdl', 'go/go.mod', /gowsdl v(\S+)/],
]

/** What has no column, as the page writes it. */
const BESIDE: readonly (readonly [reported: string, file: string, version: RegExp])[] = [
  ['onvif_zeep ', 'onvif/requirements.txt', /^onvif[_-]zeep==(\S+)/m],
  ['service-proxy-core ', 'membrane/pom.xml', /service-proxy-core<.*\s+<version>(.+)</],
  ['GreenMail ', 'spring-ws/pom.xml', /greenmail-standalone:([\d.]+)/],
  ['Metro (WSIT) ', 'metro/pom.xml', /<metro\.version>(.+)</],
  ['Rampart ', 'rampart/pom.xml', /<rampart\.version>(.+)</],
  ['with Axis2 ', 'rampart/pom.xml', /<axis2\.version>(.+)</],
]

async function versionIn(file: string, pattern: RegExp): Promise<string> {
  const [, version = 'none'] = pattern.exec(await readFile(join(folderOf('.'), file), 'utf8')) ?? []
  return version
}

test('the versions on the page are those of the projects, and each column has one', async (t) => {
  const page = await readFile(PAGE, 'utf8')
  for (const [title, file, pattern] of PINNED) {
    const version = await versionIn(file, pattern)
    t.true(page.includes(`| ${title} | ${version} |`), `${title} ${version}`)
  }
  for (const [text, file, pattern] of BESIDE) {
    const version = await versionIn(file, pattern)
    t.true(page.includes(`${text}${version}`), `${text}${version}`)
  }
  t.deepEqual(PEERS.map(({ title }) => title).toSorted(), PINNED.map(([title]) => title).toSorted())
})

test('each limit is that of a cell that is tried', (t) => {
  for (const { peer, ways, features } of LIMITS) {
    t.true(features.length > 0 && ways.length > 0)
    if (ways.includes('out')) t.is(columnOf(peer).server, peer)
  }
})

test('each column with cells of security has a file of tests that tries them', async (t) => {
  const files = (await readdir(folderOf('.'))).filter((file) => file.endsWith('.test.js'))
  const texts = await Promise.all(files.map((file) => readFile(join(folderOf('.'), file), 'utf8')))
  const tried = texts.flatMap((text) =>
    [...text.matchAll(/securedCells\(secured, '([\w-]+)'/g)].map(([, peer]) => peer),
  )
  const declared = PEERS.filter(({ more }) => more !== undefined).map(({ name }) => name)
  t.deepEqual(tried.toSorted(), declared.toSorted())
})
