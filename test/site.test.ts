/** The site of the documentation: every page is in its lists, every link leads somewhere. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from './support/folder.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Anchor {
  readonly address: string
  readonly id: string
}

async function site(folder: string): Promise<readonly Anchor[]> {
  const { writeSite } = await import(join(ROOT, 'scripts', 'site.mjs'))
  return writeSite(folder)
}

test('every page of docs/ is in the lists of docs/README.md', (t) => {
  const index = readFileSync(join(ROOT, 'docs', 'README.md'), 'utf8')
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && path !== 'README.md')
  t.deepEqual(
    pages.filter((path) => !index.includes(`](${path})`)),
    [],
  )
})

test('every link of the site leads to a page of it, and to a place that is there', async (t) => {
  const folder = folderOf(t, {})
  const anchors = await site(folder)
  const there = new Set(anchors.flatMap(({ address, id }) => [address, `${address}#${id}`]))
  const wrong: string[] = []
  for (const address of new Set(anchors.map((anchor) => anchor.address))) {
    const html = readFileSync(join(folder, address), 'utf8')
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href) || href === '#content') continue
      const [path = '', anchor] = href.split('#')
      const target = path === '' ? address : posix.normalize(posix.join(dirname(address), path))
      const whole = anchor === undefined ? target : `${target}#${decodeURIComponent(anchor)}`
      if (!there.has(whole)) wrong.push(`${address}: ${href}`)
    }
  }
  t.deepEqual(wrong, [])
})

test('pages ask nothing of other hosts, and have no script in them', async (t) => {
  const folder = folderOf(t, {})
  for (const { address } of await site(folder)) {
    const html = readFileSync(join(folder, address), 'utf8')
    t.notRegex(html, /<(?:script|img|link)[^>]*(?:src|href)="(?:https?:)?\/\//)
    t.notRegex(html, /<script(?![^>]*\bsrc=)/)
  }
})
