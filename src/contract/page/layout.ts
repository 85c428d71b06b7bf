/** Makes a whole page of its parts. */
import { Html, html, type Inside } from './html.js'
import { STYLE } from './style.js'

export interface Layout {
  readonly title: string
  readonly header: Html
  /** What the page has links to, with their ids. */
  readonly links: readonly (readonly [id: string, name: string])[]
  /** What the links are, for people who hear the page. */
  readonly kind: string
  readonly main: Inside
}

/** HTML §4.1, without scripts. */
export function layout({ title, header, links, kind, main }: Layout): string {
  const style = new Html(STYLE)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header>
${header}
</header>
<div class="page">
<nav aria-label="${kind}">${
    links.length > 0 &&
    html`<h3>${kind}</h3>
<ul>${links.map(
      ([id, name]) => html`<li><a href="#${encodeURIComponent(id)}">${name}</a></li>
`,
    )}</ul>`
  }</nav>
<main id="main">
${main}
</main>
</div>
<footer>Waybill, a SOAP node. Every operation takes SOAP 1.1 and SOAP 1.2.</footer>
</body>
</html>
`
  return page.text
}
