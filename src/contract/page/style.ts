/** How pages look: in light and in dark, on any width, and on paper. */
import { createHash } from 'node:crypto'

export const STYLE = `
:root{color-scheme:light dark;--ground:#f7f7f5;--card:#fff;--ink:#1d2125;--soft:#5a636b;--line:#dfe2e1;--accent:#0b6a70;--code:#f1f3f2;--badge:#e4efef}
@media (prefers-color-scheme:dark){:root{--ground:#131618;--card:#1b1f22;--ink:#e4e7e9;--soft:#9fa9b1;--line:#30363a;--accent:#6cc9cf;--code:#14181a;--badge:#20363a}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
a{color:var(--accent);text-underline-offset:.15em;text-decoration-thickness:from-font}
a:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
code,h1,h2,h3,.doc{unicode-bidi:isolate;overflow-wrap:anywhere}
.skip{position:absolute;left:-99in}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}
header,main,footer,.page{max-width:78rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:2.5rem;padding-bottom:.5rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .25rem;letter-spacing:-.015em}
h2{font-size:1.375rem;line-height:1.3;margin:0 0 .5rem}
h3{font-size:.8125rem;line-height:1.4;margin:0 0 .5rem;color:var(--soft);text-transform:uppercase;letter-spacing:.06em}
h3 code{font-size:1rem;text-transform:none;letter-spacing:0;color:var(--ink)}
p{margin:.4rem 0}
.namespace{color:var(--soft);margin:0}
.doc{max-width:46rem;white-space:pre-line}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.35rem 1.25rem;margin:1.25rem 0 0}
.facts dt{color:var(--soft)}
.facts dd{margin:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem;overflow-wrap:anywhere}
.page{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:2rem;align-items:start;padding-top:1.5rem}
.page main{padding:0;margin:0;max-width:none}
nav{position:sticky;top:1.5rem;max-height:calc(100vh - 3rem);overflow:auto;font-size:.9375rem}
nav ul{list-style:none;margin:0;padding:0;border-left:2px solid var(--line)}
nav li a{display:block;padding:.2rem .75rem;text-decoration:none;overflow-wrap:anywhere}
nav li a:hover{text-decoration:underline}
.operation,.types,.services>li{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.5rem;margin:0 0 1.5rem}
.messages{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem 2rem;margin-top:1.25rem}
.message{min-width:0;margin-bottom:.75rem}
.badges{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:0 0 .5rem;padding:0}
.badges li{background:var(--badge);color:var(--accent);border-radius:99px;padding:.05rem .7rem;font-size:.8125rem;font-weight:600}
.members{list-style:none;margin:0;padding:0}
.members>li{padding:.45rem 0;border-top:1px solid var(--line)}
.members>li:first-child{border-top:0;padding-top:0}
.members .members{margin:.45rem 0 0 .25rem;padding-left:.9rem;border-left:2px solid var(--line)}
.member{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:baseline}
.name{font-weight:600;font-size:.9375rem}
.at{color:var(--soft)}
.type{color:var(--accent)}
.often{color:var(--soft);font-size:.8125rem;margin-left:auto}
.note,.group{color:var(--soft);font-size:.875rem}
.note code{color:var(--ink);white-space:pre-wrap}
.members .doc,.members .note{margin:.1rem 0 0;font-size:.9375rem}
.members .note{font-size:.875rem}
.members .group>.members{font-size:1rem;color:var(--ink)}
h4{font-size:.875rem;font-weight:400;color:var(--soft);margin:.75rem 0 .4rem}
.samples{border-top:1px solid var(--line);padding-top:1.25rem;margin-top:1.25rem}
figure{margin:0 0 1rem}
figcaption{font-size:.875rem;color:var(--soft);margin-bottom:.25rem}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;margin:0;padding:.8rem 1rem;overflow:auto;line-height:1.5;max-height:32rem}
pre.command{user-select:all;-webkit-user-select:all}
.one-type{border-top:1px solid var(--line);padding-top:1rem;margin-top:1rem}
.services{list-style:none;margin:0;padding:0}
.services h2{margin-bottom:.1rem}
.services .operations{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0;margin:.75rem 0 0}
footer{color:var(--soft);font-size:.875rem;padding-top:.5rem;padding-bottom:2.5rem}
@media (max-width:52rem){header,main,footer,.page{padding-left:1rem;padding-right:1rem}.page{display:block}.page main{margin-top:1.5rem}header{padding-top:1.5rem}h1{font-size:1.6rem}nav{position:static;max-height:none}nav ul{display:flex;flex-wrap:wrap;border:0}nav li a{padding:.15rem .75rem .15rem 0}.operation,.types,.services>li{padding:1rem}.facts{grid-template-columns:minmax(0,1fr);gap:0}.facts dd{margin-bottom:.5rem}}
@media print{:root{--ground:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--accent:#000;--code:#fff;--badge:#fff}body{font-size:10.5pt}nav,.skip{display:none}.page{display:block}.operation,.types,.services>li{border:0;border-top:1px solid #bbb;border-radius:0;padding:1rem 0}pre{max-height:none;white-space:pre-wrap;overflow-wrap:anywhere}.members>li,figure{break-inside:avoid}h2,h3{break-after:avoid}}
`

/** CSP Level 3 §2.3.1: the one style is known by its hash, and nothing else is loaded, sent or framed. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
