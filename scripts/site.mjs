// Makes the documentation a site of static files, with the pages and the order of docs/README.md: npm run site [folder]
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'

const root = fileURLToPath(new URL('..', import.meta.url))

/** As GitHub makes the anchor of a heading. */
export function slugOf(text, taken = new Map()) {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
  const times = taken.get(plain) ?? 0
  taken.set(plain, times + 1)
  return times === 0 ? plain : `${plain}-${times}`
}

const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Chapters with the pages of each, by the lists of docs/README.md. */
export function chaptersOf(index) {
  const chapters = index.matchAll(/^\*\*(.+)\*\*\n\n((?:- .*\n)+)/gm)
  return [...chapters].map(([, title, list]) => ({
    title,
    pages: [...list.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, name, path]) => ({
      title: name,
      path,
    })),
  }))
}

const OWN_NAMES = { 'docs/README.md': 'index', 'README.md': 'waybill' }

/** The address of a page below the site, by its file below the root. */
const addressOf = (file) =>
  `${OWN_NAMES[file] ?? file.replace(/^docs\//, '').replace(/\.md$/, '')}.html`

/** A page as HTML, and the places that links of other pages can lead to. */
export function rendered(file, text, existing) {
  const taken = new Map()
  const anchors = []
  const here = dirname(file)
  const lead = (href) => {
    if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href
    const [path, anchor] = href.split('#')
    const target = posix.normalize(posix.join(here, path))
    const after = anchor === undefined ? '' : `#${anchor}`
    // Files of the source are not on the site.
    if (!existing.has(target)) return undefined
    return relative(dirname(addressOf(file)), addressOf(target)) + after
  }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: raw }) {
        const id = slugOf(raw.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'), taken)
        anchors.push({ id, text: raw.replace(/[`*]/g, ''), depth })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const to = lead(href)
        return to === undefined ? text : `<a href="${escaped(to)}">${text}</a>`
      },
      image({ href, text: alt }) {
        const image = relative('docs', posix.normalize(posix.join(here, href)))
        const src = relative(dirname(addressOf(file)), image)
        return `<img src="${escaped(src)}" alt="${escaped(alt)}">`
      },
      table(token) {
        const cells = (row, tag) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((row) => cells(row, 'td')).join('\n')
        return `<div class="table" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(text.replace(/^<!--.*?-->\n/gm, ''))
  return { html, anchors }
}

function pageOf(file, { html, anchors }, chapters) {
  const up = relative(dirname(addressOf(file)), '.') || '.'
  const title = anchors[0]?.text ?? 'Waybill'
  const links = chapters.map(({ title: chapter, pages }) => {
    const items = pages.map(({ title: name, path }) => {
      const target = posix.normalize(posix.join('docs', path))
      const current = target === file ? ' aria-current="page"' : ''
      return `<li><a href="${escaped(`${up}/${addressOf(target)}`)}"${current}>${escaped(name)}</a></li>`
    })
    return `<h2 class="chapter">${escaped(chapter)}</h2><ul>${items.join('')}</ul>`
  })
  const parts = anchors.filter(({ depth }) => depth === 2)
  const toc =
    parts.length < 3
      ? ''
      : `<nav class="parts" aria-label="On this page"><ul>${parts.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`).join('')}</ul></nav>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${title === 'Waybill' ? '' : ' – Waybill'}</title>
<link rel="stylesheet" href="${up}/site.css">
<script src="${up}/site.js" defer></script>
</head>
<body data-up="${up}">
<a class="skip" href="#content">Skip to the text</a>
<header><a class="name" href="${up}/index.html">Waybill</a>
<form role="search"><input id="search" type="search" placeholder="Search (/)" aria-label="Search" autocomplete="off"><ol id="found" hidden></ol></form></header>
<div class="columns">
<nav class="pages" aria-label="Pages"><details open><summary>Pages</summary>${links.join('\n')}</details></nav>
<main id="content">
${html}</main>
${toc}
</div>
</body>
</html>
`
}

/** @returns the addresses that were written, with the anchors of each */
export function writeSite(folder) {
  const chapters = chaptersOf(readFileSync(join(root, 'docs', 'README.md'), 'utf8'))
  const named = chapters.flatMap(({ pages }) =>
    pages.map(({ path }) => posix.normalize(posix.join('docs', path))),
  )
  const files = ['docs/README.md', ...named, 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md']
  const existing = new Set(files)
  const index = []
  for (const file of existing) {
    const page = rendered(file, readFileSync(join(root, file), 'utf8'), existing)
    const address = addressOf(file)
    mkdirSync(join(folder, dirname(address)), { recursive: true })
    writeFileSync(join(folder, address), pageOf(file, page, chapters))
    const title = page.anchors[0]?.text ?? address
    for (const { id, text } of page.anchors) index.push({ address, id, title, text })
  }
  writeFileSync(join(folder, 'search.json'), JSON.stringify(index))
  for (const name of ['site.css', 'site.js'])
    cpSync(join(root, 'scripts', 'site', name), join(folder, name))
  cpSync(join(root, 'docs', 'images'), join(folder, 'images'), { recursive: true })
  return index
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(root, 'site')
  const written = new Set(writeSite(folder).map(({ address }) => address))
  process.stdout.write(`${written.size} pages in ${folder}\n`)
}
